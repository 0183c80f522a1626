import { nextId } from '../../core/decisions/decision-id.ts'
import { judgeNewDecision } from '../../core/decisions/judge-new-decision.ts'
import { assembleLog } from '../../core/decisions/read-decision-log.ts'
import { type LocatedOperation, meetLog } from '../../core/sessions/judge-operation.ts'
import { logFolderOf } from '../../core/sessions/log-paths.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import type { CallContext, Objection } from './call-context.ts'
import { judgeProtectedFiles } from './judge-protected-files.ts'

/** File operations against every log and against the files that keep the hooks alive. */
export async function judgeOperations(
  context: CallContext,
  operations: readonly LocatedOperation[],
): Promise<readonly Objection[]> {
  const onLogs = context.states.flatMap((state) => judgeAgainstLog(context, state, operations))
  return [...onLogs, ...(await judgeProtectedFiles(context, operations))]
}

function judgeAgainstLog(
  context: CallContext,
  state: LogState,
  operations: readonly LocatedOperation[],
): readonly Objection[] {
  const free = nextId([...state.decisions.map((decision) => decision.id), ...idsInUse(context, state)])
  const written = new Set<string>()
  return operations.flatMap((operation) => {
    const meeting = meetLog(operation, state, free)
    if (meeting.kind === 'apart') return []
    if (meeting.kind === 'denied') return [{ effect: 'deny' as const, reason: meeting.reason }]
    if (written.has(meeting.name))
      return [
        { effect: 'deny' as const, reason: `${meeting.name}: this call writes the new decision twice; write it once` },
      ]
    written.add(meeting.name)
    return judgeNewFile(context, state, meeting)
  })
}

/** Retired decisions keep their numbers: every file name counts. */
function idsInUse(context: CallContext, state: LogState): readonly string[] {
  const { paths } = context.world.disk.walk(logFolderOf(state.project), () => true, {
    matched: 20_000,
    visited: 20_000,
  })
  return paths.map((name) => name.replace(/\.json$/, ''))
}

function judgeNewFile(
  context: CallContext,
  state: LogState,
  file: { readonly name: string; readonly text: string },
): readonly Objection[] {
  const { world } = context
  const log = assembleLog({ files: world.disk.readLog(state.project)?.files ?? [] })
  const faults = judgeNewDecision(file, log)
  if (faults.length > 0) {
    const [first] = faults
    const more =
      faults.length > 1
        ? ` (and ${faults.length - 1} more: ${faults
            .slice(1)
            .map((fault) => fault.message)
            .join('; ')})`
        : ''
    const line = first?.at?.line === undefined ? '' : ` line ${first.at.line}`
    const hint = first?.hint ? `. ${first.hint}` : ''
    return [{ effect: 'deny', reason: `${file.name}${line}: ${first?.message}${more}${hint}` }]
  }
  // The same call asks again, without its id: it holds the claim since its first event.
  if (context.event.name === 'PermissionRequest') return []
  const owner = claimOwner(state, context.event.call.id)
  const isClaimed = world.state.claimNewDecision(state.project, file.name, owner, world.now())
  // Another call may have written the file and let go of its claim since the log was read.
  if (isClaimed && world.disk.kindOf(`${logFolderOf(state.project)}/${file.name}`) === null) return []
  return [
    {
      effect: 'deny',
      reason: `${file.name}: another call of this turn is writing this decision; use the next free id`,
    },
  ]
}

/** A call that is denied writes nothing: the next try may have the same id at once. */
export function giveUpClaims({ world, event, states }: CallContext): void {
  for (const state of states) {
    if (state.trouble === null) world.state.releaseClaims(state.project, claimOwner(state, event.call.id))
  }
}

/** Who claims a new decision: one call of one session. */
export function claimOwner(state: Pick<LogState, 'sessionOption'>, callId: string | null): string {
  return `${state.sessionOption} ${callId ?? ''}`
}
