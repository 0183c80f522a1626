import type { CheckOf } from '../../core/decisions/check.ts'
import { durationMs } from '../../core/decisions/duration.ts'
import type { EvidenceResult } from '../../core/decisions/evaluate-workspace.ts'
import { quoteWord } from '../../core/registration/our-command.ts'
import type { World } from '../world.ts'
import { type ListedEvidence, listedRecord, newestFirst, readEvidence, readingOnce } from './list-evidence.ts'
import type { VerifyReach } from './verify-evidence.ts'

export type EvidenceReach = VerifyReach & Pick<World, 'clock'>

/** What is wanted: the record of a criterion, of this command if one is named, not older than that. */
export type WantedEvidence = Pick<CheckOf<'evidence_required'>, 'criterion' | 'argv' | 'max_age'>

const FOLDER = '.hpp/evidence'
const MOVED_SHOWN = 3

/**
 * Whether each criterion has a passed run on the tree as it is now, by the records in `.hpp/evidence` of the folder. Of
 * the runs on this tree the newest decides: one that failed later is not outlived by one that passed before. Where none
 * is of this tree, the newest of all says why. With `allowedSigners` only what one of them signed holds. Answers stand in the order of `wanted`.
 */
export async function findEvidence(
  world: EvidenceReach,
  wanted: readonly WantedEvidence[],
  allowedSigners: string | null = null,
): Promise<readonly EvidenceResult[]> {
  const reach = readingOnce(world)
  const records = (await world.evidence.list(world.cwd, FOLDER)).flatMap(({ path, text }) => {
    const record = text === null ? null : readEvidence(text, path)
    // A copy under another name would be another run.
    return record === null || record['record_path'] !== path ? [] : [{ file: path, record, allowedSigners }]
  })
  const results: EvidenceResult[] = []
  for (const one of wanted) {
    const own = records.filter(({ record }) => record['id'] === one.criterion)
    results.push(await judge(reach, one, own.toSorted(newestFirst)))
  }
  return results
}

async function judge(
  reach: EvidenceReach,
  wanted: WantedEvidence,
  records: readonly Parameters<typeof listedRecord>[1][],
): Promise<EvidenceResult> {
  let newest: ListedEvidence | undefined
  for (const one of records) {
    const listed = await listedRecord(reach, one)
    newest ??= listed
    if (listed.freshness.kind !== 'fresh' || isOfAnother(listed, wanted)) continue
    const why = whyNot(listed, wanted)
    if (why === null) return { kind: 'fresh', record: listed.file }
    return { kind: 'lacking', why, run: commandFor(wanted, listed) }
  }
  const why = newest === undefined ? 'it was never run here' : (whyNot(newest, wanted) ?? 'it was never run here')
  return { kind: 'lacking', why, run: commandFor(wanted, newest) }
}

/** Null where a record is evidence for what is wanted. */
export function whyNot(record: ListedEvidence, wanted: WantedEvidence): string | null {
  if (record.status === 'blocked') return `its record is blocked (${record.problems[0] ?? 'unknown'})`
  if (record.status === 'not-evidence') return `its last run was ${record.verdict}`
  if (isOfAnother(record, wanted)) return 'its last run was of another command'
  if (record.freshness.kind === 'unknown') return record.freshness.why
  if (record.freshness.kind === 'stale') return movedText(record.freshness.moved)
  if (record.treeChanged.length > 0) return `the tree changed while it ran (${shown(record.treeChanged)})`
  const { max_age: maxAge } = wanted
  if (maxAge !== undefined && (record.ageMs ?? Number.POSITIVE_INFINITY) > durationMs(maxAge)) {
    return `its last run is older than ${maxAge}`
  }
  return null
}

function isOfAnother({ command }: ListedEvidence, { argv }: WantedEvidence): boolean {
  return argv !== undefined && !(argv.length === command.length && argv.every((word, at) => word === command[at]))
}

function movedText(moved: readonly string[]): string {
  return moved.length === 0 ? 'the tree has moved since' : `${shown(moved)} changed since`
}

function shown(paths: readonly string[]): string {
  const rest = paths.length - MOVED_SHOWN
  return `${paths.slice(0, MOVED_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The command to run: the one that is wanted, else that of the last record. */
function commandFor({ criterion, argv }: WantedEvidence, newest: ListedEvidence | undefined): string {
  const words = argv ?? (newest === undefined || newest.status === 'blocked' ? null : newest.command)
  const artifacts = newest?.patterns.map((pattern) => ` --artifact ${quoteWord(pattern)}`).join('') ?? ''
  return `bylaw evidence run --id ${criterion}${artifacts} -- ${words?.map(quoteWord).join(' ') ?? 'COMMAND'}`
}
