import {
  byCodePoint,
  isTokenObject,
  parseTokenJson,
  type TokenObject,
  type TokenValue,
} from '../../core/codec/token-json.ts'
import { EVIDENCE_SCHEMA } from '../../core/evidence/evidence-record.ts'
import { readRecordedTree } from '../../core/evidence/recorded-tree.ts'
import { MUTATION_SCHEMA } from '../../core/mutation/mutation-record.ts'
import type { World } from '../world.ts'
import type { EvidenceVerification } from './evidence-verification.ts'
import { type VerifyReach, verifyRecord } from './verify-evidence.ts'
import { verifyMutation } from './verify-mutation.ts'

export type ListedEvidence = EvidenceVerification & {
  readonly startedAt: string | null
  /** Milliseconds since it was run; null where the record does not say. */
  readonly ageMs: number | null
  readonly command: readonly string[]
  readonly patterns: readonly string[]
  /** What was not the same before and after the run. */
  readonly treeChanged: readonly string[]
}

export type EvidenceList = {
  readonly kind: 'evidence-list'
  readonly folder: string
  /** Newest first. */
  readonly records: readonly ListedEvidence[]
  /** Files there that are no such records. */
  readonly others: readonly string[]
}

/** The records of runs in a folder, each verified, with its age and whether the tree is still the one it speaks of. */
export async function listEvidence(
  world: VerifyReach & Pick<World, 'clock'>,
  input: { readonly folder: string; readonly id: string | null },
): Promise<EvidenceList> {
  const found: { file: string; record: TokenObject }[] = []
  const others: string[] = []
  for (const { path, text } of await world.evidence.list(world.cwd, input.folder)) {
    const record = text === null ? null : readKept(text, path)
    if (record === null) others.push(path)
    else if (input.id === null || record['id'] === input.id) found.push({ file: path, record })
  }
  const reach = readingOnce(world)
  const records: ListedEvidence[] = []
  for (const one of found.sort(newestFirst)) records.push(await listedRecord(reach, { ...one, allowedSigners: null }))
  return { kind: 'evidence-list', folder: input.folder, records, others }
}

type Kept = { readonly file: string; readonly record: TokenObject }

/** By the start that a record says, then by the number that its name got within that second. */
export function newestFirst(one: Kept, other: Kept): number {
  const start = ({ record }: Kept) => (typeof record['started_at'] === 'string' ? record['started_at'] : '')
  const number = ({ file }: Kept) => Number(/Z-(\d+)[.]json$/.exec(file)?.[1] ?? 1)
  return byCodePoint(start(other), start(one)) || number(other) - number(one)
}

/** One record with all that the list tells of it. */
export async function listedRecord(
  world: VerifyReach & Pick<World, 'clock'>,
  input: { readonly file: string; readonly record: TokenObject; readonly allowedSigners: string | null },
): Promise<ListedEvidence> {
  const verify = input.record['schema'] === MUTATION_SCHEMA ? verifyMutation : verifyRecord
  return { ...(await verify(world, input)), ...aboutRun(input.record, world.clock.now().getTime()) }
}

/** The tree is read, and git is asked about each commit, once for all records. */
export function readingOnce<W extends VerifyReach>(world: W): W {
  const trees = new Map<string, ReturnType<World['snapshots']['take']>>()
  const changes = new Map<string, ReturnType<World['git']['changedSince']>>()
  return {
    ...world,
    snapshots: { take: (top, options) => remember(trees, top, () => world.snapshots.take(top, options)) },
    git: {
      ...world.git,
      changedSince: (top, commit) => remember(changes, `${top}\0${commit}`, () => world.git.changedSince(top, commit)),
    },
  }
}

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

/** A record of a run, or null for any other text. */
export function readEvidence(text: string, file: string): TokenObject | null {
  const record = readKept(text, file)
  return record?.['schema'] === EVIDENCE_SCHEMA ? record : null
}

/** The same, or a record of criterion sensitivity. */
function readKept(text: string, file: string): TokenObject | null {
  const parsed = parseTokenJson(text, { file })
  if (!parsed.ok || !isTokenObject(parsed.value)) return null
  const { schema } = parsed.value
  return schema === EVIDENCE_SCHEMA || schema === MUTATION_SCHEMA ? parsed.value : null
}

function aboutRun(record: TokenObject, nowMs: number) {
  const { started_at: startedAt, command, artifacts } = record
  const text = typeof startedAt === 'string' ? startedAt : null
  const startMs = text === null ? Number.NaN : Date.parse(text)
  return {
    startedAt: text,
    ageMs: Number.isNaN(startMs) ? null : Math.max(0, nowMs - startMs),
    command: textsOf(command),
    patterns: textsOf(Array.isArray(artifacts) ? artifacts.map((group) => patternOf(group)) : []),
    treeChanged: readRecordedTree(record)?.changed ?? [],
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : []
}

function patternOf(group: TokenValue): TokenValue {
  return isTokenObject(group) ? (group['pattern'] ?? null) : null
}
