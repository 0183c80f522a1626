import { findStartsEnd } from './find-words.ts'
import type { InnerPart, Run } from './inner-run.ts'
import type { Call } from './reader.ts'
import { type Field, UNKNOWN } from './text-marks.ts'

const EXEC: Readonly<Record<string, true>> = { '-exec': true, '-execdir': true, '-ok': true, '-okdir': true }

/** `find … -exec COMMAND ;`: each command, with what was found in place of `{}`. */
export function readFind(call: Call): Run {
  const words = call.fields.slice(1)
  const [start, more] = words.slice(0, findStartsEnd(words))
  const from = start === undefined ? '.' : start.text.replace(/\/+$/, '')
  const found = more === undefined ? `${from}/${UNKNOWN}` : UNKNOWN
  const ofStart = more === undefined && mayFindStart(words)
  const parts: InnerPart[] = []
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at]?.text ?? ''
    if (!Object.hasOwn(EXEC, option)) continue
    const end = execEnd(words, at + 1)
    const inFolder = option.endsWith('dir')
    const fields = filledWith(words.slice(at + 1, end), inFolder ? `./${UNKNOWN}` : found)
    const part = { kind: 'words', nesting: 'find-exec', fields, input: 'none' } as const
    if (!inFolder && ofStart) {
      parts.push({ ...part, fields: filledWith(words.slice(at + 1, end), start?.text ?? '.') })
    }
    parts.push(inFolder ? { ...part, folder: null } : part)
    at = end
  }
  return { self: true, parts }
}

function filledWith(words: readonly Field[], found: string): readonly Field[] {
  return words.map((word) => ({ ...word, text: word.text.replaceAll('{}', () => found) }))
}

const NOT_START = /^-(?:i?name|i?path|i?wholename|i?regex|mindepth|newer.*|empty)$/
/** The starting point itself is found too, unless a test that always counts is one that it does not pass. */
function mayFindStart(words: readonly Field[]): boolean {
  let depth = 0
  let counts = false
  for (const [at, { text }] of words.entries()) {
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    else if (depth <= 0 && /^(?:-o|-or|,)$/.test(text)) return true
    else if (/^(?:!|-not)$/.test(words[at - 1]?.text ?? '')) continue
    else counts ||= NOT_START.test(text) || (text === '-type' && words[at + 1]?.text !== 'd')
  }
  return !counts
}

const FD_EXEC = /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/

/** `fd … -x COMMAND`: the words up to a `;` or the end, with what was found in place of `{}` or behind them. */
export function readFd(call: Call): Run | undefined {
  const at = call.fields.findIndex(({ text }, index) => index > 0 && FD_EXEC.test(text))
  const [first] = call.fields
  if (at < 0 || first === undefined) return undefined
  const end = call.fields.findIndex(({ text }, index) => index > at && text === ';')
  const words = call.fields.slice(at + 1, end < 0 ? undefined : end)
  const filled = words.map((word) => ({ ...word, text: word.text.replace(/\{(?:\/|\/\/|\.|\/\.)?\}/g, UNKNOWN) }))
  const found = { text: UNKNOWN, glob: false, span: first.span }
  const fields = filled.some((word, index) => word.text !== words[index]?.text) ? filled : [...filled, found]
  return { self: true, parts: [{ kind: 'words', nesting: 'find-exec', fields, input: 'none' }] }
}

function execEnd(words: readonly Field[], from: number): number {
  const end = words.findIndex(
    ({ text }, at) => at >= from && (text === ';' || (text === '+' && words[at - 1]?.text === '{}')),
  )
  return end < 0 ? words.length : end
}
