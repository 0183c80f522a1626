import type { InnerPart, Run } from './inner-run.ts'
import { readOptions } from './options.ts'
import type { Call } from './reader.ts'
import { type Field, UNKNOWN } from './text-marks.ts'

const EXEC: Readonly<Record<string, true>> = { '-exec': true, '-execdir': true, '-ok': true, '-okdir': true }

/** `find … -exec COMMAND ;`: each command, with what was found in place of `{}`. */
export function readFind(call: Call): Run {
  const words = call.fields.slice(1)
  const [start, more] = words.slice(0, findStartsEnd(words))
  const found = more === undefined ? `${start?.text.replace(/\/+$/, '') || '.'}/${UNKNOWN}` : UNKNOWN
  const parts: InnerPart[] = []
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at]?.text ?? ''
    if (!Object.hasOwn(EXEC, option)) continue
    const end = execEnd(words, at + 1)
    const inFolder = option.endsWith('dir')
    const fields = filledWith(words.slice(at + 1, end), inFolder ? `./${UNKNOWN}` : found)
    const part = { kind: 'words', nesting: 'find-exec', fields, input: 'none' } as const
    if (!inFolder && more === undefined && mayFindStart(words)) {
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

/** Starting points stand between the options of `find` itself and the first test. */
export function findStartsEnd(words: readonly { readonly text: string }[]): number {
  const end = words.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLPD]$|^-O\d$/.test(text))
  return end < 0 ? words.length : end
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

/** `parallel [options] COMMAND ::: items`; without a command the items are texts for a shell. */
export function readParallel(call: Call): Run | undefined {
  const spec = {
    values: 'jNnLSadIPC',
    long: [
      'jobs',
      'max-args',
      'delay',
      'timeout',
      'joblog',
      'results',
      'retries',
      'colsep',
      'id',
      'workdir',
      'arg-file',
    ],
  }
  const { operands } = readOptions(call.fields.slice(1), spec)
  const found = operands.findIndex(({ text }) => /^:{3,4}\+?$/.test(text))
  const separator = found < 0 ? operands.length : found
  const words = operands.slice(0, separator)
  const files = operands[separator]?.text.startsWith('::::') === true
  const read = found < 0 && call.stdin !== null ? linesOf(call, call.stdin) : []
  const items = files ? [] : found < 0 ? read : operands.slice(separator + 1)
  const span = operands[0]?.span ?? call.span
  const part = { kind: 'text', nesting: 'wrapper', span, sameShell: false, positional: null } as const
  return { self: true, parts: parallelTexts(words, items).map((text) => ({ ...part, text })) }
}

function linesOf({ span }: Call, text: string): readonly Field[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [{ text: line, glob: false, span }]))
}

const ITEMS_MAX = 32

/** One text for each item of a single list; several lists, files of items and long lists are not known. */
function parallelTexts(words: readonly Field[], items: readonly Field[]): readonly string[] {
  const known =
    items.length > 0 && items.length <= ITEMS_MAX && !items.some(({ text, glob }) => glob || text.startsWith(':::'))
  if (words.length === 0) return items.filter(({ text }) => !text.startsWith(':::')).map((item) => item.text)
  const command = words.map((word) => word.text).join(' ')
  return (known ? items.map((item) => `'${item.text.replaceAll("'", `'\\''`)}'`) : [UNKNOWN]).map((item) =>
    withItem(command, item),
  )
}

function withItem(command: string, item: string): string {
  const filled = command.replace(/\{[^{}\s]{0,16}\}/g, () => item)
  return filled === command ? `${command} ${item}` : filled
}
