import type { InnerPart, Run } from './inner-run.ts'
import { hasOption, type OptionSpec, optionValue, readOptions } from './options.ts'
import { joinFields, shellRun, textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

const TMUX: OptionSpec = { values: 'cfLST' }
const NEW: OptionSpec = { values: 'cFnstxyef' }
const PANE: OptionSpec = { values: 'cFtelp' }
const RUN: OptionSpec = { values: 'ctd' }
const POPUP: OptionSpec = { values: 'bcdehsStTwxy' }
const KEYS: OptionSpec = { values: 'NtcT' }

/** Verbs of tmux and their short forms: what is behind the options is a text for a shell. */
const TMUX_VERBS: Readonly<Record<string, OptionSpec>> = {
  'new-session': NEW,
  new: NEW,
  'new-window': NEW,
  neww: NEW,
  'split-window': PANE,
  splitw: PANE,
  'respawn-pane': NEW,
  respawnp: NEW,
  'respawn-window': NEW,
  respawnw: NEW,
  'run-shell': RUN,
  run: RUN,
  'if-shell': RUN,
  if: RUN,
  'pipe-pane': RUN,
  pipep: RUN,
  'display-popup': POPUP,
  popup: POPUP,
  'send-keys': KEYS,
  send: KEYS,
}

/** Each command of a `tmux` call, parted by words that end in `;`. */
export function readTmux(call: Call): Run {
  const { options, operands } = readOptions(call.fields.slice(1), TMUX)
  const typed = optionValue(options, '-c')
  return {
    self: true,
    parts: [...(typed === null ? [] : [textPart(typed)]), ...splitCommands(operands).flatMap(tmuxTexts)],
  }
}

function splitCommands(words: readonly Field[]): readonly (readonly Field[])[] {
  const commands: Field[][] = [[]]
  for (const word of words) {
    const last = word.text.endsWith(';')
    const text = last ? word.text.slice(0, -1) : word.text
    if (text !== '') commands.at(-1)?.push({ ...word, text })
    if (last) commands.push([])
  }
  return commands
}

function tmuxTexts([verb, ...args]: readonly Field[]): readonly InnerPart[] {
  const spec = verb !== undefined && Object.hasOwn(TMUX_VERBS, verb.text) ? TMUX_VERBS[verb.text] : undefined
  if (verb === undefined || spec === undefined) return []
  const { options, operands } = readOptions(args, spec)
  const [first] = operands
  if (first === undefined) return []
  if (/^if/.test(verb.text)) return [textPart(first)]
  if (/^run/.test(verb.text) && hasOption(options, '-C')) return []
  const typed = /^send/.test(verb.text) ? typedText(operands) : null
  return [textPart(typed === null ? joinFields(operands) : { ...first, text: typed })]
}

/** Keys are typed one behind the other; a few have names. */
function typedText(keys: readonly Field[]): string {
  return keys.map(({ text }) => keyText(text)).join('')
}

function keyText(text: string): string {
  if (/^(?:Enter|KPEnter|C-[mj])$/i.test(text)) return '\n'
  if (/^Space$/i.test(text)) return ' '
  return /^(?:[CMS]-.{1,12}|Escape|Tab|BTab|BSpace|Up|Down|Left|Right|Home|End|F\d+)$/i.test(text) ? '' : text
}

/** `screen [options] COMMAND`, and what `-X` makes a running one do. */
export function readScreen(call: Call): Run | undefined {
  const { options, operands } = readOptions(call.fields.slice(1), { values: 'cehpsStT' })
  const [first, second, ...rest] = operands
  if (first === undefined || hasOption(options, '-r', '-R', '-x', '-ls', '-list')) return undefined
  if (!hasOption(options, '-X'))
    return { self: true, parts: [{ kind: 'words', nesting: 'wrapper', fields: operands, input: 'none' }] }
  if (second === undefined) return undefined
  if (first.text === 'stuff')
    return { self: true, parts: [textPart({ ...second, text: second.text.replace(/\\n|\^M|\r/g, '\n') })] }
  if (first.text !== 'exec' && first.text !== 'screen') return undefined
  return { self: true, parts: [{ kind: 'words', nesting: 'wrapper', fields: [second, ...rest], input: 'none' }] }
}

/** `at` and `batch` run later what they read. */
export function readAt(call: Call): Run | undefined {
  const { options } = readOptions(call.fields.slice(1), { values: 'qft', mixed: true })
  if (hasOption(options, '-f', '-l', '-r', '-d', '-c')) return undefined
  if (call.stdin === null) return shellRun(call)
  const { span } = call
  const part: InnerPart = {
    kind: 'text',
    nesting: 'heredoc-to-shell',
    text: call.stdin,
    span,
    sameShell: false,
    positional: null,
  }
  return { self: true, parts: [part] }
}
