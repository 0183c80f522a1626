import type { FileOperation } from '../../core/hook.ts'
import { loosens } from '../../core/registration/loosens.ts'
import type { Inspection } from '../../core/registration/registration.ts'
import type { GuardedFile } from '../../core/sessions/baseline.ts'
import type { LocatedOperation } from '../../core/sessions/judge-operation.ts'
import { relationTo } from '../../core/sessions/log-paths.ts'
import type { HookWorld } from '../world-hook.ts'
import type { CallContext, Objection } from './call-context.ts'

const SETTINGS_BYTES_MAX = 4 * 1024 * 1024

/** HOOK-INTEGRITY before a tool: the settings we are registered in, the state folder and our own program. */
export async function judgeProtectedFiles(
  context: CallContext,
  operations: readonly LocatedOperation[],
): Promise<readonly Objection[]> {
  const found: Objection[] = []
  for (const operation of operations) {
    for (const [index, place] of operation.places.entries()) {
      const removes = operation.operation.kind === 'delete' || (operation.operation.kind === 'move' && index === 0)
      const own = ownFolder(context, [place.written, place.real], removes)
      if (own !== null) found.push(deny(`${own} belongs to bylaw; an agent may not change it`))
      else found.push(...(await judgeSettings(context, operation.operation, place.real, removes)))
    }
  }
  return found
}

function deny(reason: string): Objection {
  return { effect: 'deny', reason: `HOOK-INTEGRITY: ${reason}` }
}

/** The state folder or the program's folder, where one of the spellings touches it. */
export function ownFolder(
  context: CallContext,
  spellings: readonly string[],
  removes: boolean,
  relate: typeof relationTo = relationTo,
): string | null {
  const folders = ownFolders(context.world)
  return (
    folders.find((folder) =>
      spellings.some((path) => {
        const relation = relate(path, folder)
        return relation === 'is' || relation === 'inside' || (removes && relation === 'holds')
      }),
    ) ?? null
  )
}

function ownFolders(world: HookWorld): readonly string[] {
  return [world.state.root, world.disk.realPath(world.state.root), world.program.folder]
}

async function judgeSettings(
  context: CallContext,
  operation: FileOperation,
  path: string,
  removes: boolean,
): Promise<readonly Objection[]> {
  const guarded = context.states.flatMap((state) => state.guarded)
  if (removes) {
    const lost = guarded.find(
      (file) => isAtStake(context, file) && ['is', 'holds'].includes(relationTo(path, file.path)),
    )
    return lost ? [deny(`our hooks depend on ${lost.path}; an agent may not remove or move it`)] : []
  }
  const file = guarded.find((one) => relationTo(path, one.path) === 'is')
  return file ? judgeResult(context, operation, file) : []
}

/** A file that holds our registration, or that is there and could switch it off or take trust from it. */
export function isAtStake({ world }: CallContext, file: GuardedFile): boolean {
  return file.registered || (file.matters && world.disk.kindOf(file.path) !== null)
}

async function judgeResult(
  context: CallContext,
  operation: FileOperation,
  file: GuardedFile,
): Promise<readonly Objection[]> {
  const before = context.world.disk.readText(file.path, SETTINGS_BYTES_MAX)
  const after = resultOf(operation, before)
  if (after === 'unknown') {
    return isAtStake(context, file)
      ? [
          deny(
            `what ${file.path} would hold after this edit cannot be told, and our hooks depend on it; write the whole file, or ask a person`,
          ),
        ]
      : []
  }
  const loss = await lossOf(context, file.path, before, after)
  return loss === null
    ? []
    : [deny(`this edit of ${file.path} ${loss}; leave our entries as they are, or ask a person`)]
}

/** What a file would hold after the operation, where that can be told. */
function resultOf(operation: FileOperation, before: string | null): string | 'unknown' {
  if (operation.kind === 'write') return operation.text ?? 'unknown'
  if (operation.kind !== 'edit' || !operation.replacements) return 'unknown'
  let text = before ?? ''
  for (const { old, new: next, all } of operation.replacements) {
    if (old === '' || !text.includes(old)) return 'unknown' // some tools match loosely
    text = all ? text.split(old).join(next) : text.replace(old, () => next)
  }
  return text
}

async function lossOf(
  context: CallContext,
  path: string,
  before: string | null,
  after: string,
): Promise<string | null> {
  const { world, states } = context
  const folders = [...new Set([...states.map((state) => state.project), ...context.event.projectFolders])]
  for (const registration of await world.registrations()) {
    const places = folders.flatMap((project) =>
      registration.places({ project, home: world.home, environment: world.environment }),
    )
    const place = places.find((one) => relationTo(path, one.path) === 'is')
    if (!place) continue
    const was: Inspection = before === null ? NOTHING : registration.inspect(place, before)
    const found = loosens(was, registration.inspect(place, after))
    if (found !== null) return found
  }
  return null
}

const NOTHING: Inspection = { ours: [], switches: [], faults: [] }
