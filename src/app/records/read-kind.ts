import { join } from 'node:path/posix'
import { Refusal } from '../../core/fault.ts'
import type { Attestation } from '../../core/records/check-seal.ts'
import { judgeRatified, type SealPast } from '../../core/records/judge-sealing.ts'
import type { PinnedAsset } from '../../core/records/pins.ts'
import type { Quorum } from '../../core/records/quorum.ts'
import type { QuorumNeed } from '../../core/records/quorum-need.ts'
import type { Reason, Warning } from '../../core/records/record-codes.ts'
import { isClosed, rankOf } from '../../core/records/record-kind.ts'
import { judgeLinks, type LinkOutcome, linkTargets } from '../../core/records/record-links.ts'
import { recordReasons } from '../../core/records/record-reasons.ts'
import { quorumOf } from '../../core/records/record-seals.ts'
import { recordWarnings } from '../../core/records/record-warnings.ts'
import type { TrustAtBase } from '../../core/records/trust-policy.ts'
import type { DeclaredKind } from '../../core/records/workspace-declaration.ts'
import { findDeclaration } from './find-declaration.ts'
import { judgeSeals } from './judge-seals.ts'
import { type LoadedKind, loadKind } from './load-kind.ts'
import type { RecordPlace, RecordsWorld } from './open-place.ts'
import { type PinHashes, readPinned } from './read-pinned.ts'
import { readNeed, readTrust } from './read-trust.ts'
import { type RecordFile, readRecordFile, readRecordLink } from './record-file.ts'

/** One record with everything that is known of it (records.md 10.3). */
export type RecordEntry = RecordFile & {
  /** Exactly where there is no reason. */
  readonly valid: boolean
  readonly reasons: readonly Reason[]
  readonly warnings: readonly Warning[]
  readonly supersededBy: string | null
  readonly remediatedBy: readonly string[]
  /** The ids it names as superseded, whether that has effect or not. */
  readonly supersedes: readonly string[]
  /** Null for a kind without verdicts, and for what does not parse. */
  readonly quorum: Quorum | null
  /** The author's seal. */
  readonly author: Attestation | null
  readonly assets: readonly PinnedAsset[]
}

/** The records of one kind, by code units of their paths. */
export type KindReading = {
  readonly loaded: LoadedKind
  readonly place: RecordPlace
  /** How the workspace declares it; null for a kind that was named on the command line. */
  readonly declared: DeclaredKind | null
  /** From the root of the repository; what pins and governs is relative to it. */
  readonly workspaceRoot: string
  readonly trust: TrustAtBase
  readonly need: QuorumNeed
  readonly records: readonly RecordEntry[]
  /** What was hashed, for the next reading of the same tree. */
  readonly pinHashes: PinHashes
}

export type KindQuestion = {
  readonly place: RecordPlace
  /** Absolute, or relative to the folder the command works in. */
  readonly kindFile: string
  readonly declared?: DeclaredKind | null
  /** An earlier reading of the same kind in the same command: only what the overlay covers is read anew. */
  readonly earlier?: KindReading
}

type Judged = {
  readonly file: RecordFile
  readonly quorum: Quorum | null
  readonly author: Attestation | null
}

/**
 * Reads one kind of records (records.md 3, 10, 11; records-ours.md a to d). Invalid records are listed with their reasons;
 * a kind, a schema or a folder that cannot be read throws a `Refusal` with a code of records.md 11. History is never read.
 */
export async function readKind(world: RecordsWorld, question: KindQuestion): Promise<KindReading> {
  const { place, declared = null, earlier } = question
  const loaded = earlier?.loaded ?? (await loadKind(world, place, question.kindFile))
  const here = join(loaded.kindFile, '..')
  const files = await readFiles({ place, loaded, earlier })
  const trust = earlier?.trust ?? (await readTrust(place))
  const need = earlier?.need ?? (await readNeed(place, here))
  const workspaceRoot = earlier?.workspaceRoot ?? (await findDeclaration(place.tree, here))?.folder ?? '.'
  const judged: Judged[] = []
  for (const file of files) {
    const { verdicts: attestations, author } = await judgeSeals(world, file, { kind: loaded.kind, trust })
    judged.push({ file, author, quorum: quorumOf(file, loaded.kind, { ...need, trust, attestations }) })
  }
  const own = judgeAlone(judged, loaded, await readPast(judged, loaded, place))
  const links = judgeLinks(
    own.map(({ file, reasons, targets }) => ({ path: file.path, id: file.id, state: file.state, reasons, ...targets })),
    loaded.kind,
  )
  const scene = { loaded, place, workspaceRoot, hashes: earlier?.pinHashes ?? new Map() }
  const pinned = await readPinned(world, { ...scene, files, links })
  const records = own.map((one, at) => toEntry(one, { link: links[at] as LinkOutcome, pinned, loaded, trust }))
  return { loaded, place, declared, workspaceRoot, trust, need, records, pinHashes: pinned.hashes }
}

async function readFiles(scene: {
  readonly place: RecordPlace
  readonly loaded: LoadedKind
  readonly earlier: KindReading | undefined
}): Promise<readonly RecordFile[]> {
  const { place, loaded, earlier } = scene
  const entries = await place.tree.list(loaded.folder)
  if (entries === null) {
    const where = place.at === null ? '' : ` at ${place.at.slice(0, 12)}`
    throw new Refusal({
      code: 'location-missing',
      message: `the folder of the records is missing${where}: ${loaded.folder}`,
    })
  }
  const known = new Map(earlier?.records.map((record) => [record.path, record]))
  const listed = entries
    .filter(({ name, kind }) => (kind === 'file' || kind === 'link') && loaded.matches(name))
    .map(({ name, kind }) => ({ path: join(loaded.folder, name), kind }))
  const isKnown = (path: string) => known.has(path) && !place.overlay.has(path)
  const fresh = listed.filter(({ path, kind }) => kind === 'file' && !isKnown(path))
  const bytes = await place.tree.readListed(fresh.map(({ path }) => path))
  return listed.map(({ path, kind }) => {
    if (kind === 'link') return readRecordLink(path)
    const before = isKnown(path) ? known.get(path) : undefined
    if (before !== undefined) return before
    const found = bytes.get(path)
    if (found !== undefined) return readRecordFile(path, found, loaded)
    throw new Refusal({ code: 'unreadable', message: `${path} is listed and cannot be read`, at: { file: path } })
  })
}

/** What base holds of the records for which it makes a difference: closed ones without a seal, and a quorum not met. */
type Past = ReadonlyMap<string, RecordFile>

async function readPast(
  judged: readonly Judged[],
  loaded: LoadedKind,
  { baseTree }: RecordPlace,
): Promise<Past | null> {
  if (baseTree === null) return null
  const asked = judged.filter(({ file, quorum }) => {
    const isUnsealed = loaded.kind.seal !== null && file.seal === '' && isClosed(loaded.kind, file.state)
    return isUnsealed || (quorum?.met === false && isClosed(loaded.kind, file.state))
  })
  const bytes = await baseTree.read(asked.map(({ file }) => file.path))
  return new Map([...bytes].map(([path, found]) => [path, readRecordFile(path, found, loaded)]))
}

type Alone = Judged & {
  readonly targets: ReturnType<typeof targetsOf>
  readonly reasons: readonly Reason[]
  readonly warnings: readonly Warning[]
}

function judgeAlone(judged: readonly Judged[], loaded: LoadedKind, past: Past | null): readonly Alone[] {
  const { kind, schema } = loaded
  const ranks = new Map<string, number>()
  for (const { file } of judged) {
    if (file.id !== null && !ranks.has(file.id)) ranks.set(file.id, rankOf(kind, file.state))
  }
  return judged.map(({ file, quorum, author }) => {
    const targets = targetsOf(file, loaded)
    const { textFaults, lineOf } = file
    const before = past?.get(file.path)
    const seal = kind.seal === null ? null : file.seal
    const alone = recordReasons(file, { kind, schema, textFaults, lineOf, seal, past: sealPast(past, before, loaded) })
    const supersededRank = Math.max(0, ...targets.supersedes.map((id) => ranks.get(id) ?? 0))
    const sameAtBase = before !== undefined && sameText(before.text, file.text)
    const ratified = judgeRatified(file.state, { kind, quorum, sameAtBase, supersededRank })
    return {
      file,
      quorum,
      author,
      targets,
      reasons: [...alone.reasons, ...ratified.reasons],
      warnings: [...alone.warnings, ...ratified.warnings],
    }
  })
}

function sealPast(past: Past | null, before: RecordFile | undefined, { kind }: LoadedKind): SealPast {
  if (past === null) return { kind: 'unknown' }
  if (before === undefined) return { kind: 'known', hadSeal: false, closedAtBase: false }
  return { kind: 'known', hadSeal: before.seal !== '', closedAtBase: isClosed(kind, before.state) }
}

/** Line ends are git's to change on the way to a work tree. */
function sameText(one: string, other: string): boolean {
  return one === other || one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}

function targetsOf({ data }: RecordFile, { kind }: LoadedKind) {
  return { supersedes: linkTargets(data, kind.supersedes), remediates: linkTargets(data, kind.remediates) }
}

function toEntry(
  { file, quorum, author, targets, warnings }: Alone,
  scene: {
    readonly link: LinkOutcome
    readonly pinned: Awaited<ReturnType<typeof readPinned>>
    readonly loaded: LoadedKind
    readonly trust: TrustAtBase
  },
): RecordEntry {
  const { link, pinned, loaded, trust } = scene
  const { kind } = loaded
  const { assets, warnings: pinWarnings } = pinned.of(file)
  const signingActive = trust.signing === 'active'
  const own = file.data === null ? [] : recordWarnings({ kind, data: file.data, quorum, author, signingActive })
  // Field by field: copying ten thousand records by a spread takes longer than parsing them.
  return {
    path: file.path,
    id: file.id,
    state: file.state,
    data: file.data,
    body: file.body,
    digest: file.digest,
    text: file.text,
    textFaults: file.textFaults,
    seal: file.seal,
    drift: file.drift,
    lineOf: file.lineOf,
    valid: link.reasons.length === 0,
    reasons: link.reasons,
    warnings: [...pinWarnings, ...link.warnings, ...own, ...warnings],
    supersededBy: link.supersededBy,
    remediatedBy: link.remediatedBy,
    supersedes: targets.supersedes,
    quorum,
    author,
    assets,
  }
}
