import { type Harness, type HookReply, refuse } from '../../core/harness.ts'
import type { HookEvent } from '../../core/hook.ts'
import type { HookWorld } from '../world-hook.ts'
import { answerHook } from './answer-hook.ts'

const PAYLOAD_BYTES_MAX = 10 * 1024 * 1024

/** Names of events before a tool, as they stand in a payload too large to be parsed. */
const BEFORE_TOOL =
  /"(?:hook_event_name|hook)"\s*:\s*"(?:PreToolUse|PermissionRequest|PreSkillShellCommand|tool\.execute\.before)"/

/**
 * From one payload to one reply. What cannot be judged before a tool is denied with the reason; any other event that
 * fails is let go with a line on standard error (specification decisions section 6).
 */
export async function runHook(
  world: HookWorld,
  harness: Harness,
  payload: { text: string; sizeBytes: number },
): Promise<HookReply> {
  if (payload.sizeBytes > PAYLOAD_BYTES_MAX) return answerOversize(payload.text)
  const value = parsePayload(payload.text)
  if (value === null) {
    const what = payload.text.trim() === '' ? 'is empty' : 'is no whole JSON object'
    return refuse(`bylaw could not judge this call: the hook payload on standard input ${what}`)
  }
  const decoded = harness.decode(value, { environment: world.environment })
  if (!decoded.ok) {
    const why = decoded.faults.map((fault) => fault.message).join('; ')
    return refuse(`bylaw could not judge this call: the hook payload cannot be read (${why})`)
  }
  return answerDecoded(world, harness, decoded.value)
}

async function answerDecoded(world: HookWorld, harness: Harness, event: HookEvent): Promise<HookReply> {
  try {
    const { answer } = await answerHook(world, harness, event)
    return harness.encode(answer, event)
  } catch (error) {
    return answerOwnFailure(harness, event, error)
  }
}

/** A bug of ours must not let a changing tool through, and must not stop anything else. */
function answerOwnFailure(harness: Harness, event: HookEvent, error: unknown): HookReply {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const reason = `bylaw itself failed (${what}); run "bylaw hooks doctor" to see why`
  if (event.kind === 'before-tool' && event.call.class !== 'read')
    return harness.encode({ kind: 'deny', reason }, event)
  return { stdout: '', stderr: `${reason}\n`, exitCode: 0 }
}

function answerOversize(text: string): HookReply {
  if (BEFORE_TOOL.test(text))
    return refuse('bylaw could not judge this call: the hook payload is over 10 MiB; make the change in smaller parts')
  return { stdout: '', stderr: 'bylaw: a hook payload over 10 MiB was not looked at\n', exitCode: 0 }
}

function parsePayload(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, '').replace(/\0+$/, ''))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
