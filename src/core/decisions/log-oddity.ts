import { claimedId } from './claimed-id.ts'
import type { DecisionFaultCode, DecisionWarningCode } from './decision.ts'
import type { Finding, InvalidFile, LogOddity } from './decision-log.ts'

type UnreadableKind = 'not-utf8' | 'too-large' | 'unreadable'
type OtherKind = Exclude<LogOddity['kind'], UnreadableKind>

const UNREADABLE: Readonly<Record<UnreadableKind, string>> = {
  'not-utf8': 'is not valid UTF-8',
  'too-large': 'is larger than a decision file may be',
  unreadable: 'cannot be read',
}

type Saying = {
  readonly code: DecisionFaultCode | DecisionWarningCode
  readonly severity: Finding['severity']
  readonly message: string
  readonly hint: string
}

const OTHERS: Readonly<Record<OtherKind, Saying>> = {
  folder: {
    code: 'unexpected-entry',
    severity: 'warning',
    message: 'is a folder, and nothing in it is read',
    hint: 'decision files lie in the log folder itself',
  },
  'other-extension': {
    code: 'unexpected-entry',
    severity: 'warning',
    message: 'does not end in .json, and is not read',
    hint: 'rename it, or move it out of the log folder',
  },
  'symbolic-link': {
    code: 'symbolic-link',
    severity: 'error',
    message: 'is a symbolic link, and is not followed',
    hint: 'put the file itself there',
  },
  'outside-workspace': {
    code: 'outside-workspace',
    severity: 'error',
    message: 'leads out of the repository',
    hint: 'the decision log must lie in the repository that it binds',
  },
}

export function isUnreadableFile(other: LogOddity): other is LogOddity & { readonly kind: UnreadableKind } {
  return Object.hasOwn(UNREADABLE, other.kind)
}

/** A decision file whose text nobody could get at is an invalid file like any other. */
export function invalidOf({ name, kind, detail }: LogOddity & { readonly kind: UnreadableKind }): InvalidFile {
  const message = `${name} ${UNREADABLE[kind]}${behind(detail)}`
  return { file: name, id: claimedId({ name, text: '' }), faults: [{ code: kind, message, at: { file: name } }] }
}

export function findingOf({ name, kind, detail }: LogOddity): Finding {
  const { code, severity, message, hint } = OTHERS[kind as OtherKind]
  return { code, severity, message: `${name} ${message}${behind(detail)}`, hint, at: { file: name } }
}

function behind(detail: string | undefined): string {
  return detail === undefined ? '' : `: ${detail}`
}
