import { join, relative } from 'node:path/posix'
import { Refusal } from '../../core/fault.ts'
import type { DeclaredKind } from '../../core/records/workspace-declaration.ts'
import { findDeclaration, mustDeclare } from './find-declaration.ts'
import type { RecordPlace, RecordsWorld } from './open-place.ts'

/** A declared kind and where its file is. */
export type PlacedKind = {
  readonly declared: DeclaredKind
  /** Absolute. */
  readonly kindFile: string
}

/**
 * The kinds that the declaration nearest above the folder the command works in lists, in the tree that is read (records.md
 * 3). None where nothing is declared; throws where the declaration cannot be used.
 */
export async function declaredKinds(world: RecordsWorld, place: RecordPlace): Promise<readonly PlacedKind[]> {
  const here = relative(place.root, await world.files.resolve(world.cwd))
  const found = await findDeclaration(place.tree, here)
  if (found === null) return []
  return mustDeclare(found).kinds.map((declared) => ({
    declared,
    kindFile: join(place.root, found.folder, declared.path),
  }))
}

/** What a command says that needs a kind and finds none. */
export function kindIsRequired(): Refusal {
  const hint = 'a workspace declares its kinds in chant.workspace.json: bylaw records init'
  return new Refusal({ code: 'usage/kind', message: '--kind <kind file> is required', hint })
}
