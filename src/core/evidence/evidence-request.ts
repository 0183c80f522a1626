import { type Fault, Refusal } from '../fault.ts'
import { holdsSecret } from './command-secrets.ts'
import { isInsideText } from './workspace-path.ts'

export const TIMEOUT_S_DEFAULT = 600
const TIMEOUT_S_MAX = 86_400
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

export type EvidenceRequest = {
  readonly id: string
  readonly command: readonly string[]
  readonly artifacts: readonly string[]
  readonly timeoutS: number
  /** Where the record goes, below the workspace. */
  readonly out: string
}

export function isEvidenceId(id: string): boolean {
  return ID.test(id)
}

/** Seconds a criterion may take: a finite number over 0, at most a day (protocol-a 6.1). */
export function isTimeout(value: number): boolean {
  return Number.isFinite(value) && value > 0 && value <= TIMEOUT_S_MAX
}

/** Throws on the first thing that forbids a run, in the order of protocol-a 6.1; nothing has run by then. */
export function assertMayRun({ id, command, artifacts, timeoutS, out }: EvidenceRequest): void {
  if (!isEvidenceId(id)) {
    refuse('bad-id', 'the id must be a plain name: letters, digits, . _ -, at most 80, a letter or digit first')
  }
  if (command.length === 0 || command.some((word) => word === '')) {
    refuse('bad-command', 'the command must be a non-empty argv list without an empty word', 'put it behind --')
  }
  if (holdsSecret(command)) {
    refuse(
      'secret',
      'the command line looks like it holds a secret, and it would stand in the record',
      'pass it in the environment',
    )
  }
  for (const pattern of artifacts) {
    if (pattern.trim() === '') refuse('bad-artifact', 'an artifact must be a non-empty path glob')
    if (!isInsideText(pattern))
      refuse('outside', `the artifact ${JSON.stringify(pattern)} must lie inside the workspace`)
  }
  if (!isTimeout(timeoutS)) refuse('bad-timeout', `the timeout must be over 0 and at most ${TIMEOUT_S_MAX} seconds`)
  if (!isInsideText(out)) refuse('outside', `--out ${JSON.stringify(out)} must lie inside the workspace`)
}

function refuse(code: string, message: string, hint?: string): never {
  const fault: Fault = { code: `evidence/${code}`, message, ...(hint === undefined ? {} : { hint }) }
  throw new Refusal(fault)
}
