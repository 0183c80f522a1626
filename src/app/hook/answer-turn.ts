import type { Answer, HookEvent } from '../../core/hook.ts'
import type { HookWorld } from '../world-hook.ts'
import { judgeWorkspace } from './judge-workspace.ts'
import { contextText, type JudgedLog } from './judged-log.ts'
import { noteWatchedFiles } from './watch-files.ts'

type TurnEvent = Extract<HookEvent, { kind: 'session-started' | 'prompt' | 'compacting' }>

/** Session start, prompt and compaction: the decisions that apply, and warnings. Nothing is blocked here. */
export async function answerTurn(world: HookWorld, event: TurnEvent, logs: readonly JudgedLog[]): Promise<Answer> {
  const failing: string[] = []
  for (const log of logs) {
    const { at, state } = log
    if (event.kind === 'prompt') {
      closeTurn(world, log)
      world.state.writeNote(at, 'stopped', null)
    }
    if (event.kind === 'session-started') {
      if (event.source !== 'compact') closeTurn(world, log)
      if (state.watchBases.length > 0) noteWatchedFiles(world, at, state)
    }
    const unproven = event.kind === 'prompt' ? world.state.readNote(at, 'unproven') : null
    if (unproven !== null) failing.push(`the last turn ended unproven: ${unproven.trim()}`)
    if (event.kind === 'session-started' || (event.kind === 'prompt' && event.contextFades)) {
      const findings = await judgeWorkspace(world, at, state, 'session-start')
      failing.push(...findings.map((finding) => finding.text).filter((text) => !unproven?.includes(text)))
    }
  }
  const text = contextText(logs, event.kind !== 'prompt' || event.contextFades === true)
  return { kind: 'context', text: [text, ...failing.map((line) => `! ${line}`)].join('\n') }
}

/** A turn that is over has no running calls but those whose processes still live. */
export function closeTurn(world: HookWorld, { at, state, closable }: JudgedLog): void {
  for (const key of closable) world.state.closeWindow(at.project, key)
  world.state.releaseClaims(at.project, state.sessionOption)
}

export function endSession(world: HookWorld, logs: readonly JudgedLog[]): Answer {
  for (const log of logs) closeTurn(world, log)
  return { kind: 'silent' }
}
