import type { Run } from './inner-run.ts'
import { textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

/** Finds in a line of a program's own language what it gives to a shell. */
type Pick = (line: string) => string | undefined
type LineRunner = { readonly words?: Pick; readonly stdin?: Pick }

function first(pattern: RegExp): Pick {
  return (line) => pattern.exec(line)?.slice(1).find(Boolean)
}

const BANG = first(/^\s*!\s*(.+)/)
const SQLITE = first(/^\s*\.(?:(?:shell|sh|system|sy)\s+(.+)|(?:output|once)\s+['"]?\|\s*([^'"]+))/)
const PSQL = first(/(?:^|\s)\\!\s*(.+)|\\(?:o|g|copy\b.{0,400}program)\s+['|]+\s*([^']+)|\bprogram\s+'([^']+)'/i)
const MYSQL = first(/^\s*(?:\\!|system\s)\s*([^;]+)/i)
const GDB = first(/^\s*(?:shell\s|!|python\s+os\.system\(["'])\s*([^"']+)/)
const ED = first(/^[\d,.$%;]*(?:[rwe]\s?)?!(.+)/)
const EXPECT = first(/\b(?:spawn|exec|system)\s+([^;\n\]]+)/)
const APPLE = first(/do shell script "((?:[^"\\]|\\.)*)"/)

/** `:silent !TEXT`, `w | !TEXT`, `call system('TEXT')`: `!` takes the rest of the line, bars and all. */
const vim: Pick = (line) => {
  const called = /\b(?:system|systemlist|jobstart|execute)[\s(]+["']!?([^"']+)/.exec(line)?.[1]
  const parts = line.split('|')
  const from = parts.findIndex((part) => VIM_BANG.test(part))
  return from < 0 ? called : VIM_BANG.exec(parts.slice(from).join('|'))?.[1]
}
const VIM_BANG = /^[\s:]*(?:sil(?:ent)?!?\s+)?(?:[\d,.$%]*|r(?:ead)?\s|w(?:rite)?\s)!([\s\S]+)/

/** A word of vim's that is a command: what `-c` takes, or what stands behind `+`. Others do not look like one. */
const VIM: LineRunner = { words: (word) => vim(word.replace(/^\+/, '')), stdin: vim }

/** One row per program: what of its words, and of the lines that it reads, a shell runs. */
const LINES: Readonly<Record<string, LineRunner>> = {
  sqlite3: { words: SQLITE, stdin: SQLITE },
  psql: { words: PSQL, stdin: PSQL },
  mysql: { words: MYSQL, stdin: MYSQL },
  mariadb: { words: MYSQL, stdin: MYSQL },
  gdb: { words: GDB, stdin: GDB },
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
  const { words, stdin } = LINES[name] ?? {}
  const [program, ...args] = call.fields
  const texts = words === undefined ? [] : args.flatMap((field) => pickLines(words, field))
  const given: Field | null =
    call.stdin === null || program === undefined ? null : { ...program, text: withoutInput(name, call.stdin) }
  const read = stdin === undefined || given === null ? [] : pickLines(stdin, given)
  const all = [...texts, ...read]
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
