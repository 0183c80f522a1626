import { repositoryId } from '../../core/attest/attestation-record.ts'
import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'
import type { SnapshotEntry } from '../world-snapshots.ts'

/** A work tree that is attested: real paths, and what identifies it. */
export type Repository = {
  /** The top of the work tree. */
  readonly top: string
  readonly repo: { readonly name: string; readonly id: string }
  readonly remote: string | null
  /** Null before the first commit. */
  readonly head: string | null
}

type Reading = Pick<World, 'cwd' | 'files' | 'git'>

/** The repository of `--repo`. A folder that is not there, or is in no work tree, is a Refusal. */
export async function openRepository(world: Reading, folder: string | null): Promise<Repository> {
  const place = absolute(world.cwd, folder ?? '.')
  if ((await world.files.kindOf(place)) !== 'folder') {
    throw new Refusal({ code: 'attest/no-folder', message: `repository not found: ${folder ?? place}` })
  }
  const found = await world.git.requireTop(place)
  if (found === null) {
    throw new Refusal({ code: 'attest/no-repository', message: `not in a git work tree: ${folder ?? place}` })
  }
  const top = await world.files.resolve(found)
  const [remote, head] = await Promise.all([world.git.remoteUrl(top), world.git.commit(top, 'HEAD')])
  const name = top.slice(top.lastIndexOf('/') + 1)
  return { top, repo: { name, id: repositoryId(name, remote) }, remote, head }
}

/** Where a real path lies below the top, or null where it does not. */
export function pathBelow(top: string, real: string): string | null {
  const start = top === '/' ? '/' : `${top}/`
  return real.startsWith(start) && real.length > start.length ? real.slice(start.length) : null
}

/** The files of the work tree, without the record at hand where that lies inside. */
export async function takeSnapshot(
  world: Pick<World, 'snapshots'>,
  top: string,
  recordFile: string,
): Promise<readonly SnapshotEntry[]> {
  const own = pathBelow(top, recordFile)
  return (await world.snapshots.take(top)).filter(({ path }) => path !== own)
}

export function absolute(cwd: string, path: string): string {
  return path.startsWith('/') ? path : `${cwd}/${path}`
}
