import type { Answer, HookEvent } from '../../core/hook.ts'
import { describeTrouble } from '../../core/sessions/log-state.ts'
import type { HookWorld } from '../world-hook.ts'
import { closeTurn } from './answer-turn.ts'
import { judgeWorkspace, type WorkspaceFinding } from './judge-workspace.ts'
import type { JudgedLog } from './judged-log.ts'

type StopEvent = Extract<HookEvent, { kind: 'stop' }>

/**
 * The end of a turn: blocked at most once while something fails, then let go with a warning and the state
 * `unproven`, which `validate` reports until a stop at which all passes (specification decisions section 6).
 */
export async function answerStop(world: HookWorld, event: StopEvent, logs: readonly JudgedLog[]): Promise<Answer> {
  if (event.subAgent) return { kind: 'silent' }
  const failing: string[] = []
  const warnings: string[] = []
  let mayBlock = event.canBlock && !event.alreadyBlocked
  for (const log of logs) {
    const findings = await judgeWorkspace(world, log.at, log.state, 'stop')
    const reasons = failingReasons(log, findings)
    failing.push(...reasons)
    warnings.push(...findings.filter((finding) => !finding.blocks).map((finding) => finding.text))
    if (reasons.length > 0 && world.state.readNote(log.at, 'stopped') !== null) mayBlock = false
  }
  if (failing.length > 0 && mayBlock) {
    for (const { at } of logs) world.state.writeNote(at, 'stopped', 'once')
    return { kind: 'keep-going', reason: failing.join('\n') }
  }
  for (const log of logs) endTurn(world, log, failing)
  const text = [...failing.map((line) => `ended unproven: ${line}`), ...warnings].join('\n')
  return text === '' ? { kind: 'silent' } : { kind: 'context', text }
}

function failingReasons({ state }: JudgedLog, findings: readonly WorkspaceFinding[]): readonly string[] {
  const standing = state.violations.length + state.integrity.length + state.invalid.length > 0
  return [
    ...(standing || state.trouble !== null ? describeTrouble({ ...state, held: [], news: [], warnings: [] }) : []),
    ...findings.filter((finding) => finding.blocks).map((finding) => finding.text),
  ]
}

function endTurn(world: HookWorld, log: JudgedLog, failing: readonly string[]): void {
  const before = world.state.readNote(log.at, 'unproven')
  if (failing.length > 0) world.state.writeNote(log.at, 'unproven', `${failing.join('\n')}\n`)
  else if (before !== null) world.state.writeNote(log.at, 'unproven', null)
  closeTurn(world, log)
}
