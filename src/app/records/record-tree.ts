import { join } from 'node:path/posix'
import type { FolderEntry, TreeFile, World } from '../world.ts'

/** The files of a repository as records are read from them. Paths are relative to its root; `.` is the root itself. */
export type RecordTree = {
  /** What lies directly in a folder, by code units of the names; null where there is no such folder. */
  list(folder: string): Promise<readonly FolderEntry[] | null>
  /** The bytes of files; a path that is left out is no file there. A link is none. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** The same for files that were just listed as files. */
  readListed(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

/** What lies in the work tree. */
export function openWorkTree(
  files: Pick<World['files'], 'entriesIn' | 'entryKind' | 'readBytes'>,
  root: string,
): RecordTree {
  const readListed = async (paths: readonly string[]) => {
    const found = new Map<string, Uint8Array>()
    for (const path of paths) {
      const bytes = await files.readBytes(join(root, path))
      if (bytes !== null) found.set(path, bytes)
    }
    return found
  }
  return {
    list: async (folder) => sorted(await files.entriesIn(join(root, folder))),
    readListed,
    async read(paths) {
      const there: string[] = []
      for (const path of paths) if ((await files.entryKind(join(root, path))) === 'file') there.push(path)
      return readListed(there)
    },
  }
}

/** What a commit holds. */
export function openCommit(
  git: Pick<World['git'], 'treeEntries' | 'readBlobs'>,
  root: string,
  commit: string,
): RecordTree {
  const entriesAt = (paths: readonly string[]) => git.treeEntries(root, commit, paths)
  const read = async (paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> => {
    if (paths.length === 0) return new Map()
    const wanted = new Set(paths.map((path) => join(path)))
    const entries = await entriesFor(paths, entriesAt)
    const files = entries.filter(({ path, kind }) => kind === 'file' && wanted.has(path))
    const blobs = new Map(files.map(({ path, blob }) => [path, blob]))
    const bytes = await git.readBlobs(root, [...new Set(blobs.values())])
    return new Map(
      paths.flatMap((path) => {
        const found = bytes.get(blobs.get(join(path)) ?? '')
        return found === undefined ? [] : [[path, found] as const]
      }),
    )
  }
  return {
    read,
    readListed: read,
    async list(folder) {
      const path = join(folder) === '.' ? null : join(folder, '/')
      const entries = await entriesAt(path === null ? [] : [path])
      if (path !== null && entries.length === 0) return null // git keeps no empty folders
      return sorted(entries.map(({ path: entry, kind }) => ({ name: entry.slice(path?.length ?? 0), kind })))
    },
  }
}

/** A tree in which some files have another text, or are there at all: what a writer is about to make. */
export function overlaid(tree: RecordTree, overlay: ReadonlyMap<string, string>): RecordTree {
  const encoder = new TextEncoder()
  const laidOver = async (paths: readonly string[], below: RecordTree['read']) => {
    const found = new Map(await below(paths.filter((path) => !overlay.has(path))))
    for (const path of paths) {
      const text = overlay.get(path)
      if (text !== undefined) found.set(path, encoder.encode(text))
    }
    return found
  }
  return {
    async list(folder) {
      const below = join(folder) === '.' ? '' : join(folder, '/')
      const added = [...overlay.keys()]
        .filter((path) => path.startsWith(below) && !path.slice(below.length).includes('/'))
        .map((path) => ({ name: path.slice(below.length), kind: 'file' as const }))
      const names = new Set(added.map(({ name }) => name))
      const there = await tree.list(folder)
      if (there === null && added.length === 0) return null
      return sorted([...(there ?? []).filter(({ name }) => !names.has(name)), ...added])
    },
    read: (paths) => laidOver(paths, tree.read),
    readListed: (paths) => laidOver(paths, tree.readListed),
  }
}

const ASKED_ONE_BY_ONE_MAX = 200

/** A folder of which many files are asked for is listed as a whole: a command line holds only so many names. */
async function entriesFor(
  paths: readonly string[],
  entriesAt: (paths: readonly string[]) => Promise<readonly TreeFile[]>,
): Promise<readonly TreeFile[]> {
  const byFolder = byFolders(paths.map((path) => join(path)))
  const found: TreeFile[] = []
  for (const [folder, asked] of byFolder) {
    const isMany = asked.length > ASKED_ONE_BY_ONE_MAX
    found.push(...(await entriesAt(isMany ? (folder === '.' ? [] : [`${folder}/`]) : asked)))
  }
  return found
}

function byFolders(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const known = folders.get(join(path, '..'))
    if (known === undefined) folders.set(join(path, '..'), [path])
    else known.push(path)
  }
  return folders
}

function sorted<Entries extends readonly FolderEntry[] | null>(entries: Entries): Entries
function sorted(entries: readonly FolderEntry[] | null): readonly FolderEntry[] | null {
  return entries === null
    ? null
    : [...entries].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}
