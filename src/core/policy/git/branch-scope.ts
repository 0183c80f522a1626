import type { PolicyCommand, PolicyContext } from '../rule.ts'
import { type GitCall, isInside, readGitCall } from './read-git-call.ts'
import { gitOptionTable, optionInForce, readGitOptions } from './read-git-options.ts'

/** What is known of the branches where a call of git runs. */
export type BranchScope = {
  readonly current: string | null
  /** Where a push without a refspec goes. */
  readonly target: string | null
  readonly local: readonly string[] | null
}

/** How many commands are looked back for a change of branch; it bounds the time for a text of thousands of pushes. */
const LOOK_BACK = 64

/**
 * The branches as the command finds them: those of the caller where it runs in the caller's repository, and the branch
 * that an earlier command of the same text went to (`git checkout -b fix && git push -u origin HEAD`).
 */
export function branchScope(call: GitCall, command: PolicyCommand, context: PolicyContext): BranchScope {
  const here = !call.elsewhere && isInside(call.folder, context.folder)
  const branches = here ? context.branches : null
  const local = branches?.local ?? null
  const moved = lastMove(call, command, context)
  if (moved === undefined || (moved !== null && moved === branches?.current)) {
    const current = branches?.current ?? null
    return { current, target: branches?.pushTarget ?? onlyProtected(current, context), local }
  }
  return { current: moved, target: moved, local }
}

/** Where the target is not known, the branch itself is the likely one: near enough to stop, not to permit. */
function onlyProtected(current: string | null, { protectedBranches }: PolicyContext): string | null {
  return current !== null && protectedBranches.includes(current.toLowerCase()) ? current : null
}

/** The branch that the last change before the command went to: null where it is not known, undefined without one. */
function lastMove(call: GitCall, { index }: PolicyCommand, context: PolicyContext): string | null | undefined {
  for (let at = index - 1; at >= Math.max(0, index - LOOK_BACK); at -= 1) {
    const command = context.commands[at]
    const other = command === undefined ? null : readGitCall(command)
    if (other === null || !MOVERS.has(other.verb) || !isSamePlace(call, other, context.folder)) continue
    const branch = branchAfter(other, context.branches?.local ?? [])
    if (branch !== undefined) return branch
  }
  return undefined
}

function isSamePlace(left: GitCall, right: GitCall, start: string | null): boolean {
  if (left.elsewhere !== right.elsewhere) return false
  return left.folder === right.folder || (isInside(left.folder, start) && isInside(right.folder, start))
}

const MOVERS = new Set(['branch', 'checkout', 'switch'])
const CHECKOUT = gitOptionTable('b= B= orphan= conflict= pathspec-from-file= p|patch d|detach t|track f|force q|quiet')
const SWITCH = gitOptionTable('c|create= C|force-create= orphan= conflict= d|detach t|track f|force q|quiet')
const RENAME = gitOptionTable('m|move M f|force')

function branchAfter(call: GitCall, local: readonly string[]): string | null | undefined {
  if (call.verb === 'branch') return afterRename(call)
  const read = readGitOptions(call.args, call.verb === 'checkout' ? CHECKOUT : SWITCH)
  const made = optionInForce(read, 'b', 'B', 'create', 'force-create', 'orphan')
  const [first, ...rest] = made === null ? read.operands : made.value === null ? [] : [made.value]
  if (first === undefined || (made === null && rest.length > 0)) return undefined
  if (made === null && call.verb === 'checkout' && isPath(first.text, local)) return undefined
  const unknown = first.dynamic || first.assumed === true || first.text.startsWith('-') || first.text.includes('@{')
  return unknown || optionInForce(read, 'detach') !== null ? null : first.text
}

/** One operand of `checkout` is a branch or a path. */
function isPath(text: string, local: readonly string[]): boolean {
  return !local.includes(text) && /^\.{0,2}\/|^\.+$|^:|\/$|\.[A-Za-z]\w*$/.test(text)
}

function afterRename({ args }: GitCall): string | null | undefined {
  const read = readGitOptions(args, RENAME)
  const [name, ...rest] = read.operands
  if (optionInForce(read, 'move', 'M') === null || name === undefined || rest.length > 0) return undefined
  return name.dynamic || name.assumed === true ? null : name.text
}
