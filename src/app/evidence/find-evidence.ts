import type { CheckOf } from '../../core/decisions/check.ts'
import { durationMs } from '../../core/decisions/duration.ts'
import type { EvidenceResult } from '../../core/decisions/evaluate-workspace.ts'
import { quoteWord } from '../../core/registration/our-command.ts'
import type { World } from '../world.ts'
import { type ListedEvidence, listEvidence } from './list-evidence.ts'
import type { VerifyReach } from './verify-evidence.ts'

export type EvidenceReach = VerifyReach & Pick<World, 'clock'>

/** What is wanted: the record of a criterion, of this command if one is named, not older than that. */
export type WantedEvidence = Pick<CheckOf<'evidence_required'>, 'criterion' | 'argv' | 'max_age'>

const FOLDER = '.hpp/evidence'
const MOVED_SHOWN = 3

/**
 * Whether a passed run of a criterion lies in `.hpp/evidence` of the folder, whole, and on the tree as it is now. The
 * newest record that holds counts; where none does, the newest one says why not.
 */
export async function findEvidence(reach: EvidenceReach): Promise<(one: WantedEvidence) => EvidenceResult> {
  const { records } = await listEvidence(reach, { folder: FOLDER, id: null })
  return (one) => judge(one, records)
}

function judge(wanted: WantedEvidence, all: readonly ListedEvidence[]): EvidenceResult {
  const records = all.filter(({ id }) => id === wanted.criterion)
  const fresh = records.find((record) => whyNot(record, wanted) === null)
  if (fresh !== undefined) return { kind: 'fresh', record: fresh.file }
  const newest = records[0]
  const why = newest === undefined ? 'it was never run here' : (whyNot(newest, wanted) ?? '')
  return { kind: 'lacking', why, run: commandFor(wanted, newest) }
}

/** Null where a record is evidence for what is wanted. */
export function whyNot(record: ListedEvidence, { argv, max_age: maxAge }: WantedEvidence): string | null {
  if (record.status === 'blocked') return `its record is blocked (${record.problems[0] ?? 'unknown'})`
  if (record.status === 'not-evidence') return `its last run was ${record.verdict}`
  if (argv !== undefined && !isSame(argv, record.command)) return 'its last run was of another command'
  if (record.freshness.kind === 'unknown') return record.freshness.why
  if (record.freshness.kind === 'stale') return movedText(record.freshness.moved)
  if (record.treeChanged.length > 0) return `the tree changed while it ran (${shown(record.treeChanged)})`
  if (maxAge !== undefined && (record.ageMs ?? Number.POSITIVE_INFINITY) > durationMs(maxAge)) {
    return `its last run is older than ${maxAge}`
  }
  return null
}

function movedText(moved: readonly string[]): string {
  return moved.length === 0 ? 'the tree has moved since' : `${shown(moved)} changed since`
}

function shown(paths: readonly string[]): string {
  const rest = paths.length - MOVED_SHOWN
  return `${paths.slice(0, MOVED_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at])
}

/** The command to run: the one that is wanted, else that of the last record. */
function commandFor({ criterion, argv }: WantedEvidence, newest: ListedEvidence | undefined): string {
  const words = argv ?? (newest === undefined || newest.status === 'blocked' ? null : newest.command)
  const artifacts = newest?.patterns.map((pattern) => ` --artifact ${quoteWord(pattern)}`).join('') ?? ''
  return `bylaw evidence run --id ${criterion}${artifacts} -- ${words?.map(quoteWord).join(' ') ?? 'COMMAND'}`
}
