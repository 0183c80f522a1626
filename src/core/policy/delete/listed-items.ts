import type { Word } from '../../shell/simple-command.ts'
import { readGitCall } from '../git/read-git-call.ts'
import type { PolicyCommand, PolicyContext } from '../rule.ts'

const PARALLEL = /^(?:parallel|sem|rust-parallel)$/
const LISTERS = /^(?:find|gfind|bfs|fd|fdfind|ls|locate|mdfind)$/

/** How many commands are looked back for a list; it bounds the time for a text of thousands of calls. */
const LOOK_BACK = 32

/** A word of which nothing is known but that a list of files gave it: by `xargs`, `fd -x`, a loop or a substitution. */
export function isListed(command: PolicyCommand, context: PolicyContext, word: Word): boolean {
  if (word.text !== '*') return false
  const { nesting, wrappers, piped } = command.command
  if (wrappers.some(([name]) => /(?:^|\/)(?:xargs|parallel)$/.test(name?.text ?? ''))) return true
  if (nesting.includes('find-exec')) return true
  const before = context.commands.slice(Math.max(0, command.index - LOOK_BACK), command.index)
  if (nesting.includes('wrapper') && before.some(({ name }) => PARALLEL.test(name))) return true
  return before.some((earlier) => isLister(earlier) && (piped || isInside(earlier)))
}

/** Its output becomes words or the input of a loop. */
function isInside({ command: { nesting } }: PolicyCommand): boolean {
  return nesting.includes('substitution') || nesting.includes('process-substitution')
}

function isLister(command: PolicyCommand): boolean {
  return LISTERS.test(command.name) || readGitCall(command)?.verb === 'ls-files'
}
