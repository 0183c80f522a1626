import type { Fault } from '../fault.ts'
import { holdsSecret } from './command-secrets.ts'
import { isInsideText } from './workspace-path.ts'

const TIMEOUT_S_MAX = 86_400
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

/** Whether an id is a plain name: letters, digits, `. _ -`, at most 80, a letter or digit first (protocol-a 6.1). */
export function isEvidenceId(id: string): boolean {
  return ID.test(id)
}

/** Seconds a criterion may take: a finite number over 0, at most a day (protocol-a 6.1). */
export function isTimeout(value: number): boolean {
  return Number.isFinite(value) && value > 0 && value <= TIMEOUT_S_MAX
}

/** What is to be run, as it was asked for. */
export type EvidenceRequest = {
  readonly id: string
  readonly argv: readonly string[]
  readonly artifacts: readonly string[]
  readonly timeoutS: number
  /** The folder of the records, as typed. */
  readonly out: string
  readonly recordEvent: boolean
}

export type RequestFaultCode =
  | 'evidence/bad-id'
  | 'evidence/bad-command'
  | 'evidence/secret'
  | 'evidence/bad-artifact'
  | 'evidence/bad-timeout'
  | 'evidence/bad-out'
  | 'evidence/no-artifact'

/** The first reason not to run, in the order of protocol-a 6.1; null where there is none. */
export function faultOfRequest(request: EvidenceRequest): Fault<RequestFaultCode> | null {
  return (
    faultOfCommand(request) ??
    faultOfArtifacts(request.artifacts) ??
    (isTimeout(request.timeoutS)
      ? null
      : { code: 'evidence/bad-timeout', message: 'timeout must be a number of seconds over 0, at most 86400' }) ??
    (isInsideText(request.out) && !request.out.split(/[\\/]/).includes('.git')
      ? null
      : { code: 'evidence/bad-out', message: `the output folder must lie inside the workspace: ${request.out}` }) ??
    (request.recordEvent && request.artifacts.length === 0
      ? {
          code: 'evidence/no-artifact',
          message: 'an event needs evidence of at least one artifact',
          hint: 'name what the command writes: --artifact GLOB',
        }
      : null)
  )
}

/** The part of it that every command with a criterion shares. */
export function faultOfCommand({
  id,
  argv,
}: Pick<EvidenceRequest, 'id' | 'argv'>): Fault<'evidence/bad-id' | 'evidence/bad-command' | 'evidence/secret'> | null {
  if (!isEvidenceId(id)) {
    const message = 'id must be a plain name: letters, digits, . _ -, at most 80, a letter or digit first'
    return { code: 'evidence/bad-id', message }
  }
  if (argv.length === 0 || argv.includes('')) {
    const message = 'the command must be a non-empty argv list without empty words'
    return { code: 'evidence/bad-command', message, hint: 'put it behind --, as in: -- npm test' }
  }
  if (!holdsSecret(argv)) return null
  return {
    code: 'evidence/secret',
    message: 'the command line looks like it holds a secret, and a record keeps it for good',
    hint: 'hand the secret over in the environment, which is passed on and never recorded',
  }
}

function faultOfArtifacts(patterns: readonly string[]): Fault<RequestFaultCode> | null {
  if (patterns.some((pattern) => pattern.trim() === '')) {
    return { code: 'evidence/bad-artifact', message: 'an artifact must be a non-empty path glob' }
  }
  const outside = patterns.find((pattern) => !isInsideText(pattern))
  if (outside === undefined) return null
  return { code: 'evidence/bad-artifact', message: `an artifact must lie inside the workspace: ${outside}` }
}
