import { resolve } from 'node:path/posix'
import { Refusal } from '../../core/fault.ts'
import { resolveKindArgument } from '../../core/records/resolve-kind-argument.ts'
import type { DeclaredKind } from '../../core/records/workspace-declaration.ts'
import type { World } from '../world.ts'
import type { RecordWriter } from '../world-record-writes.ts'
import { findDeclaration, mustDeclare } from './find-declaration.ts'
import { openPlace, type RecordPlace } from './open-place.ts'
import { type KindReading, readKind } from './read-kind.ts'
import { refuse } from './run-verb.ts'

/** A kind whose records a verb may write, as its records are now. */
export type OpenWrite = {
  readonly reading: KindReading
  readonly idField: string
  /** Null in a dry run. */
  readonly writer: RecordWriter | null
}

export type WriteRequest = {
  readonly verb: string
  readonly kindArgument: string | null
  readonly by: string | null
  readonly dryRun: boolean
}

/**
 * Finds the kind a verb is about, takes the lock of its work tree and reads all records under it. A dry run takes no lock.
 */
export async function openWrite<T>(
  world: World,
  request: WriteRequest,
  body: (open: OpenWrite) => Promise<T>,
): Promise<T> {
  const place = await openPlace(world)
  const { kindFile, declared } = await findKind(world, place, request.kindArgument)
  const run = async (writer: RecordWriter | null) => {
    const reading = await readKind(world, { place, kindFile, declared })
    return body({ reading, idField: writableId(reading), writer })
  }
  if (request.dryRun) return run(null)
  const { verb, by } = request
  const holder = { verb, by, agent: world.environment['CHANT_AGENT'] || null }
  return world.recordWrites.locked(await writePlace(world, place), holder, run)
}

/** What the lock of a reading guards. */
export async function writePlace({ git }: Pick<World, 'git'>, { root, isGit }: RecordPlace) {
  return { folder: root, gitFolder: isGit ? await git.ownFolder(root) : null }
}

async function findKind(
  world: World,
  place: RecordPlace,
  given: string | null,
): Promise<{ readonly kindFile: string; readonly declared: DeclaredKind | null }> {
  const isFile = given !== null && (await world.files.kindOf(resolve(world.cwd, given))) === 'file'
  const declaration = isFile ? null : await readDeclaration(world, place, given)
  const kinds = (declaration?.kinds ?? []).map((kind) => ({
    ...kind,
    path: resolve(place.root, declaration?.folder ?? '.', kind.path),
  }))
  const found = resolveKindArgument({ given, isFile, declared: kinds })
  if (!found.ok) return refuse(found.faults[0] ?? { code: 'write-usage-invalid', message: 'no kind' })
  const { path, from } = found.value
  if (from === 'argument') return { kindFile: path, declared: null }
  const at = kinds.findIndex((kind) => kind.path === path)
  return { kindFile: path, declared: declaration?.kinds[at] ?? null }
}

/** A broken declaration is only in the way where the kind is to come from it. */
async function readDeclaration({ cwd, files }: World, { tree, root }: RecordPlace, given: string | null) {
  const here = (await files.resolve(cwd)).slice(root.length).replace(/^\//, '')
  const found = await findDeclaration(tree, here === '' ? '.' : here)
  if (found === null) return null
  if (found.read.ok) return { folder: found.folder, kinds: found.read.value.kinds }
  if (given !== null) return null
  try {
    mustDeclare(found)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refuse({ ...error.fault, code: 'write-usage-invalid' })
  }
  return null
}

function writableId({ loaded: { kind } }: KindReading): string {
  if (kind.format === 'markdown-front-matter' && kind.idField !== null) return kind.idField
  const message = `records of the kind ${kind.name} are not written by the verbs: Markdown kinds with an idField are`
  return refuse({ code: 'write-usage-invalid', message })
}
