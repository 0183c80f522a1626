import { normalize } from 'node:path/posix'
import type { PolicyInput, PolicyVerdict } from '../../core/policy/classify-reading.ts'
import { findPermit, type GrantedPermit, type ResolvedPath } from '../../core/policy/permit.ts'
import { relativeTo } from '../../core/sessions/log-paths.ts'
import type { PolicyWorld } from './policy-world.ts'
import type { AppliedPolicy } from './read-policy.ts'

export type CommandToJudge = {
  /** Classifies the command with what is known around it: from its text, or from a reading. */
  classify(input: PolicyInput): PolicyVerdict
  /** The absolute folder that it starts in. */
  readonly folder: string
  readonly applied: AppliedPolicy
  /** Permits of the current decisions of one log. */
  readonly permits: readonly GrantedPermit[]
  /** The folder that holds that log; relative places of permits start there. */
  readonly project: string | null
}

/** The one judgement behind `policy check` and the hook. Git is asked only where a push needs to know the branches. */
export function judgeCommand(world: PolicyWorld, command: CommandToJudge): PolicyVerdict {
  const input = inputFor(world, command)
  const first = command.classify(input)
  if (!mayPush(first)) return first
  return command.classify({ ...input, branches: world.head.branches(command.folder) })
}

/** What is more than MANUAL already needs no branches. */
function mayPush({ action, rule, text }: PolicyVerdict): boolean {
  return action !== 'BLOCK' && (rule === 'external-push' || rule === 'lease-push' || /push|send-pack/i.test(text))
}

function inputFor(world: PolicyWorld, { folder, applied, permits, project }: CommandToJudge): PolicyInput {
  const input = { folder, policy: applied.policy }
  if (permits.length === 0 || project === null) return input
  return {
    ...input,
    permitFor: (found, context) => findPermit(found, context, permits, (path) => resolve(world, path, folder, project)),
  }
}

function resolve(world: PolicyWorld, path: string, folder: string, project: string): ResolvedPath {
  const expanded = path.replace(/^~(?=\/|$)/, () => world.home)
  const absolute = expanded.startsWith('/') ? expanded : `${folder}/${expanded}`
  const real = world.disk.realPath(absolute)
  const written = normalize(absolute).replace(/(.)\/$/, '$1')
  return {
    written: relativeTo(project, written),
    real: relativeTo(project, real),
    absolute: written,
    absoluteReal: real,
  }
}
