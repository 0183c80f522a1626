import type { Disk } from '../world-hook.ts'

const POLICY_FILE = '.hpp/policy.json'

/**
 * The project's policy files: in the folder and in every folder above it up to the top of the repository, nearest first.
 * Each of them only hardens, so all of them apply. Outside of a repository only the folder itself counts.
 */
export function findPolicyFiles(disk: Disk, folder: string): readonly string[] {
  const folders = foldersToTop(disk, folder)
  return folders.map((at) => `${at === '/' ? '' : at}/${POLICY_FILE}`).filter((path) => disk.kindOf(path) !== null)
}

export function hasPolicyFile(disk: Disk, folder: string): boolean {
  return findPolicyFiles(disk, folder).length > 0
}

function foldersToTop(disk: Disk, folder: string): readonly string[] {
  const folders: string[] = []
  for (let at = folder; ; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) {
    folders.push(at)
    if (disk.kindOf(`${at === '/' ? '' : at}/.git`) !== null) return folders
    if (at === '/' || !at.startsWith('/')) return folders.slice(0, 1)
  }
}
