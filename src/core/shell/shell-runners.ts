import type { Run } from './inner-run.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

const VALUE_OPTIONS: Readonly<Record<string, true>> = { '--rcfile': true, '--init-file': true, '--emulate': true }

type ShellWords = {
  readonly runs: boolean
  readonly text: boolean
  readonly stdin: boolean
  readonly operands: readonly Field[]
}

/** `bash -c TEXT name args…`, or a script on a known standard input. The shell is a command of its own beside that. */
export function readShell(call: Call): Run | undefined {
  const words = readShellWords(call.fields.slice(1))
  const [first, ...rest] = words.operands
  if (!words.runs) return undefined
  if (words.text) {
    if (first === undefined) return undefined
    const positional = (rest.length === 0 ? [call.fields[0] ?? first] : rest).map((field) => field.text)
    const part = {
      kind: 'text',
      nesting: 'shell-c',
      text: first.text,
      span: first.span,
      sameShell: false,
      positional,
    } as const
    return { self: true, parts: [part] }
  }
  const fromStdin = words.stdin || first === undefined || first.text === '/dev/stdin' || first.text === '/dev/fd/0'
  if (call.stdin === null || !fromStdin) return undefined
  const positional = [call.fields[0] ?? first, ...(words.stdin ? words.operands : rest)].map(
    (field) => field?.text ?? '',
  )
  const part = {
    kind: 'text',
    nesting: 'heredoc-to-shell',
    text: call.stdin,
    span: call.span,
    sameShell: false,
    positional,
  } as const
  return { self: true, parts: [part] }
}

/** Options of a shell stand in front; `-o` and `+O` take a word each, also in the middle of a cluster (`-euxo pipefail`). */
function readShellWords(words: readonly Field[]): ShellWords {
  let runs = true
  let text = false
  let stdin = false
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at]?.text ?? ''
    if (option === '-' || option === '--') return { runs, text, stdin, operands: words.slice(at + 1) }
    if (!/^[-+]./.test(option)) return { runs, text, stdin, operands: words.slice(at) }
    if (option.startsWith('--')) {
      if (Object.hasOwn(VALUE_OPTIONS, option)) at += 1
      continue
    }
    const minus = option.startsWith('-')
    text ||= minus && option.includes('c')
    stdin ||= minus && option.includes('s')
    runs &&= !(minus && option.includes('n'))
    at += [...option].filter((letter) => letter === 'o' || letter === 'O').length
  }
  return { runs, text, stdin, operands: [] }
}

/** `eval` puts its words together and runs them in the same shell. */
export function readEval(call: Call): Run | undefined {
  const rest = call.fields.slice(call.fields[1]?.text === '--' ? 2 : 1)
  const [first] = rest
  const last = rest[rest.length - 1]
  if (first === undefined || last === undefined) return undefined
  const text = rest.map((field) => field.text).join(' ')
  const span = [first.span[0], last.span[1]] as const
  return {
    self: true,
    parts: [{ kind: 'text', nesting: 'eval', text, span, sameShell: call.inShell, positional: null }],
  }
}
