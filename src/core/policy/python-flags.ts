import { PatternProblem, type PatternReader } from './python-pattern-reader.ts'

/** The modes that RE2 does not know and the translation follows itself. */
export type PythonMode = {
  /** `\w`, `\d`, `\s` and `\b` know ASCII only: `(?a)`. */
  readonly ascii: boolean
  /** Blanks and comments are passed over: `(?x)`. */
  readonly verbose: boolean
}

export type PythonFlags = {
  /** `global` for `(?i)`, `group` for `(?i:`, of which the colon is taken. */
  readonly scope: 'global' | 'group'
  readonly on: string
  readonly off: string
}

/** Reads the flags of `(?…)` or `(?…:` behind the question mark, `)` or `:` included. */
export function readFlags(reader: PatternReader): PythonFlags {
  const on = reader.takeWhile(/^[A-Za-z]/)
  const off = reader.takeIf('-') ? reader.takeWhile(/^[A-Za-z]/) : null
  const wrong = [...on, ...(off ?? '')].find((flag) => !/[aimsux]/.test(flag))
  if (wrong !== undefined) throw new PatternProblem(`the flag ${wrong} is not supported`, 'flags: a, i, m, s, u, x')
  if (off !== null && !/^[imsx]+$/.test(off)) throw new PatternProblem('only the flags i, m, s and x can be turned off')
  if (/a/.test(on) && /u/.test(on)) throw new PatternProblem('the flags a and u exclude one another')
  if ([...(off ?? '')].some((flag) => on.includes(flag)))
    throw new PatternProblem('a flag is turned on and off at once')
  if (reader.takeIf(':')) return { scope: 'group', on, off: off ?? '' }
  if (off === null && reader.takeIf(')')) return { scope: 'global', on, off: '' }
  throw new PatternProblem('flags end with neither ":" nor ")"')
}

/** The mode inside of the flags' scope. */
export function modeWith(mode: PythonMode, { on, off }: PythonFlags): PythonMode {
  return {
    ascii: on.includes('a') || (mode.ascii && !on.includes('u')),
    verbose: !off.includes('x') && (mode.verbose || on.includes('x')),
  }
}

/** The opening of a group with those of the flags that RE2 knows. */
export function groupOpening({ on, off }: PythonFlags): string {
  const kept = (flags: string) => ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('')
  return `(?${kept(on)}${kept(off) === '' ? '' : `-${kept(off)}`}:`
}
