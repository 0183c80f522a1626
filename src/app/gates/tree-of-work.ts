import type { LoggedEvent } from '../../core/events/logged-events.ts'
import { isLeftOut } from '../../core/evidence/recorded-tree.ts'
import { readRecord } from '../../core/evidence/verify-record.ts'
import { treeHash } from '../../core/tree/tree-hash.ts'
import { readEvidence } from '../evidence/list-evidence.ts'
import { fromTop, readTreeNow } from '../evidence/tree-now.ts'
import { dataText, type GateReach } from './gate-question.ts'

/**
 * The hash of the tree that a piece of work stands on: without `.hpp/` and the artifacts of its latest evidence. Null
 * outside of git.
 */
export async function treeOfWork(
  world: Pick<GateReach, 'cwd' | 'files' | 'git' | 'snapshots'>,
  history: readonly LoggedEvent[],
): Promise<string | null> {
  const now = await readTreeNow(world)
  if (now === null) return null
  const leaveOut = isLeftOut(fromTop(now, await artifactsOf(world, history)))
  return treeHash(now.entries, { leaveOut })
}

async function artifactsOf({ cwd, files }: Pick<GateReach, 'cwd' | 'files'>, history: readonly LoggedEvent[]) {
  const latest = history.findLast(({ type }) => type === 'evidence_recorded')
  const file = latest === undefined ? null : dataText(latest, 'evidence')
  if (file === null || (await files.kindOf(`${cwd}/${file}`)) !== 'file') return []
  const record = readEvidence((await files.readText(`${cwd}/${file}`)) ?? '', file)
  const reading = record === null ? null : readRecord(record)
  return reading?.kind === 'sound' ? reading.files.map(({ path }) => path) : []
}
