import type { InnerPart, Run } from './inner-run.ts'
import { type Option, type OptionSpec, optionValue, readOptions } from './options.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'
import { xargsCalls } from './xargs-calls.ts'

/** A program that runs the words behind its options, or texts that it is given. */
export type Wrapper = OptionSpec & {
  /** Operands in front of the command: how many, or what they look like. */
  readonly skip?: number | RegExp
  /** The command stands behind the first of these words, or there is none. */
  readonly behind?: readonly string[]
  /** `NAME=value` may stand in front of the command. */
  readonly assignments?: true
  /** Options that name the folder to run in. */
  readonly folder?: readonly string[]
  /** Options whose value is a text for a shell. */
  readonly text?: readonly string[]
  /** Variables in front of the call whose value is a text for a shell. */
  readonly environment?: readonly string[]
  /** Which part of such a text a shell gets, as its first group; where it does not match, none. */
  readonly pick?: RegExp
  /** Options with which nothing is run. */
  readonly inert?: readonly string[]
  /** Options whose value is split into words. */
  readonly split?: readonly string[]
  /**
   * `only-text`: operands are no command. `joined`: they are put together and given to a shell. `texts`: each is given
   * to a shell. `program`: a word that holds blanks is given to a shell with the others.
   */
  readonly operands?: 'only-text' | 'joined' | 'texts' | 'program'
  /** The program is named by its package, which may carry a version. Blanks as with `program`. */
  readonly package?: true
  /** It adds words that the text does not show. */
  readonly adds?: true
  /** The words run in the shell itself: builtins and functions count. */
  readonly inShell?: true
  /** Functions of the shell do not count. */
  readonly pastFunctions?: true
  /** Without a command it starts a shell: always, or with one of these options. */
  readonly shell?: true | readonly string[]
  /** What it runs runs elsewhere. */
  readonly remote?: true
}

type Options = readonly Option<Field>[]
type WordsPart = Extract<InnerPart, { kind: 'words' }>
type TextPart = Extract<InnerPart, { kind: 'text' }>

const ASSIGNMENT = /^([^=]+)=([\s\S]*)$/
/** A function as the environment hands it on. */
const FUNCTION = /^BASH_FUNC_[^=]+=\(\)\s*([\s\S]+)$/

/** What a wrapper's row says that a call of it runs. Its own options start at `from`. */
export function readWrapper(wrapper: Wrapper, call: Call, from = 1): Run | undefined {
  const run = readRow(wrapper, call, from)
  const strange = strangeOptions(wrapper, call, from)
  if (strange.length === 0) return run
  const other = readRow({ ...wrapper, long: [...(wrapper.long ?? []), ...strange] }, call, from)
  if (run === undefined || other === undefined) return run ?? other
  return { self: run.self || other.self, parts: [...run.parts, ...other.parts] }
}

/** Long options that take no value, so that no second reading is needed. */
const SWITCHES: ReadonlySet<string> = new Set(
  (
    'help version verbose quiet silent yes no no-install preserve-env ignore-environment null foreground ' +
    'preserve-status no-run-if-empty interactive exit open-tty show-limits login non-interactive stdin set-home shell ' +
    'background reset-timestamp remove-timestamp list validate askpass bell edit preserve-groups fork wait ctty pid ' +
    'ipc net user mount uts cgroup time all map-root-user map-current-user map-auto mount-proc keep-caps clear-groups ' +
    'init-groups keep-groups no-new-privs nnp reset-env append portability follow-forks no-fork exclusive shared unlock ' +
    'nonblock close nonblocking ignore-existing prefer-offline prefer-online offline ignore-scripts parallel recursive ' +
    'workspace-root if-present include-workspace-root no-bail stream aggregate-output resume-from-disabled global debug ' +
    'trace dry-run no-project isolated frozen locked no-sync no-dev dev all-extras no-cache refresh reinstall upgrade ' +
    'no-config no-python-downloads managed-python native-tls exact no-editable active no-active no-progress bun ' +
    'live-stream no-capture-output shell-auto-fallback raw-output color differences no-title no-color no-wrap chgexit ' +
    'errexit precise beep print0 exec open-lock return flush force command-only user-only scope pipe pty same-dir ' +
    'collect remain-after-exit no-block no-ask-password send-sighup slice-inherit expand-environment kill-child ' +
    'shell-mode pure ignore-environment unset-all overload override ignore-env no-overload'
  ).split(' '),
)

/** Long options that the row does not know may take the next word or not: the call is read both ways. */
function strangeOptions(wrapper: Wrapper, call: Call, from: number): readonly string[] {
  if (!call.fields.some(({ text }) => text.startsWith('--') && text.length > 2)) return []
  const { options } = readOptions(call.fields.slice(from), wrapper)
  return options.flatMap(({ name, value }) => {
    const long = value === null && name.startsWith('--') ? name.slice(2) : ''
    return long === '' || SWITCHES.has(long) || isKnownOption(wrapper, long) ? [] : [long]
  })
}

function isKnownOption(wrapper: Wrapper, long: string): boolean {
  const lists = [wrapper.long, wrapper.inert, wrapper.shell === true ? undefined : wrapper.shell, wrapper.behind]
  return lists.some((list) => list?.includes(long) || list?.includes(`--${long}`))
}

function readRow(wrapper: Wrapper, call: Call, from: number): Run | undefined {
  const name = call.fields[0]
  const { options, operands } = readOptions(call.fields.slice(from), wrapper)
  if (name === undefined || options.some((option) => wrapper.inert?.includes(option.name))) return undefined
  const texts = findTexts(wrapper, call, options, operands)
  if (texts.length > 0) return { self: true, parts: texts.map((text) => textPart(text, wrapper)) }
  const split = optionValue(options, ...(wrapper.split ?? []))
  if (split !== null) {
    const fields = fieldsBehind(split, call, from)
    return {
      self: false,
      parts: [{ kind: 'words', nesting: 'wrapper', fields, split, head: { ...name, text: 'env' } }],
    }
  }
  const run = isOnlyText(wrapper)
    ? undefined
    : readOperands(wrapper, call, findWords(wrapper, call, from, operands), options)
  const { shell } = wrapper
  const starts = shell === true || options.some((option) => shell?.includes(option.name))
  return run === undefined && starts ? shellRun(call) : run
}

/** The words behind an option's value, glued on or not: the first of what was split ends the options. */
function fieldsBehind(value: Field, { fields }: Call, from: number): readonly Field[] {
  const apart = fields.indexOf(value, from)
  const isGlued = ({ text }: Field) => text.startsWith('-') && text.endsWith(value.text)
  const at = apart >= 0 ? apart : fields.findIndex((field, index) => index >= from && isGlued(field))
  return at < 0 ? [] : fields.slice(at + 1)
}

function isOnlyText({ operands }: Wrapper): boolean {
  return operands === 'only-text' || operands === 'texts'
}

/** A shell that was named by no word reads what the call reads. */
export function shellRun(call: Call, { remote = false }: { readonly remote?: boolean } = {}): Run | undefined {
  const { stdin, feed, span } = call
  if (stdin !== null)
    return { self: true, parts: [{ ...textPart({ text: stdin, glob: false, span }, { remote }), input: 'none' }] }
  if (feed === null || feed === 'file') return undefined
  const nesting = remote ? 'remote' : 'wrapper'
  const fields = [{ text: 'sh', glob: false, span }]
  return { self: true, parts: [{ kind: 'words', nesting, fields, ...(remote ? { folder: null } : {}) }] }
}

function findTexts(wrapper: Wrapper, call: Call, options: Options, operands: readonly Field[]): readonly Field[] {
  const given = options.flatMap(({ name, value }) => (value !== null && wrapper.text?.includes(name) ? [value] : []))
  const set = call.assignments.flatMap(({ name, value }) =>
    value !== null && wrapper.environment?.includes(name) ? [value] : [],
  )
  // What stands behind `--` is for the shell: `su x -- -c TEXT`.
  const at =
    wrapper.shell === true && isOnlyText(wrapper) ? operands.findIndex(({ text }) => /^-[a-z]*c$/.test(text)) : -1
  const late = at < 0 ? [] : operands.slice(at + 1, at + 2)
  const all = [...given, ...late, ...set, ...(wrapper.operands === 'texts' ? operands : [])]
  const { pick } = wrapper
  if (pick === undefined) return all
  return all.flatMap((field) => {
    const text = pick.exec(field.text)?.[1]
    return text === undefined ? [] : [{ ...field, text }]
  })
}

function findWords(wrapper: Wrapper, call: Call, from: number, operands: readonly Field[]): readonly Field[] {
  const { behind } = wrapper
  if (behind === undefined) return operands
  const at = call.fields.findIndex(({ text }, index) => index >= from && behind.includes(text))
  return at < 0 ? [] : call.fields.slice(at + 1)
}

function readOperands(wrapper: Wrapper, call: Call, operands: readonly Field[], options: Options): Run | undefined {
  const found = wrapper.assignments ? operands.findIndex(({ text }) => text !== '-' && !ASSIGNMENT.test(text)) : 0
  const start = found < 0 ? operands.length : found
  const assignments = operands.slice(0, start).flatMap(readAssignment)
  const skipped = skipWords(wrapper, operands.slice(start))
  // No program is called `-x`: options may stand behind what was skipped too.
  const again = skipped[0]?.text.startsWith('-') ? readOptions(skipped, wrapper) : null
  const text = optionValue(again?.options ?? [], ...(wrapper.text ?? []))
  if (text !== null) return { self: true, parts: [textPart(text, wrapper)] }
  const rest = again?.operands ?? skipped
  const [first] = rest
  if (first === undefined) return undefined
  if (isJoined(wrapper, first)) return { self: true, parts: [textPart(joinFields(rest), wrapper)] }
  const folder = optionValue(options, ...(wrapper.folder ?? []))
  const functions = operands.slice(0, start).flatMap((field) => {
    const body = FUNCTION.exec(field.text)?.[1]
    return body === undefined ? [] : [textPart({ ...field, text: body })]
  })
  const parts = wordsParts(wrapper, call, rest, folder).map((part) => ({ ...part, assignments }))
  return { self: false, parts: [...functions, ...parts] }
}

function skipWords({ skip = 0 }: Wrapper, words: readonly Field[]): readonly Field[] {
  if (typeof skip === 'number') return words.slice(skip)
  const end = words.findIndex(({ text }) => !skip.test(text))
  return end < 0 ? [] : words.slice(end)
}

function isJoined(wrapper: Wrapper, first: Field): boolean {
  if (wrapper.operands === 'joined') return true
  return (wrapper.operands === 'program' || wrapper.package === true) && /\S\s/.test(first.text)
}

function wordsParts(wrapper: Wrapper, call: Call, rest: readonly Field[], folder: Field | null): readonly WordsPart[] {
  const taken = new Set(rest)
  const named = wrapper.package ? rest.map((field, at) => (at === 0 ? unversioned(field) : field)) : rest
  const part: WordsPart = {
    kind: 'words',
    nesting: wrapper.remote ? 'remote' : 'wrapper',
    fields: named,
    wrapper: call.fields.filter((field) => !taken.has(field)),
    inShell: wrapper.inShell === true && call.inShell,
    pastFunctions: wrapper.pastFunctions === true || call.pastFunctions === true,
    ...(wrapper.adds ? { input: 'none' } : {}),
    ...(folder !== null || wrapper.remote ? { folder: wrapper.remote ? null : folder } : {}),
  }
  return wrapper.adds ? xargsCalls(call, named).map((fields) => ({ ...part, fields })) : [part]
}

/** `rimraf@5`, `x@npm:rimraf`, `ruff>=0.5` without what says the version. */
function unversioned(field: Field): Field {
  if (/^[./]|:\/\//.test(field.text)) return field
  const text = field.text.slice(field.text.lastIndexOf('npm:') + (field.text.includes('npm:') ? 4 : 1))
  const at = text.indexOf('@', 1)
  const end = at < 0 ? text.search(/[<>=~![]/) : at
  return { ...field, text: end > 0 ? text.slice(0, end) : text }
}

function readAssignment(field: Field): Call['assignments'] {
  const match = ASSIGNMENT.exec(field.text)
  return match === null ? [] : [{ name: match[1] ?? '', value: { ...field, text: match[2] ?? '' } }]
}

/** The words as one text, the way `eval` and `ssh` put them together. */
export function joinFields(fields: readonly Field[]): Field {
  const text = fields.map((field) => field.text).join(' ')
  return { text, glob: false, span: [fields[0]?.span[0] ?? 0, fields.at(-1)?.span[1] ?? 0] }
}

/** A text for a shell of its own. */
export function textPart(field: Field, { remote = false }: { readonly remote?: boolean } = {}): TextPart {
  const nesting = remote ? 'remote' : 'shell-c'
  return { kind: 'text', nesting, text: field.text, span: field.span, sameShell: false, positional: null }
}
