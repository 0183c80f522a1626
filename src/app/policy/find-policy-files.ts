import type { Disk } from '../world-hook.ts'

const POLICY_FOLDER = '.hpp'
const POLICY_FILE = `${POLICY_FOLDER}/policy.json`

/** Where a command stands. */
export type PolicyPlace = {
  /** The absolute folder that it starts in. */
  readonly folder: string
  /** The folders of the logs that apply: no change below one of them hides the files that apply to the log itself. */
  readonly projects: readonly string[]
}

/**
 * The project's policy files, nearest first: those in the folder and in every folder above it up to the top of the
 * repository or, where that lies further up, to the folder of a log; and those of each log's folder likewise. Each of them
 * only hardens, so all of them apply. A `.hpp` that is there and is no folder to look into counts as a file that cannot be
 * read.
 */
export function findPolicyFiles(disk: Disk, place: PolicyPlace): readonly string[] {
  const found = new Map<string, string>()
  for (const at of foldersOf(disk, place)) {
    const path = policyFileIn(disk, at)
    if (path === null) continue
    const real = disk.realPath(path)
    if (!found.has(real)) found.set(real, path)
  }
  return [...found.values()]
}

export function hasPolicyFile(disk: Disk, place: PolicyPlace): boolean {
  for (const at of foldersOf(disk, place)) if (policyFileIn(disk, at) !== null) return true
  return false
}

function policyFileIn(disk: Disk, folder: string): string | null {
  if (disk.kindOf(below(folder, POLICY_FOLDER)) === null) return null
  const path = below(folder, POLICY_FILE)
  return disk.kindOf(path) !== null || !disk.canList(below(folder, POLICY_FOLDER)) ? path : null
}

/** Nearest first, each once. A folder that is reached through a link also lies where the link leads. */
function foldersOf(disk: Disk, { folder, projects }: PolicyPlace): ReadonlySet<string> {
  const folders = new Set<string>()
  const starts = new Set([folder, disk.realPath(folder), ...projects])
  for (const start of starts) for (const at of foldersToTop(disk, start, projects)) folders.add(at)
  return folders
}

/** Up to the first repository, or to the last log where that lies further up; without either the folder alone. */
function foldersToTop(disk: Disk, start: string, projects: readonly string[]): readonly string[] {
  const folders: string[] = []
  let wanted = 1
  let foundTop = false
  for (let at = start; ; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) {
    folders.push(at)
    const isTop: boolean = !foundTop && isRepository(disk, at)
    foundTop ||= isTop
    if (isTop || projects.includes(at)) wanted = folders.length
    const isOver = foundTop && !projects.some((project) => project !== at && at.startsWith(below(project, '')))
    if (isOver || at === '/' || !at.startsWith('/')) return folders.slice(0, wanted)
  }
}

/** A name alone ends nothing: `mkdir .git` would hide what lies above. */
function isRepository(disk: Disk, folder: string): boolean {
  const path = below(folder, '.git')
  const kind = disk.kindOf(path)
  if (kind === null) return false
  if (disk.kindOf(`${path}/HEAD`) !== null) return true
  return kind === 'file' && disk.readText(path, GIT_FILE_BYTES_MAX)?.startsWith('gitdir:') === true
}

const GIT_FILE_BYTES_MAX = 8192

function below(folder: string, name: string): string {
  return `${folder === '/' ? '' : folder}/${name}`
}
