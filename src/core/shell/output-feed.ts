import { baseName } from './base-name.ts'
import { isStandardInput } from './descriptors.ts'
import type { Feed, SimpleCommand } from './simple-command.ts'

/** Programs that print what another machine sent. */
const DOWNLOADERS: ReadonlySet<string> = new Set(
  (
    'curl wget wget2 fetch http https xh xhs aria2c axel lynx w3m links elinks invoke-webrequest iwr ' +
    'invoke-restmethod irm nc ncat netcat nc.traditional nc.openbsd socat telnet websocat'
  ).split(' '),
)

export function isDownloader(program: string): boolean {
  return DOWNLOADERS.has(program)
}

/** What commands that run one after another print. Anything with a download among them counts as one. */
export function outputFeed(commands: readonly SimpleCommand[]): Feed {
  if (commands.some(isDownload)) return 'download'
  return commands.length > 0 && commands.every(printsFile) ? 'file' : 'program'
}

function isDownload({ words, feed, stdin }: SimpleCommand): boolean {
  const name = baseName(words[0]?.text ?? '')
    .toLowerCase()
    .replace(/\.exe$/, '')
  if (feed === 'download' || DOWNLOADERS.has(name)) return true
  if (name === 'openssl' && words[1]?.text === 's_client') return true
  return stdin === null && words.some(({ download, written }) => download || written === 'download')
}

/** `cat FILE`, or a filter-free `cat < FILE`. */
function printsFile({ words, feed }: SimpleCommand): boolean {
  const [name, ...rest] = words
  if (name?.text !== 'cat' || rest.some((word) => word.text.startsWith('/dev/fd/'))) return false
  const names = rest.filter(({ text }) => isStandardInput(text) || !text.startsWith('-'))
  const files = names.filter(({ text }) => !isStandardInput(text))
  if (files.some(({ written }) => written !== undefined)) return false
  return files.length === names.length && files.length > 0 ? true : feed === 'file'
}
