import type { HarnessName } from '../harness.ts'
import type { HookProgram } from './registration.ts'

/** The first can switch a guard off, the second slows every start of Node. */
const UNSET = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'] as const
const PROGRAM_NAMES = ['bylaw', 'hdr', 'hpp'] as const
const BUNDLE_NAMES = ['hook.cjs', 'bylaw.cjs'] as const

/** The program and its arguments, one word each, as they reach the system; null for the program on PATH. */
export function programWords(harness: HarnessName, program: HookProgram): readonly string[] {
  const unset = UNSET.flatMap((name) => ['-u', name])
  if (program.kind === 'on-path') return ['/usr/bin/env', ...unset, 'bylaw', 'hook', harness]
  const state = `XDG_STATE_HOME=${program.stateHome}`
  return ['/usr/bin/env', ...unset, state, program.node, program.bundle, 'hook', harness]
}

/**
 * The shell command that is registered. `missingExit` is the exit status where the program is not on PATH: 2 refuses,
 * but at the end of a turn a 2 would send the agent on for ever.
 */
export function shellCommand(harness: HarnessName, program: HookProgram, missingExit: 1 | 2 = 2): string {
  const command = programWords(harness, program).map(quoteWord).join(' ')
  if (program.kind === 'absolute') return command
  return `command -v bylaw >/dev/null 2>&1 || { echo "${MISSING}" >&2; exit ${missingExit}; }; exec ${command}`
}

/** What a shared registration says where the program is missing. */
export const MISSING =
  'bylaw is not on PATH, and this project is registered to run it at every tool call: npm install --global bylaw'

/** Whether the words start our program for that harness and nothing else, under any of its three names. */
export function isOurWords(words: readonly string[], harness: HarnessName): boolean {
  const rest = withoutEnvironment(words)
  const [program = '', ...others] = rest
  if (rest.at(-2) !== 'hook' || rest.at(-1) !== harness) return false
  if (rest.length === 3) return includes(PROGRAM_NAMES, baseName(program)) || includes(BUNDLE_NAMES, baseName(program))
  return rest.length === 4 && program.startsWith('/') && includes(BUNDLE_NAMES, baseName(others[0] ?? ''))
}

/** Whether a shell command text is one of ours. A text that merely names us, as in a comment or an `echo`, is not. */
export function isOurCommand(text: string, harness: HarnessName): boolean {
  const shared = { kind: 'on-path' } as const
  if (text === shellCommand(harness, shared) || text === shellCommand(harness, shared, 1)) return true
  const words = splitWords(text)
  return words !== null && isOurWords(words, harness)
}

function withoutEnvironment(words: readonly string[]): readonly string[] {
  if (words[0] !== '/usr/bin/env') return words
  let at = 1
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '-u' && /^[A-Z_]+$/.test(words[at + 1] ?? '')) at += 1
    else if (!word.startsWith('XDG_STATE_HOME=/')) break
  }
  return words.slice(at)
}

/** One shell word, quoted only where it must be. */
export function quoteWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The words of a command of plain and quoted words; null for anything that a shell would expand, join or branch on. */
export function splitWords(text: string): readonly string[] | null {
  const word = /(?:[A-Za-z0-9_@%+=:,./-]|'[^']*'|\\[ '"\\]|"[^"$`\\]*")+/y
  const words: string[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === ' ') at += 1
    else {
      word.lastIndex = at
      const found = word.exec(text)?.[0]
      if (found === undefined) return null
      words.push(unquote(found))
      at += found.length
      if (at < text.length && text[at] !== ' ') return null
    }
  }
  return words
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, plain) => single ?? double ?? plain)
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
