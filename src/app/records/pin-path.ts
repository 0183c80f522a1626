import { dirname, join, relative, resolve } from 'node:path/posix'
import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'
import { findDeclaration } from './find-declaration.ts'
import { openPlace } from './open-place.ts'

/** A file as a record pins it: from the workspace root nearest above it, with the hash of its bytes. */
export type PinReport = { readonly kind: 'pin'; readonly path: string; readonly sha256: string }

/** The pin of a file as it is now, to be put into the evidence of a record (records.md 8.5). */
export async function pinPath(world: World, given: string): Promise<PinReport> {
  const place = await openPlace(world)
  const path = await world.files.resolve(resolve(world.cwd, given))
  const below = relative(place.root, path)
  if (below === '' || below.startsWith('../') || below.startsWith('/')) {
    throw new Refusal({ code: 'pin-outside', message: `${given} lies outside of ${place.root}` })
  }
  const workspace = join(place.root, (await findDeclaration(place.tree, dirname(below)))?.folder ?? '.')
  const name = relative(workspace, path)
  const sha256 = await world.evidence.hash(workspace, name)
  if (sha256 === null) throw new Refusal({ code: 'pin-missing', message: `${given} is no file` })
  return { kind: 'pin', path: name, sha256 }
}
