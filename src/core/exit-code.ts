/** 0 ok, 1 warn or manual gate, 2 block or refusal, 3 usage or internal error. */
export type ExitCode = 0 | 1 | 2 | 3

/** How a command ended, before it becomes a number. */
export type Outcome = 'ok' | 'warn' | 'block' | 'error'

const EXIT_CODES: Readonly<Record<Outcome, ExitCode>> = { ok: 0, warn: 1, block: 2, error: 3 }

/** The only place where an outcome becomes a process exit code. */
export function exitCodeFor(outcome: Outcome): ExitCode {
  return EXIT_CODES[outcome]
}
