import { join } from 'node:path/posix'
import { compareVersions } from '../../core/records/compare-versions.ts'
import { judgeWrite } from '../../core/records/gained-reasons.ts'
import { needsQuorum, ratifyRefusal } from '../../core/records/ratifying.ts'
import type { Reason } from '../../core/records/record-codes.ts'
import { rankOf } from '../../core/records/record-kind.ts'
import type { World } from '../world.ts'
import { withOverlay } from './open-place.ts'
import type { OpenWrite } from './open-write.ts'
import { type KindReading, type RecordEntry, readKind } from './read-kind.ts'
import { readRecordFile } from './record-file.ts'
import { openCommit } from './record-tree.ts'
import { refuseAgent } from './refuse-agent.ts'
import { refuse } from './run-verb.ts'

export type PlannedWrite = {
  /** From the root of the repository. */
  readonly path: string
  /** Null for a new file. */
  readonly before: string | null
  readonly text: string
  /** The state that the record comes from; null for a new one. */
  readonly from: string | null
}

/**
 * The core of every write (records.md 8.1): all records are read again with the one text laid over; the record written
 * must have no reason against it, no other may gain one, and what needs a quorum must have it. Then the file is written.
 * The answer is the record as it is then.
 */
export async function finishWrite(world: World, open: OpenWrite, write: PlannedWrite): Promise<RecordEntry> {
  const { reading, writer } = open
  const overlay = new Map([[write.path, write.text]])
  const after = await readKind(world, {
    place: withOverlay(reading.place, overlay),
    kindFile: reading.loaded.kindFile,
    declared: reading.declared,
    earlier: reading,
  })
  const written = after.records.find(({ path }) => path === write.path)
  const past = written === undefined ? [] : await judgePast(world, reading, written)
  const fault = judgeWrite({ path: write.path, before: reading.records, after: withoutQuorum(after, write.path, past) })
  if (fault !== null) refuse(fault)
  if (written === undefined) throw new Error('a record that is not listed was let through')
  await judgeQuorum(world, { after, written, write, isDry: writer === null })
  const path = join(reading.place.root, write.path)
  if (write.before === null) await writer?.create(path, write.text)
  else await writer?.replace(path, { before: write.before, after: write.text })
  return written
}

/** A quorum that is not met is told last, and in full: what is invalid besides comes before it. */
function withoutQuorum({ records }: KindReading, path: string, past: readonly Reason[]) {
  return records.map((record) =>
    record.path === path
      ? { path, reasons: [...record.reasons.filter(({ code }) => code !== 'ratify-quorum-not-met'), ...past] }
      : record,
  )
}

/** What the text would do to the record as HEAD and base have it (records-ours.md d). */
async function judgePast(
  { git }: World,
  { place, loaded }: KindReading,
  written: RecordEntry,
): Promise<readonly Reason[]> {
  const head = place.head === null || place.head === place.base?.commit ? null : openCommit(git, place.root, place.head)
  const trees = [place.baseTree, head].filter((tree) => tree !== null)
  const found: Reason[] = []
  for (const tree of trees) {
    const bytes = (await tree.read([written.path])).get(written.path)
    if (bytes === undefined) continue
    found.push(...compareVersions({ earlier: readRecordFile(written.path, bytes, loaded), now: written }, loaded.kind))
  }
  return found
}

type Ratifying = {
  readonly after: KindReading
  readonly written: RecordEntry
  readonly write: PlannedWrite
  readonly isDry: boolean
}

async function judgeQuorum(world: World, { after, written, write, isDry }: Ratifying): Promise<void> {
  const { kind } = after.loaded
  const ranks = written.supersedes.map((id) =>
    rankOf(kind, after.records.find((record) => record.id === id)?.state ?? null),
  )
  const move = { kind, from: write.from, to: written.state, supersededRank: Math.max(0, ...ranks) }
  if (written.quorum !== null && needsQuorum(move)) {
    if (!isDry) await refuseAgent(world, after, `${written.id} is ${written.state} by people`)
    const refusal = ratifyRefusal(written.id ?? write.path, written.quorum, after.trust)
    if (refusal !== null) refuse(refusal)
  }
  const left = written.reasons.find(({ code }) => code === 'ratify-quorum-not-met')
  if (left !== undefined) refuse(left)
}
