import type { Harness } from '../../core/harness.ts'
import type { HookEvent, ToolCall } from '../../core/hook.ts'
import { absoluteOrNull } from '../../core/tools/path-text.ts'
import { type PayloadObject, readField, readName, readObject, readText } from '../../core/tools/payload-fields.ts'
import { readToolCall } from '../../core/tools/read-tool-call.ts'
import { OPENCODE_TOOLS } from './tool-table.ts'

/** What the plugin sends, taken apart. */
type Wire = {
  readonly hook: string
  readonly input: PayloadObject
  readonly output: PayloadObject
  readonly base: Pick<HookEvent, 'name' | 'sessionId' | 'cwd' | 'projectFolders' | 'agentId' | 'contextFades'>
}

/** The plugin sends `{hook, directory, worktree, rootSessionID, input, output}`; only a missing hook name is a fault. */
export const decodeOpencode: Harness['decode'] = (payload) => {
  const hook = readName(payload, 'hook')
  if (hook === null) {
    return { ok: false, faults: [{ code: 'hook/bad-shape', message: 'the payload has no text in hook' }] }
  }
  const input = readObject(payload, 'input')
  const output = readObject(payload, 'output')
  return { ok: true, value: decodeHook({ hook, input, output, base: decodeBase(hook, payload, input) }) }
}

function decodeBase(hook: string, payload: PayloadObject, input: PayloadObject): Wire['base'] {
  const own = sessionOf(hook, input)
  const root = rootOf(readName(payload, 'rootSessionID'), own, hook === 'event' ? parentOf(input) : null)
  const worktree = absoluteOrNull(readText(payload, 'worktree'))
  return {
    name: hook,
    sessionId: root,
    cwd: absoluteOrNull(readText(payload, 'directory')),
    projectFolders: worktree === null ? [] : [worktree],
    // A sub-agent is a session of its own, below its root.
    agentId: own !== null && own !== root ? own : null,
    // The plugin puts it into the system prompt, anew at each prompt; no event of a session's start reaches the model.
    contextFades: true,
  }
}

/** The plugin walks up to the root; at the birth of a child it may not have heard of the parent, which the event names. */
function rootOf(told: string | null, own: string | null, parent: string | null): string | null {
  if (parent !== null && (told === null || told === own)) return parent
  return told ?? own
}

function sessionOf(hook: string, input: PayloadObject): string | null {
  if (hook !== 'event') return readName(input, 'sessionID')
  const properties = propertiesOf(input)
  return readName(properties, 'sessionID') ?? readName(readObject(properties, 'info'), 'id')
}

function parentOf(input: PayloadObject): string | null {
  return readName(readObject(propertiesOf(input), 'info'), 'parentID')
}

function propertiesOf(input: PayloadObject): PayloadObject {
  return readObject(readObject(input, 'event'), 'properties')
}

function decodeHook(wire: Wire): HookEvent {
  const { base, input, output } = wire
  switch (wire.hook) {
    case 'tool.execute.before':
      return { ...base, kind: 'before-tool', call: decodeCall(wire, readField(output, 'args')), canAsk: false }
    case 'tool.execute.after':
      return { ...base, kind: 'after-tool', calls: [decodeCall(wire, readField(input, 'args'))] }
    case 'chat.message':
      return { ...base, kind: 'prompt' }
    case 'experimental.session.compacting':
      return { ...base, kind: 'compacting' }
    case 'event':
      return decodeEvent(wire)
    default:
      return { ...base, kind: 'other' }
  }
}

function decodeCall(wire: Wire, args: unknown): ToolCall {
  return readToolCall(OPENCODE_TOOLS, {
    name: readName(wire.input, 'tool'),
    input: args,
    response: undefined,
    folder: wire.base.cwd,
    id: readName(wire.input, 'callID'),
  })
}

function decodeEvent({ base, input }: Wire): HookEvent {
  switch (readText(readObject(input, 'event'), 'type')) {
    case 'session.created':
      // A child starts nothing new: it lives under its root's baseline.
      if (base.agentId !== null) return { ...base, kind: 'other' }
      return { ...base, kind: 'session-started', source: 'startup' }
    case 'session.compacted':
      return { ...base, kind: 'session-started', source: 'compact' }
    case 'session.idle':
      return { ...base, kind: 'stop', alreadyBlocked: false, subAgent: base.agentId !== null, canBlock: false }
    default:
      return { ...base, kind: 'other' }
  }
}
