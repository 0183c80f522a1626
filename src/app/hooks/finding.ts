import type { HarnessName } from '../../core/harness.ts'

/** One thing that was looked at. `info` says something and judges nothing. */
export type Finding = {
  readonly subject: string
  readonly verdict: 'ok' | 'info' | 'warn' | 'fail'
  readonly text: string
  /** What to do about it. */
  readonly mend?: string
}

/** The command that mends a registration. */
export function installLine(harness: HarnessName): string {
  return `bylaw hooks install --harness ${harness} --apply`
}
