import type { Run } from './inner-run.ts'
import { type OptionSpec, optionValue, readOptions } from './options.ts'
import type { Call } from './reader.ts'
import { type Field, UNKNOWN } from './text-marks.ts'

/** A program that runs the words behind its options. */
export type Wrapper = OptionSpec & {
  /** Operands in front of the command. */
  readonly skip?: number
  /** `NAME=value` may stand in front of the command. */
  readonly assignments?: true
  /** Options that name the folder to run in. */
  readonly folder?: readonly string[]
  /** Options whose value is a text for a shell. */
  readonly text?: readonly string[]
  /** Options with which nothing is run. */
  readonly inert?: readonly string[]
  /** `split`: options whose value is split into words. */
  readonly split?: readonly string[]
  /** `only-text`: operands are no command. `joined`: they are put together and given to a shell. */
  readonly operands?: 'only-text' | 'joined'
  /** It adds words that the text does not show. */
  readonly adds?: true
  /** The words run in the shell itself: builtins and functions count. */
  readonly inShell?: true
}

const TEXT = ['-c', '--command']

/** The flat table of wrappers: one row per program. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    values: 'uCS',
    long: ['unset', 'chdir', 'split-string'],
    assignments: true,
    folder: ['-C', '--chdir'],
    split: ['-S', '--split-string'],
  },
  sudo: {
    values: 'ugpCcDRTthraU',
    long: [
      'user',
      'group',
      'prompt',
      'close-from',
      'chdir',
      'chroot',
      'command-timeout',
      'type',
      'role',
      'host',
      'other-user',
    ],
    assignments: true,
    folder: ['-D', '--chdir'],
    inert: ['-e', '--edit', '-l', '--list', '-v', '--validate'],
  },
  doas: { values: 'uCa' },
  pkexec: { long: ['user'] },
  nohup: {},
  nice: { values: 'n', long: ['adjustment'] },
  ionice: { values: 'cnpPu', long: ['class', 'classdata', 'pid', 'pgid', 'uid'] },
  chrt: { values: 'TPD', long: ['sched-runtime', 'sched-period', 'sched-deadline'], skip: 1 },
  taskset: { skip: 1 },
  timeout: { values: 'ks', long: ['kill-after', 'signal'], skip: 1 },
  time: { values: 'fo', long: ['format', 'output'] },
  command: { inert: ['-v', '-V'], inShell: true },
  builtin: { inShell: true },
  exec: { values: 'a' },
  noglob: { inShell: true },
  nocorrect: { inShell: true },
  xargs: {
    values: 'aEILnPsd',
    glued: 'eil',
    long: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
    adds: true,
  },
  setsid: {},
  stdbuf: { values: 'ioe', long: ['input', 'output', 'error'] },
  unbuffer: {},
  caffeinate: { values: 'tw' },
  busybox: {},
  'cross-env': { assignments: true },
  watch: { values: 'nq', long: ['interval', 'equexit'], operands: 'joined' },
  flock: { values: 'wEc', long: ['timeout', 'wait', 'conflict-exit-code', 'command'], skip: 1, text: TEXT },
  script: {
    values: 'cIOBTEmo',
    long: ['command', 'log-in', 'log-out', 'log-io', 'log-timing', 'echo', 'logging-format', 'output-limit'],
    text: TEXT,
    operands: 'only-text',
    mixed: true,
  },
  su: {
    values: 'cgGsw',
    long: ['command', 'session-command', 'group', 'supp-group', 'shell', 'whitelist-environment'],
    text: [...TEXT, '--session-command'],
    operands: 'only-text',
    mixed: true,
  },
  runuser: { values: 'cgGsuw', long: ['command', 'group', 'shell', 'user'], text: TEXT },
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/

/** What a wrapper's row says that a call of it runs. */
export function readWrapper(wrapper: Wrapper, call: Call): Run | undefined {
  const name = call.fields[0]
  const { options, operands } = readOptions(call.fields.slice(1), wrapper)
  if (name === undefined || options.some((option) => wrapper.inert?.includes(option.name))) return undefined
  const text = optionValue(options, ...(wrapper.text ?? []))
  if (text !== null) return { self: true, parts: [textPart(text)] }
  const split = optionValue(options, ...(wrapper.split ?? []))
  if (split !== null) {
    return {
      self: false,
      parts: [{ kind: 'words', nesting: 'wrapper', fields: operands, split, head: { ...name, text: 'env' } }],
    }
  }
  if (wrapper.operands === 'only-text') return undefined
  return readOperands(wrapper, call, operands, optionValue(options, ...(wrapper.folder ?? [])))
}

function readOperands(wrapper: Wrapper, call: Call, operands: readonly Field[], folder: Field | null): Run | undefined {
  const found = wrapper.assignments ? operands.findIndex(({ text }) => text !== '-' && !ASSIGNMENT.test(text)) : 0
  const start = found < 0 ? operands.length : found
  const assignments = operands.slice(0, start).flatMap(readAssignment)
  const rest = operands.slice(start + (wrapper.skip ?? 0))
  const [first, second] = rest
  if (first === undefined) return undefined
  if (wrapper.text && first.text === '-c' && second !== undefined) return { self: true, parts: [textPart(second)] }
  if (wrapper.operands === 'joined')
    return { self: true, parts: [textPart({ ...first, text: rest.map(({ text }) => text).join(' ') })] }
  const fields = wrapper.adds ? withItems(call, rest) : rest
  const own = call.fields.slice(0, call.fields.length - rest.length)
  const common = {
    kind: 'words',
    nesting: 'wrapper',
    fields,
    wrapper: own,
    assignments,
    inShell: wrapper.inShell === true && call.inShell,
  } as const
  const input = wrapper.adds ? ({ input: 'none' } as const) : {}
  return { self: false, parts: [folder === null ? { ...common, ...input } : { ...common, ...input, folder }] }
}

function readAssignment(field: Field): Call['assignments'] {
  const match = ASSIGNMENT.exec(field.text)
  return match === null ? [] : [{ name: match[1] ?? '', value: { ...field, text: match[2] ?? '' } }]
}

function textPart(field: Field): Run['parts'][number] {
  return { kind: 'text', nesting: 'shell-c', text: field.text, span: field.span, sameShell: false, positional: null }
}

const ITEMS_MAX = 256

/** The words of `xargs` with the items it reads: those of a known input, else one word that is not known. */
function withItems(call: Call, words: readonly Field[]): readonly Field[] {
  const own = call.fields.slice(1, call.fields.length - words.length)
  const mark = own.some(({ text }) => /^-(I|i|-replace)/.test(text)) ? placeholder(own) : null
  const span = call.fields[0]?.span ?? call.span
  if (mark !== null) return words.map((word) => ({ ...word, text: word.text.replaceAll(mark, UNKNOWN) }))
  const items = call.stdin?.split(/[\s\0]+/).filter((item) => item !== '') ?? []
  const known = items.length > 0 && items.length <= ITEMS_MAX ? items : [UNKNOWN]
  return [...words, ...known.map((text) => ({ text, glob: false, span }))]
}

function placeholder(options: readonly Field[]): string {
  const { options: given } = readOptions(options, { values: 'I', glued: 'i', long: [] })
  return optionValue(given, '-I', '-i', '--replace')?.text || '{}'
}
