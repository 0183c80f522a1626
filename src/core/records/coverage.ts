import { type Governed, governs, type Member, memberOf } from './governed-paths.ts'
import { isAtOrBelow } from './pinned-path.ts'
import { isClosed, type RecordKind, rankOf } from './record-kind.ts'

export type ChangedPath = {
  readonly path: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly from: string | null
}

/** A current, valid record as the coverage of changes needs it; see `isCovering`. */
export type CoveringRecord = {
  readonly id: string
  /** Decided by one person only: it covers, and the report says so. */
  readonly provisional: boolean
  readonly governed: Governed
  readonly outOfScope: readonly string[]
}

export type PathCoverage = ChangedPath & {
  readonly member: string | null
  readonly status: 'record' | 'ignored' | 'covered' | 'uncovered' | 'out-of-scope'
  readonly provisional: boolean
  readonly coveredBy: readonly string[]
  readonly outOfScopeBy: readonly string[]
}

export type CoverageFinding = {
  readonly id: string
  readonly code: 'change-uncovered' | 'change-out-of-scope'
  readonly path: string
  readonly message: string
  readonly severity: 'warn' | 'fail'
  readonly records: readonly string[]
}

export type CoverageQuestion = {
  readonly changes: readonly ChangedPath[]
  readonly records: readonly CoveringRecord[]
  readonly members: readonly Member[]
  readonly isRecordFile: (path: string) => boolean
  /** Whether the declaration's `changes.ignore` leaves a path out. */
  readonly isIgnored: (path: string) => boolean
  readonly severity: 'off' | 'warn' | 'fail'
}

export type Coverage = {
  readonly paths: readonly PathCoverage[]
  readonly findings: readonly CoverageFinding[]
  readonly ok: boolean
}

/**
 * Whether a record covers changes (records.md 17): valid, with an id, not superseded, in an approved state. A record
 * that says itself that it is superseded governs nothing any more.
 */
export function isCovering(
  record: {
    readonly id: string | null
    readonly state: string | null
    readonly valid: boolean
    readonly supersededBy: string | null
  },
  kind: Pick<RecordKind, 'states' | 'approval' | 'reviews'>,
): boolean {
  if (record.id === null || !record.valid || record.supersededBy !== null) return false
  const ratified = kind.reviews?.ratified ?? null
  const closed = isClosed(kind, record.state)
  if (kind.approval === null) return closed
  return rankOf(kind, record.state) > 0 && (!closed || ratified === null || record.state === ratified)
}

/** What the current records say of changed paths, with at most one finding a path. */
export function judgeCoverage(question: CoverageQuestion): Coverage {
  const members = new Map(question.changes.map(({ path }) => [path, memberOf(path, question.members)]))
  const inHand = question.records.filter((record) =>
    question.changes.some(({ path }) => covers(record, path, members.get(path) ?? null)),
  )
  const paths = question.changes.map((change) =>
    coverageOf(change, { question, inHand, member: members.get(change.path) ?? null }),
  )
  const findings =
    question.severity === 'off' ? [] : paths.flatMap((path) => findingOf(path, question.severity === 'fail'))
  return { paths, findings, ok: question.severity !== 'fail' || findings.length === 0 }
}

function covers({ governed, outOfScope }: CoveringRecord, path: string, member: string | null): boolean {
  return governs(governed, path, member) && !excludes(outOfScope, path)
}

function excludes(outOfScope: readonly string[], path: string): boolean {
  return outOfScope.some((above) => isAtOrBelow(path, above))
}

type Scene = {
  readonly question: CoverageQuestion
  readonly inHand: readonly CoveringRecord[]
  readonly member: string | null
}

function coverageOf(change: ChangedPath, { question, inHand, member }: Scene): PathCoverage {
  const { path } = change
  const covering = inHand.filter((record) => covers(record, path, member))
  const outOfScopeBy = inHand.filter(({ outOfScope }) => excludes(outOfScope, path)).map(({ id }) => id)
  const found = { ...change, member, coveredBy: covering.map(({ id }) => id), outOfScopeBy, provisional: false }
  if (question.isRecordFile(path)) return { ...found, status: 'record' }
  if (question.isIgnored(path)) return { ...found, status: 'ignored' }
  if (outOfScopeBy.length > 0) return { ...found, status: 'out-of-scope' }
  if (covering.length === 0) return { ...found, status: 'uncovered' }
  return { ...found, status: 'covered', provisional: covering.every(({ provisional }) => provisional) }
}

function findingOf({ path, status, outOfScopeBy }: PathCoverage, fails: boolean): readonly CoverageFinding[] {
  const severity = fails ? 'fail' : 'warn'
  if (status === 'uncovered') {
    const code = 'change-uncovered'
    return [
      {
        id: `finding:${code}:${path}`,
        code,
        path,
        message: `no current decision covers ${path}`,
        severity,
        records: [],
      },
    ]
  }
  if (status !== 'out-of-scope') return []
  const code = 'change-out-of-scope'
  const message = `${path} is out of scope by ${outOfScopeBy.join(', ')}`
  return [{ id: `finding:${code}:${path}`, code, path, message, severity, records: outOfScopeBy }]
}

/**
 * The records that forbid work on a path, for hooks (records-ours.md, The bridge): every enforced record is in hand,
 * unless another enforced one covers the path by a `path:` entry.
 */
export function excludedBy(path: string, enforced: readonly CoveringRecord[]): readonly string[] {
  const coversByPath = ({ governed, outOfScope }: CoveringRecord) =>
    governed.paths.some((above) => isAtOrBelow(path, above)) && !excludes(outOfScope, path)
  return enforced
    .filter(
      (record) =>
        excludes(record.outOfScope, path) && !enforced.some((other) => other !== record && coversByPath(other)),
    )
    .map(({ id }) => id)
}
