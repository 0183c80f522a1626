import type { Bindable } from '../../core/attest/bindings.ts'
import { isRecordPath } from '../../core/tree/tree-hash.ts'
import type { World } from '../world.ts'
import type { SnapshotEntry } from '../world-snapshots.ts'
import { listSubmodules } from './find-submodules.ts'

const SHOWN_MAX = 5

/** What lies in the work tree and is not bound by the record, one line a kind. */
export async function notCovered(
  world: Pick<World, 'files' | 'git'>,
  top: string,
  { entries, words }: { readonly entries: readonly SnapshotEntry[]; readonly words: readonly Bindable[] },
): Promise<readonly string[]> {
  const inner = await listSubmodules(world, top, entries)
  const areBound = words.includes('submodules') || words.includes('tree')
  const ignored = [...(await world.git.listIgnored(top))]
  for (const path of areBound ? inner : []) {
    ignored.push(...(await world.git.listIgnored(`${top}/${path}`)).map((one) => `${path}/${one}`))
  }
  return [
    ...(ignored.length === 0 ? [] : [`ignored files are not covered: ${someOf(ignored)}`]),
    ...(areBound || inner.length === 0
      ? []
      : [`files of submodules are not covered without --bind submodules: ${someOf(inner)}`]),
  ]
}

/** Whether the approval ends with the next event or record, because the folder of those is part of what it binds. */
export function holdsRecords(entries: readonly SnapshotEntry[], words: readonly Bindable[]): boolean {
  return !words.includes('tree') && entries.some(({ path }) => isRecordPath(path))
}

function someOf(paths: readonly string[]): string {
  const rest = paths.length - SHOWN_MAX
  return [...paths.slice(0, SHOWN_MAX), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}
