import { flattenCheck } from '../../core/decisions/check.ts'
import { Refusal } from '../../core/fault.ts'
import { classifyReading, type PolicyVerdict } from '../../core/policy/classify-reading.ts'
import type { GrantedPermit } from '../../core/policy/permit.ts'
import { stripText } from '../../core/policy/strip-text.ts'
import type { DecisionInForce, LogState } from '../../core/sessions/log-state.ts'
import type { ShellReading } from '../../core/shell/simple-command.ts'
import { judgeCommand } from '../policy/judge-command.ts'
import { readPolicy } from '../policy/read-policy.ts'
import type { CallContext } from './call-context.ts'

/** The command policy on a shell call, whose reading is that of its stripped text, with the permits of one log's current decisions. */
export async function judgePolicy(
  context: CallContext,
  state: LogState,
  reading: ShellReading,
): Promise<PolicyVerdict> {
  const text = stripText(context.event.call.command ?? '')
  try {
    const applied = await readPolicy(context.world, { folder: context.folder, projects: [state.project] })
    const permits = state.decisions.flatMap(permitsOf)
    return judgeCommand(context.world, {
      classify: (input) => classifyReading(text, reading, input),
      folder: context.folder,
      applied,
      permits,
      project: state.project,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusedPolicy(text, error)
  }
}

/** Every permit of a decision that is current. */
export function permitsOf({ id, check }: Pick<DecisionInForce, 'id' | 'check'>): readonly GrantedPermit[] {
  if (check === null) return []
  return flattenCheck(check).flatMap((part) =>
    part.kind === 'command_policy' ? (part.permit ?? []).map((permit) => ({ decision: id, permit })) : [],
  )
}

/** A policy that is there and cannot be used stops every command, until a person mends it. */
function refusedPolicy(text: string, { fault }: Refusal): PolicyVerdict {
  const place = fault.at === undefined ? '' : `${fault.at.file}: `
  const reason = `the policy file cannot be used, ask a person to mend it: ${place}${fault.message}`
  return { action: 'BLOCK', rule: 'policy-file', reason, source: 'policy', span: null, text, permits: [] }
}
