import type { Harness } from '../../core/harness.ts'
import { type Answer, type BeforeToolEvent, type HookEvent, mayDoAnything } from '../../core/hook.ts'
import { describeTrouble, type LogState } from '../../core/sessions/log-state.ts'
import { processSessionKey, sessionKey } from '../../core/sessions/state-keys.ts'
import { NOTHING_WATCHED } from '../../core/sessions/watch-note.ts'
import { commandExcerpt } from '../../core/sessions/window.ts'
import type { HookWorld, SessionFolder } from '../world-hook.ts'
import { findLogs } from './find-logs.ts'
import { judgeBeforeTool } from './judge-before-tool.ts'
import type { JudgedLog } from './judged-log.ts'
import { readLogState } from './read-log-state.ts'

/** The answer, and what the judgement holds at this event whether or not the answer says it. */
export type Judgement = { readonly answer: Answer; readonly findings: readonly string[] }

const SILENT: Judgement = { answer: { kind: 'silent' }, findings: [] }

/** Judges one event of one harness. Without a log anywhere nothing is said and nothing is written. */
export async function answerHook(world: HookWorld, harness: Harness, event: HookEvent): Promise<Judgement> {
  const session = sessionOf(world, event)
  const projects = findLogs(world.disk, world.state, event, { harness: harness.name, session })
  if (projects.length === 0) return SILENT
  const logs: JudgedLog[] = []
  for (const project of projects) {
    const at = { harness: harness.name, session, project }
    const closable = await windowsToClose(world, event, at)
    logs.push({ at, closable, state: await readLogState(world, event, at) })
  }
  const answer = await answerEvent(world, harness, event, logs)
  return { answer, findings: logs.flatMap(({ state }) => describeTrouble(state)) }
}

/** Before a tool nothing closes, and the clean path loads nothing for it. */
async function windowsToClose(world: HookWorld, event: HookEvent, at: SessionFolder): Promise<readonly string[]> {
  if (event.kind === 'before-tool' || event.kind === 'other') return []
  const { closableWindows, closingOf } = await import('./live-windows.ts')
  const closing = closingOf(event)
  return closing === null ? [] : closableWindows(world, at.project, at, closing)
}

function sessionOf(world: HookWorld, event: HookEvent): string {
  if (event.sessionId !== null && event.sessionId !== '') return sessionKey(event.sessionId, world.sha256)
  const parent = world.processes.harnessProcess()
  return parent ? processSessionKey(parent.pid, parent.start) : processSessionKey(0, 'unknown')
}

async function answerEvent(
  world: HookWorld,
  harness: Harness,
  event: HookEvent,
  logs: readonly JudgedLog[],
): Promise<Answer> {
  switch (event.kind) {
    case 'before-tool':
      return answerBeforeTool(world, harness, event, logs)
    case 'session-started':
    case 'prompt':
    case 'compacting':
      return (await import('./answer-turn.ts')).answerTurn(world, event, logs)
    case 'after-tool':
      return (await import('./answer-after-tool.ts')).answerAfterTool(world, event, logs)
    case 'stop':
      return (await import('./answer-stop.ts')).answerStop(world, event, logs)
    case 'session-ended':
      return (await import('./answer-turn.ts')).endSession(world, logs)
    case 'settings-changed':
      return answerSettings(event, logs)
    case 'other':
      return { kind: 'silent' }
  }
}

async function answerBeforeTool(
  world: HookWorld,
  harness: Harness,
  event: BeforeToolEvent,
  logs: readonly JudgedLog[],
): Promise<Answer> {
  const folder = event.call.folder ?? event.cwd ?? logs[0]?.at.project ?? '/'
  const answer = await judgeBeforeTool({ world, harness, event, states: logs.map(({ state }) => state), folder })
  if (answer.kind === 'deny') return answer
  try {
    for (const log of logs) await prepareCall(world, event, log)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'deny', reason: `the state folder cannot be used: ${world.state.root} (${error.message})` }
  }
  return answer
}

/** Before a shell or unknown tool runs: its window opens, and protected files are noted. */
async function prepareCall(world: HookWorld, event: BeforeToolEvent, { at, state }: JudgedLog): Promise<void> {
  const { call } = event
  if (!mayDoAnything(call) || event.name === 'PermissionRequest') return
  if (state.watchBases.length > 0) await noteFiles(world, at, state)
  world.state.openWindow(at.project, {
    schema: 'bylaw.window/v1',
    harness: at.harness,
    session: at.session,
    callId: call.id,
    tool: call.name,
    command: commandExcerpt(call.command ?? ''),
    openedAtMs: world.now(),
    openedTicks: world.processes.ticksNow(),
    process: state.process ?? world.processes.harnessProcess(),
    background: call.background,
  })
}

/** Most protected folders of a long log are not there: then one constant note says so, and nothing more is loaded. */
async function noteFiles(world: HookWorld, at: SessionFolder, state: LogState): Promise<void> {
  const isThere = state.watchBases.some((base) => world.disk.kindOf(`${at.project}/${base}`) !== null)
  if (isThere) (await import('./watch-files.ts')).noteWatchedFiles(world, at, state)
  else if (world.state.readNote(at, 'watch') !== NOTHING_WATCHED) world.state.writeNote(at, 'watch', NOTHING_WATCHED)
}

function answerSettings(event: Extract<HookEvent, { kind: 'settings-changed' }>, logs: readonly JudgedLog[]): Answer {
  const lost = logs.flatMap(({ state }) => state.integrity)
  const text = lost.map((phrase) => `HOOK-INTEGRITY: ${phrase}`).join('\n')
  if (lost.length === 0) return { kind: 'silent' }
  return event.canBlock ? { kind: 'deny', reason: text } : { kind: 'context', text }
}
