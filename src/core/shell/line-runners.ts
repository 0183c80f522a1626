import type { Run } from './inner-run.ts'
import { textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

/** Finds in a line of a program's own language what it gives to a shell. */
type Pick = (line: string) => string | undefined
type LineRunner = {
  readonly words?: Pick
  readonly stdin?: Pick
  /** Of all its words together. */
  readonly call?: (args: readonly Field[]) => readonly Field[]
}

function first(pattern: RegExp): Pick {
  return (line) => pattern.exec(line)?.slice(1).find(Boolean)
}

const BANG = first(/^\s*!\s*(.+)/)
const SQLITE = first(
  /^\s*\.(?:(?:shell|sh|system|sy)\s+(.+)|(?:output|once|import|read)\b.{0,200}?['"\s]\|\s*([^'"]+))|\bedit\s*\([^,)]{0,200},\s*['"]([^'"]+)/,
)
const PSQL = first(/(?:^|\s)\\!\s*(.+)|\\(?:o|g|copy\b.{0,400}program)\s+['|]+\s*([^']+)|\bprogram\s+'([^']+)'/i)
const MYSQL = first(/^\s*(?:\\!|system\s)\s*([^;]+)/i)
const GDB = first(
  /^\s*(?:shell\s|!)\s*([^"']+)|^\s*(?:python|py|pi|python-interactive|script)\b.{0,300}?\b(?:system|popen|run|call)\(\s*["']([^"']+)/,
)
const SOCAT = first(/^(?:system|exec|shell)(?:-[a-z]{1,20})?:\s*["']?([^,"']+)/i)
/** A variable that is set for all that follows, and whose value other programs give to a shell. */
const EXPORTED = first(
  /^(?:GIT_(?:SSH|SSH_COMMAND|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|PROMPT_COMMAND)=([\s\S]+)/,
)
const ED = first(/^[\d,.$%;]*(?:[rwe]\s?)?!(.+)/)
const EXPECT = first(/\b(?:spawn|exec|system)\s+([^;\n\]]+)/)
const APPLE = first(/do shell script "((?:[^"\\]|\\.)*)"/)

/** `:silent !TEXT`, `w | !TEXT`, `call system('TEXT')`: `!` takes the rest of the line, bars and all. */
const vim: Pick = (line) => {
  const called = /\b(?:system|systemlist|jobstart|exe(?:c|cu|cut|cute)?)[\s(]+["']!?([^"']+)/.exec(line)?.[1]
  const parts = line.split('|')
  const from = parts.findIndex((part) => VIM_BANG.test(part))
  return from < 0 ? called : VIM_BANG.exec(parts.slice(from).join('|'))?.[1]
}
const VIM_BANG = /^[\s:]*(?:sil(?:ent)?!?\s+)?(?:[\d,.$%]*|r(?:ead)?\s|w(?:rite)?\s)!([\s\S]+)/

/** A word of vim's that is a command: what `-c` takes, or what stands behind `+`. Others do not look like one. */
const VIM: LineRunner = { words: (word) => vim(word.replace(/^\+/, '')), stdin: vim }

/** `gdb -ex run --args COMMAND`, `lldb -o run -- COMMAND`. */
function debugged(args: readonly Field[]): readonly Field[] {
  const at = args.findIndex(({ text }) => text === '--args' || text === '-args' || text === '--')
  const starts = args.some(({ text }) => /^(?:r|run|start|starti|process launch)$/.test(text))
  return at < 0 || !starts ? [] : oneText(args.slice(at + 1))
}

/** `cmake -E COMMAND`: the tools that it brings along. */
function cmakeTool(args: readonly Field[]): readonly Field[] {
  const [option, tool, ...rest] = args
  if (option?.text !== '-E' || tool === undefined) return []
  if (tool.text === 'env') return oneText([tool, ...rest])
  if (tool.text === 'time') return oneText(rest)
  if (tool.text === 'chdir') return oneText(rest.slice(1))
  if (!/^(?:rm|remove|remove_directory)$/.test(tool.text)) return []
  // It never asks, so that a recursive one is a forced one.
  const tree = tool.text === 'remove_directory' || rest.some(({ text }) => /^-[a-zA-Z]*[rR]/.test(text))
  return oneText([{ ...tool, text: 'rm' }, ...(tree ? [{ ...tool, text: '-rf' }] : []), ...rest])
}

/** `gh alias set NAME '!TEXT'`, or with `--shell` any text. */
function shellAlias(args: readonly Field[]): readonly Field[] {
  const words = args.filter(({ text }) => !/^-./.test(text))
  const text = words[3]
  if (words[0]?.text !== 'alias' || words[1]?.text !== 'set' || text === undefined) return []
  const shell = text.text.startsWith('!') || args.some((word) => word.text === '-s' || word.text === '--shell')
  return shell ? [{ ...text, text: text.text.replace(/^!/, '') }] : []
}

function oneText(words: readonly Field[]): readonly Field[] {
  const [first] = words
  if (first === undefined) return []
  const text = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word.text) ? word.text : quoted(word.text))).join(' ')
  return [{ text, glob: false, span: [first.span[0], words.at(-1)?.span[1] ?? first.span[1]] }]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** One row per program: what of its words, and of the lines that it reads, a shell runs. */
const LINES: Readonly<Record<string, LineRunner>> = {
  sqlite3: { words: SQLITE, stdin: SQLITE },
  psql: { words: PSQL, stdin: PSQL },
  mysql: { words: MYSQL, stdin: MYSQL },
  mariadb: { words: MYSQL, stdin: MYSQL },
  gdb: { words: GDB, stdin: GDB, call: debugged },
  lldb: { words: GDB, stdin: GDB, call: debugged },
  socat: { words: SOCAT },
  export: { words: EXPORTED },
  cmake: { call: cmakeTool },
  gh: { call: shellAlias },
  vi: VIM,
  vim: VIM,
  nvim: VIM,
  view: VIM,
  ex: VIM,
  ed: { stdin: ED },
  sftp: { stdin: BANG },
  ftp: { stdin: BANG },
  lftp: { words: BANG, stdin: BANG },
  osascript: { words: (word) => APPLE.call(null, word)?.replace(/\\(.)/gs, '$1'), stdin: APPLE },
  expect: { words: EXPECT, stdin: EXPECT },
}

export const LINE_RUNNERS: readonly string[] = Object.keys(LINES)

/** The texts for a shell in the words of a call and in what it reads. */
export function readLines(name: string, call: Call): Run | undefined {
  const { words, stdin, call: whole } = LINES[name] ?? {}
  const [program, ...args] = call.fields
  const texts = words === undefined ? [] : args.flatMap((field) => pickLines(words, field))
  const given: Field | null =
    call.stdin === null || program === undefined ? null : { ...program, text: withoutInput(name, call.stdin) }
  const read = stdin === undefined || given === null ? [] : pickLines(stdin, given)
  const all = [...texts, ...read, ...(whole?.(args) ?? [])]
  return all.length === 0 ? undefined : { self: true, parts: all.map((field) => textPart(field)) }
}

function pickLines(pick: Pick, field: Field): readonly Field[] {
  return field.text.split('\n').flatMap((line) => {
    const text = pick(line)
    return text === undefined || text.trim() === '' ? [] : [{ ...field, text }]
  })
}

/** What `ed` is told to put into the file is no command. */
function withoutInput(name: string, text: string): string {
  if (name !== 'ed') return text
  let input = false
  const kept = text.split('\n').filter((line) => {
    if (input) {
      input = line !== '.'
      return false
    }
    input = /^[\d,.$/;+-]*[aic]$/.test(line)
    return !input
  })
  return kept.join('\n')
}
