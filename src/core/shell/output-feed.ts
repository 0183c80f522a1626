import { baseName } from './base-name.ts'
import type { Feed, SimpleCommand } from './simple-command.ts'

/** Programs that print what another machine sent. */
const DOWNLOADERS: ReadonlySet<string> = new Set(
  'curl wget wget2 fetch http https xh xhs aria2c axel lynx w3m links elinks invoke-webrequest iwr invoke-restmethod irm'.split(
    ' ',
  ),
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
  return feed === 'download' || DOWNLOADERS.has(name) || (stdin === null && words.some((word) => word.download))
}

/** `cat FILE`, or a filter-free `cat < FILE`. */
function printsFile({ words, feed }: SimpleCommand): boolean {
  const [name, ...rest] = words
  if (name?.text !== 'cat' || rest.some((word) => word.text.startsWith('/dev/fd/'))) return false
  return rest.some((word) => !word.text.startsWith('-')) || feed === 'file'
}
