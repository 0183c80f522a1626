import { createHash } from 'node:crypto'
import { join } from 'node:path/posix'
import { judgePins, type Pin, type PinnedAsset, readPins } from '../../core/records/pins.ts'
import type { Warning } from '../../core/records/record-codes.ts'
import type { LinkOutcome } from '../../core/records/record-links.ts'
import type { LoadedKind } from './load-kind.ts'
import type { RecordPlace, RecordsWorld } from './open-place.ts'
import type { RecordFile } from './record-file.ts'

/** Hashes of pinned files by their paths from the workspace root; null where there is no such file. */
export type PinHashes = ReadonlyMap<string, string | null>

export type Pinned = {
  readonly hashes: PinHashes
  of(file: RecordFile): { readonly assets: readonly PinnedAsset[]; readonly warnings: readonly Warning[] }
}

type Scene = {
  readonly loaded: LoadedKind
  readonly place: RecordPlace
  readonly workspaceRoot: string
  /** What is known already. */
  readonly hashes: PinHashes
  readonly files: readonly RecordFile[]
  readonly links: readonly LinkOutcome[]
}

/** Hashes every pinned file once, in the tree that is read, and judges the pins (records.md 16). */
export async function readPinned(world: RecordsWorld, scene: Scene): Promise<Pinned> {
  const field = scene.loaded.kind.pins
  const pinsOf = (file: RecordFile): readonly Pin[] => (field === null ? [] : readPins(file.data?.[field]))
  const pins = new Map(scene.files.map((file) => [file.path, pinsOf(file)]))
  const wanted = new Set([...pins.values()].flat().map(({ path }) => path))
  const missing = [...wanted].filter((path) => !scene.hashes.has(path))
  const hashes = new Map([...scene.hashes, ...(await hash(world, scene, missing))])
  const present = new Map([...hashes].flatMap(([path, sha256]) => (sha256 === null ? [] : [[path, sha256] as const])))
  const superseded = supersededPins(scene, pins)
  const renewed = await renewedPins(world, scene, { pins, superseded, present })
  return {
    hashes,
    of: (file) => {
      const own = judgePins({
        pins: pins.get(file.path) ?? [],
        hashes: present,
        supersededPins: superseded.get(file.id ?? '') ?? [],
        changedSince: (path) => renewed.has(`${file.path}\0${path}`),
      })
      return withDrift(own, file)
    },
  }
}

/** The pins of the records that each id supersedes. */
function supersededPins({ files, links }: Scene, pins: ReadonlyMap<string, readonly Pin[]>) {
  const found = new Map<string, Pin[]>()
  for (const [at, link] of links.entries()) {
    const file = files[at]
    if (link.supersededBy === null || file === undefined) continue
    found.set(link.supersededBy, [...(found.get(link.supersededBy) ?? []), ...(pins.get(file.path) ?? [])])
  }
  return found
}

/**
 * The pins that a record took over from one it supersedes, and whose files were changed after it was added: git's word,
 * asked for these alone. A record that is not committed counts as added now.
 */
async function renewedPins(
  { git }: RecordsWorld,
  { place, workspaceRoot, files }: Scene,
  known: {
    readonly pins: ReadonlyMap<string, readonly Pin[]>
    readonly superseded: ReadonlyMap<string, readonly Pin[]>
    readonly present: ReadonlyMap<string, string>
  },
): Promise<ReadonlySet<string>> {
  const renewed = new Set<string>()
  const commit = place.at ?? place.head
  if (commit === null) return renewed
  for (const { id, path: record } of files) {
    const before = known.superseded.get(id ?? '') ?? []
    const taken = (known.pins.get(record) ?? []).filter(
      ({ path, sha256 }) =>
        known.present.get(path) === sha256 && before.some((pin) => pin.path === path && pin.sha256 === sha256),
    )
    if (taken.length === 0) continue
    const added = await git.lastCommitTime(place.root, commit, record, true)
    for (const { path } of taken) {
      const changed = await git.lastCommitTime(place.root, commit, join(workspaceRoot, path), false)
      if (added !== null && changed !== null && changed > added) renewed.add(`${record}\0${path}`)
    }
  }
  return renewed
}

function withDrift(own: ReturnType<Pinned['of']>, { drift, path }: RecordFile): ReturnType<Pinned['of']> {
  if (drift === null) return own
  const { claimed, actual } = drift
  const asset = claimed === null ? [] : [{ path, sha256: claimed, actual, state: 'drifted' as const }]
  const warning = { code: 'asset-drift' as const, message: `the name does not say the hash of the content, ${actual}` }
  return { assets: [...own.assets, ...asset], warnings: [...own.warnings, warning] }
}

async function hash(
  world: RecordsWorld,
  { place, workspaceRoot }: Scene,
  paths: readonly string[],
): Promise<PinHashes> {
  if (place.at === null) {
    const folder = join(place.root, workspaceRoot)
    const hashes = new Map<string, string | null>()
    for (const path of paths) hashes.set(path, await world.evidence.hash(folder, path))
    return hashes
  }
  const files = await place.tree.read(paths.map((path) => join(workspaceRoot, path)))
  return new Map(
    paths.map((path) => {
      const bytes = files.get(join(workspaceRoot, path))
      return [path, bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex')]
    }),
  )
}
