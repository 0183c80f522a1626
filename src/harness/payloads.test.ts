import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Harness } from '../core/harness.ts'
import type { FileOperation, HookEvent, ToolCall } from '../core/hook.ts'
import { HARNESSES } from './registry.ts'

const PAYLOADS = new URL('../../test/payloads/', import.meta.url)

/** Files beside the payloads that are none. */
const NO_PAYLOADS: ReadonlyMap<string, string> = new Map([
  ['claude-code/output-deny.json', 'an example of an answer'],
  ['codex/output-deny.json', 'an example of an answer'],
  ['codex/output-session-start-context.json', 'an example of an answer'],
  ['codex/trust-hash-vectors.json', 'test data for hook trust'],
  ['recorded/opencode/init.json', 'lists the keys that were there, not their values'],
  ['recorded/opencode/chat.message.json', 'lists the keys that were there, not their values'],
])

type PayloadFile = {
  readonly file: string
  readonly harness: Harness
  readonly payload: Readonly<Record<string, unknown>>
}

const files: readonly PayloadFile[] = HARNESSES.flatMap((harness) =>
  [harness.name, `recorded/${harness.name}`].flatMap((folder) =>
    readdirSync(new URL(folder, PAYLOADS))
      .sort()
      .map((name) => `${folder}/${name}`)
      .filter((file) => !NO_PAYLOADS.has(file))
      .map((file) => ({ file, harness, payload: readPayload(file, harness) })),
  ),
)

describe('the recorded and made-up payloads', () => {
  it('are all there', () => {
    expect(files.length).toBeGreaterThan(140)
  })

  it.each(files)('$file decodes and survives every answer', ({ harness, payload }) => {
    const event = decode(harness, payload)
    expect(event.kind).toBeTypeOf('string')
    expect(harness.encode({ kind: 'silent' }, event)).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  })

  it('say in our words what they say in theirs', async () => {
    const lines = files.map(({ file, harness, payload }) => `${file}: ${describeEvent(decode(harness, payload))}`)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./payloads.golden.txt')
  })

  it('leave out only files that exist', () => {
    for (const file of NO_PAYLOADS.keys()) expect(() => readFileSync(new URL(file, PAYLOADS))).not.toThrow()
  })
})

function decode(harness: Harness, payload: Readonly<Record<string, unknown>>): HookEvent {
  const decoded = harness.decode(payload, { environment: {} })
  if (!decoded.ok) throw new Error(decoded.faults[0]?.message)
  return decoded.value
}

/** Bodies of opencode are put into the wire form of our plugin; an output that is text was cut when it was recorded. */
function readPayload(file: string, harness: Harness): Readonly<Record<string, unknown>> {
  const body = JSON.parse(readFileSync(new URL(file, PAYLOADS), 'utf8')) as Readonly<Record<string, unknown>>
  if (harness.name !== 'opencode') return body
  const folder = file.startsWith('recorded/') ? '/home/dev/repo' : '/home/dev/acme-app'
  const hook =
    body['hook'] ?? (Object.hasOwn(body, 'event') ? 'event' : /tool[.]execute[.](before|after)/.exec(file)?.[0])
  const output = typeof body['output'] === 'string' ? {} : { output: body['output'] }
  const input = Object.hasOwn(body, 'event') ? { event: body['event'] } : body['input']
  return { hook, directory: folder, worktree: folder, rootSessionID: null, input, ...output }
}

function describeEvent(event: HookEvent): string {
  const parts = [event.name, event.kind, `session ${event.sessionId}`, `in ${event.cwd}`]
  if (event.agentId !== null) parts.push(`agent ${event.agentId}`)
  if (event.projectFolders.length > 0) parts.push(`project ${event.projectFolders.join(' ')}`)
  parts.push(...describeDetails(event))
  return parts.join(' | ')
}

function describeDetails(event: HookEvent): readonly string[] {
  switch (event.kind) {
    case 'session-started':
      return [event.source]
    case 'before-tool':
      return [event.canAsk ? 'can ask' : 'cannot ask', describeCall(event.call)]
    case 'after-tool':
      return event.calls.map(describeCall)
    case 'stop': {
      const { alreadyBlocked, subAgent, canBlock } = event
      return [JSON.stringify({ alreadyBlocked, subAgent, canBlock })]
    }
    case 'settings-changed':
      return [`${event.path} ${event.canBlock ? 'can block' : 'cannot block'}`]
    default:
      return []
  }
}

function describeCall(call: ToolCall): string {
  const parts = [`${call.name} ${call.class}${call.known ? '' : ' unknown'} id ${call.id} from ${call.folder}`]
  if (call.background) parts.push('goes on')
  if (call.command !== null) parts.push(`runs ${JSON.stringify(call.command)}`)
  parts.push(...call.operations.map(describeOperation))
  if (call.strings.length > 0) parts.push(`strings ${JSON.stringify(call.strings)}`)
  if (call.unreadable !== null) parts.push(`unreadable: ${call.unreadable}`)
  return `<${parts.join(', ')}>`
}

function describeOperation(operation: FileOperation): string {
  switch (operation.kind) {
    case 'write':
      return `write ${operation.path} ${JSON.stringify(operation.text)}`
    case 'edit':
      return `edit ${operation.path} ${JSON.stringify(operation.pieces)}`
    case 'delete':
      return `delete ${operation.path}`
    case 'move':
      return `move ${operation.path} to ${operation.to} ${JSON.stringify(operation.pieces)}`
  }
}
