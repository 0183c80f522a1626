import type { Parsed } from './fault.ts'
import type { Answer, HookEvent } from './hook.ts'

/** The bytes a hook process answers with. */
export type HookReply = { readonly stdout: string; readonly stderr: string; readonly exitCode: 0 | 2 }

/** What surrounds a payload: the few environment variables a harness sets for its hooks. */
export type HookSurroundings = { readonly environment: Readonly<Record<string, string | undefined>> }

export type HarnessName = 'claude-code' | 'codex' | 'opencode'

/** One coding agent: its payloads to our words, our answer to its bytes. It decides nothing. */
export type Harness = {
  readonly name: HarnessName
  readonly title: string
  /**
   * From one payload, already read as a JSON object (byte order mark and trailing NUL removed), to an event.
   * Lenient about fields it does not need: only what makes judging impossible is a fault.
   */
  decode(
    payload: Readonly<Record<string, unknown>>,
    surroundings: HookSurroundings,
  ): Parsed<HookEvent, 'hook/bad-shape'>
  /** The exact safe form of an answer for that event: specification harnesses sections 3.3, 4.3 and 11. */
  encode(answer: Answer, event: HookEvent): HookReply
}

/** The reply when nothing could be judged: understood as a denial by every harness that reads exit 2. */
export function refuse(reason: string): HookReply {
  return { stdout: '', stderr: `${reason}\n`, exitCode: 2 }
}
