import type { Harness, HookReply } from '../../core/harness.ts'
import { contextText, reasonText } from '../../core/hook-json/display-text.ts'

/** Hooks at which our plugin can hand text to the model. */
const CONTEXT_HOOKS = new Set([
  'chat.message',
  'tool.execute.after',
  'experimental.chat.system.transform',
  'experimental.session.compacting',
])

const SILENCE: HookReply = { stdout: '', stderr: '', exitCode: 0 }

/**
 * Our own wire form: on exit 2 the plugin throws the text on stderr, which denies the call; on exit 0 it hands on the
 * `context` of the object on stdout. Only a call can be denied, and no person can be asked.
 */
export const encodeOpencode: Harness['encode'] = (answer, event) => {
  if (answer.kind === 'silent') return SILENCE
  const text = answer.kind === 'context' ? answer.text : answer.reason
  const denies = answer.kind === 'deny' || answer.kind === 'ask'
  if (denies && event.kind === 'before-tool') return { stdout: '', stderr: `${reasonText(text)}\n`, exitCode: 2 }
  const context = contextText(text)
  if (context === '') return SILENCE
  if (!CONTEXT_HOOKS.has(event.name)) return { ...SILENCE, stderr: `${reasonText(text)}\n` }
  return { ...SILENCE, stdout: JSON.stringify({ context }) }
}
