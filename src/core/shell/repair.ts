import type { ShellReading, SimpleCommand } from './simple-command.ts'

/** What a command may be while a log is violated (specification decisions section 6). */
export type WhileViolated =
  | { readonly kind: 'inspect' }
  | { readonly kind: 'repair-restore'; readonly id: string | null; readonly session: string | null }
  | { readonly kind: 'repair-git'; readonly paths: readonly string[] }
  | { readonly kind: 'repair-sequencer' }
  | { readonly kind: 'other' }

export type RepairOptions = {
  /** Leading words by which a denial printed our own program (`[['/usr/bin/node', '/opt/bylaw.cjs']]`). */
  readonly programs?: readonly (readonly string[])[]
}

const OTHER: WhileViolated = { kind: 'other' }
const INSPECT: WhileViolated = { kind: 'inspect' }

/**
 * Says whether a text is one of the few commands that pass while the log is violated: exactly one simple command that
 * makes up the whole text, plainly written, without assignment, redirection, wrapper or anything dynamic. Whether the
 * paths of `repair-git` lie in the log is for the caller to see.
 */
export function classifyWhileViolated(text: string, reading: ShellReading, options: RepairOptions = {}): WhileViolated {
  const [command, ...others] = reading.commands
  if (command === undefined || others.length > 0 || reading.faults.length > 0 || !isPlain(text, command)) return OTHER
  const words = command.words.map((word) => word.text)
  if (words[0] === 'git') return classifyGit(words.slice(1))
  const own = ownWords(words, options.programs ?? [])
  return own === null ? OTHER : classifyOwn(own)
}

function isPlain(text: string, command: SimpleCommand): boolean {
  const { words, assignments, redirects, nesting, span } = command
  if (assignments.length > 0 || redirects.length > 0 || nesting.length > 0 || command.wrappers.length > 0) return false
  const name = words[0]
  if (name === undefined || words.some((word) => word.dynamic) || command.piped) return false
  return text.slice(...span) === text.trim() && text.slice(...name.span) === name.text
}

const OUTPUT_OPTIONS = [
  '--output',
  '--output-directory',
  '--ext-diff',
  '--textconv',
  '--no-index',
  '--open-files-in-pager',
]

function classifyGit(words: readonly string[]): WhileViolated {
  const [verb = '', ...args] = words
  if (['status', 'diff', 'log'].includes(verb)) return args.some(isRiskyOption) ? OTHER : INSPECT
  if (verb === 'restore' || verb === 'checkout') return classifyRestore(args)
  const sequencer = args.length === 1 && (args[0] === '--abort' || args[0] === '--continue')
  return (verb === 'rebase' || verb === 'merge') && sequencer ? { kind: 'repair-sequencer' } : OTHER
}

/** Options that write or start a program; git takes long ones cut short. */
function isRiskyOption(word: string): boolean {
  if (/^-[oO]/.test(word)) return true
  const name = word.split('=', 1)[0] ?? ''
  return /^--./.test(name) && OUTPUT_OPTIONS.some((risky) => risky.startsWith(name) || name.startsWith(`${risky}-`))
}

/** Pathspecs with magic or globs may reach out of the log, so only plain paths pass. */
function classifyRestore(args: readonly string[]): WhileViolated {
  const [separator, ...paths] = args
  if (separator !== '--' || paths.length === 0) return OTHER
  return paths.every((path) => /^[^:*?[\]\\]+$/.test(path)) ? { kind: 'repair-git', paths } : OTHER
}

/** The words behind our program's name, or null where another program is called. */
function ownWords(words: readonly string[], programs: readonly (readonly string[])[]): readonly string[] | null {
  const leading = [['bylaw'], ['hdr'], ['hpp'], ...programs.filter((program) => program.length > 0)]
  const found = leading.find((program) => program.every((word, at) => words[at] === word))
  return found === undefined ? null : words.slice(found.length)
}

const READING_OPTIONS = /^--(?:json|help|base|format|no-color)(?:=.*)?$|^-h$/

function classifyOwn(words: readonly string[]): WhileViolated {
  const [verb, ...args] = words
  if (verb === 'explain' || verb === 'validate') {
    return args.every((word) => !word.startsWith('-') || READING_OPTIONS.test(word)) ? INSPECT : OTHER
  }
  return verb === 'decisions' && args[0] === 'restore' ? classifyOwnRestore(args.slice(1)) : OTHER
}

const DECISION_ID = /^[A-Z][A-Z0-9]{0,15}-[0-9]{3,}$/

function classifyOwnRestore(args: readonly string[]): WhileViolated {
  let id: string | null = null
  let session: string | null = null
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    const value = word === '--session' ? args[++at] : /^--session=(.+)$/s.exec(word)?.[1]
    if (value !== undefined && session === null && !value.startsWith('-')) session = value
    else if (DECISION_ID.test(word) && id === null) id = word
    else return OTHER
  }
  return { kind: 'repair-restore', id, session }
}
