import type { FileIdentity } from '../../core/sessions/file-identity.ts'
import type { LocatedOperation } from '../../core/sessions/judge-operation.ts'
import { holdsKind } from '../../core/sessions/log-index.ts'
import { fold, globRelationTo, relationTo } from '../../core/sessions/log-paths.ts'
import { findPolicyFiles } from '../policy/find-policy-files.ts'
import type { CallContext, Objection } from './call-context.ts'
import type { ShellTarget } from './judge-shell.ts'

const FOLDER = '.hpp'
const FILE = 'policy.json'

/** The decision for which the policy file is kept from agents, or null. */
export function policyKeeper({ states }: CallContext): string | null {
  for (const { decisions } of states) {
    const keeper = decisions.find(({ check }) => check !== null && holdsKind(check, ['command_policy']))
    if (keeper !== undefined) return keeper.id
  }
  return null
}

/** Where a decision holds the command policy, its policy file is for people: an agent that could change it needs no permit. */
export function judgePolicyFile(
  context: CallContext,
  keeper: string,
  operations: readonly LocatedOperation[],
  targets: readonly ShellTarget[],
): readonly Objection[] {
  const isHit =
    operations.some((operation) => operationTouches(context, operation)) ||
    targets.some((target) => targetTouches(context, target))
  return isHit ? [policyFileObjection(keeper)] : []
}

export function policyFileObjection(keeper: string): Objection {
  const reason = `${keeper} policy-file: ${FOLDER}/${FILE} is for people to change; ask one. See: bylaw explain ${keeper}`
  return { effect: 'deny', reason, leads: true }
}

function operationTouches(context: CallContext, { operation, places }: LocatedOperation): boolean {
  return places.some(({ written, real }, at) => {
    const removes = operation.kind === 'delete' || (operation.kind === 'move' && at === 0)
    return touches(context, [written, real], removes)
  })
}

function targetTouches(context: CallContext, { action, dynamic, written, real }: ShellTarget): boolean {
  if (action === 'tree') return false
  if (dynamic) return isPolicyGlob(written)
  return touches(context, [written, real], action === 'delete' || action === 'move-from')
}

function touches(context: CallContext, spellings: readonly string[], removes: boolean): boolean {
  if (spellings.some(isPolicyPath)) return true
  if (removes && spellings.some((path) => holdsPolicy(context, path))) return true
  const { disk } = context.world
  // Under another name: where the file is a link, or has a second name.
  return spellings.some((path) => {
    const identity = disk.identity(path)
    return identity !== null && filesInForce(context).some((file) => isSame(disk.identity(file), identity))
  })
}

/** A folder that goes takes along what lies in it. A copy of the project elsewhere may go. */
function holdsPolicy(context: CallContext, path: string): boolean {
  const { states, world } = context
  if (filesInForce(context).some((file) => relationTo(path, file) === 'holds')) return true
  const isOurs = states.some(({ project }) => relationTo(path, project) === 'inside')
  return isOurs && world.disk.kindOf(`${path}/${FOLDER}`) !== null
}

function isSame(a: FileIdentity | null, b: FileIdentity): boolean {
  return a !== null && a[0] === b[0] && a[1] === b[1]
}

function filesInForce({ world, states, folder }: CallContext): readonly string[] {
  const files = findPolicyFiles(world.disk, { folder, projects: states.map(({ project }) => project) })
  return files.flatMap((file) => [file, world.disk.realPath(file)])
}

/** The folder itself, the file in it, or something below that name; letter case does not count. */
export function isPolicyPath(path: string): boolean {
  const parts = fold(path)
    .split('/')
    .filter((part) => part !== '')
  return parts.at(-1) === FOLDER || parts.some((part, at) => part === FOLDER && parts[at + 1] === FILE)
}

/** The same for a path with globs in it, as a shell expands them. */
function isPolicyGlob(glob: string): boolean {
  const parts = glob.split('/').filter((part) => part !== '')
  const last = `/${parts.at(-1) ?? ''}`
  const pairs = parts.map((part, at) => `/${part}/${parts[at + 1] ?? ''}`)
  return (
    globRelationTo(last, `/${FOLDER}`) === 'is' ||
    pairs.some((pair) => globRelationTo(pair, `/${FOLDER}/${FILE}`) === 'is')
  )
}
