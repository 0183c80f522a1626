import type { Answer, HookEvent } from '../../core/hook.ts'
import { describeTrouble } from '../../core/sessions/log-state.ts'
import type { HookWorld } from '../world-hook.ts'
import { claimOwner } from './judge-operations.ts'
import { judgeWorkspace } from './judge-workspace.ts'
import type { JudgedLog } from './judged-log.ts'

/**
 * After a tool: what the call did to the log and to the checks, said to the model once until it changes. The log was
 * compared while the call's window was open; only now the window closes.
 */
export async function answerAfterTool(
  world: HookWorld,
  event: Extract<HookEvent, { kind: 'after-tool' }>,
  logs: readonly JudgedLog[],
): Promise<Answer> {
  const lines: string[] = []
  for (const { at, state, closable } of logs) {
    const failing = await judgeWorkspace(world, at, state, 'after-tool')
    const text = [...describeTrouble(state), ...failing.map((finding) => finding.text)].join('\n')
    if (text !== '' && text !== world.state.readNote(at, 'said')) lines.push(text)
    if (text !== (world.state.readNote(at, 'said') ?? '')) world.state.writeNote(at, 'said', text === '' ? null : text)
    for (const key of closable) world.state.closeWindow(at.project, key)
    for (const call of event.calls) world.state.releaseClaims(at.project, claimOwner(state, call.id))
  }
  return lines.length === 0 ? { kind: 'silent' } : { kind: 'context', text: lines.join('\n') }
}
