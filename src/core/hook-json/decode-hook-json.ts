import type { Parsed } from '../fault.ts'
import type { HookSurroundings } from '../harness.ts'
import type { HookEvent, SessionSource } from '../hook.ts'
import { absoluteOrNull } from '../tools/path-text.ts'
import {
  isPayloadObject,
  isTrue,
  type PayloadObject,
  readField,
  readList,
  readName,
  readText,
} from '../tools/payload-fields.ts'
import { readToolCall } from '../tools/read-tool-call.ts'
import type { ToolDialect } from '../tools/tool-dialect.ts'

/** What an event of a harness that sends Claude's JSON is to us. */
export type EventRule =
  | { readonly kind: 'session-started' | 'prompt' | 'after-tool' | 'after-batch' | 'compacting' | 'session-ended' }
  /** `named` says that the event repeats the call's id. */
  | { readonly kind: 'before-tool'; readonly canAsk: boolean; readonly named: boolean }
  | { readonly kind: 'stop'; readonly subAgent: boolean }
  | { readonly kind: 'settings-changed' }

/** Where two harnesses that send the same JSON differ. */
export type HookJsonDialect = {
  readonly tools: ToolDialect
  /** Events that are not listed are `other`. */
  readonly events: Readonly<Record<string, EventRule>>
  projectFolders(surroundings: HookSurroundings): readonly string[]
}

type Base = Pick<HookEvent, 'name' | 'sessionId' | 'cwd' | 'projectFolders' | 'agentId'>

/** Decodes the payload that Claude Code invented and Codex took over. Only a missing event name is a fault. */
export function decodeHookJson(
  dialect: HookJsonDialect,
  payload: PayloadObject,
  surroundings: HookSurroundings,
): Parsed<HookEvent, 'hook/bad-shape'> {
  const name = readName(payload, 'hook_event_name')
  if (name === null) {
    const message = 'the payload has no text in hook_event_name'
    return { ok: false, faults: [{ code: 'hook/bad-shape', message }] }
  }
  const base: Base = {
    name,
    sessionId: readName(payload, 'session_id'),
    cwd: absoluteOrNull(readText(payload, 'cwd')),
    projectFolders: dialect.projectFolders(surroundings),
    agentId: readName(payload, 'agent_id'),
  }
  const rule = Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined
  return {
    ok: true,
    value: rule === undefined ? { ...base, kind: 'other' } : decodeByRule(dialect, rule, base, payload),
  }
}

function decodeByRule(dialect: HookJsonDialect, rule: EventRule, base: Base, payload: PayloadObject): HookEvent {
  switch (rule.kind) {
    case 'session-started':
      return { ...base, kind: rule.kind, source: decodeSource(readText(payload, 'source')) }
    case 'before-tool': {
      const call = decodeCall(dialect, payload, base)
      return { ...base, kind: rule.kind, call: rule.named ? call : { ...call, id: null }, canAsk: rule.canAsk }
    }
    case 'after-tool':
      return { ...base, kind: rule.kind, calls: [decodeCall(dialect, payload, base)] }
    case 'after-batch': {
      const calls = readList(payload, 'tool_calls').filter(isPayloadObject)
      return { ...base, kind: 'after-tool', calls: calls.map((call) => decodeCall(dialect, call, base)) }
    }
    case 'stop': {
      const alreadyBlocked = isTrue(payload, 'stop_hook_active')
      return { ...base, kind: rule.kind, alreadyBlocked, subAgent: rule.subAgent, canBlock: true }
    }
    case 'settings-changed': {
      const canBlock = readText(payload, 'source') !== 'policy_settings'
      return { ...base, kind: rule.kind, path: absoluteOrNull(readText(payload, 'file_path')), canBlock }
    }
    case 'prompt':
    case 'compacting':
    case 'session-ended':
      return { ...base, kind: rule.kind }
  }
}

function decodeCall(dialect: HookJsonDialect, payload: PayloadObject, base: Base) {
  return readToolCall(dialect.tools, {
    name: readName(payload, 'tool_name'),
    input: readField(payload, 'tool_input'),
    response: readField(payload, 'tool_response'),
    folder: base.cwd,
    id: readName(payload, 'tool_use_id'),
  })
}

const SOURCES: readonly SessionSource[] = ['startup', 'resume', 'clear', 'compact', 'fork']

/**
 * A source that is new to us counts as a resume, never as a start: a start takes the disk as it is for the truth, a
 * resume is held against what was known before.
 */
function decodeSource(source: string | null): SessionSource {
  if (source === null) return 'startup'
  return SOURCES.find((known) => known === source) ?? 'resume'
}
