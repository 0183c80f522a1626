// OpenAI Chat Completions, as opencode speaks it through @ai-sdk/openai-compatible.
import { sse } from './sse.mjs'

export const chat = {
  name: 'chat',
  handles: (path) => path.endsWith('/chat/completions'),
  /** Titles and summaries come without tools. */
  isSide: ({ body }) => (body.tools ?? []).length === 0,
  isSubAgent: ({ headers }) => headers['x-parent-session-id'] !== undefined,
  ownPrompts: ({ body }) => textsOf(body.messages?.find(({ role }) => role === 'user')?.content),
  whole: ({ id, say, calls, model }) => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: reason(calls),
        message: { role: 'assistant', content: say || null, tool_calls: calls.map(toolCall) },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  }),
  *events({ id, say, calls, model }) {
    const chunk = (delta, finish = null, extra = {}) =>
      sse({
        id: `chatcmpl-${id}`,
        object: 'chat.completion.chunk',
        created: 0,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...extra,
      })
    yield chunk({ role: 'assistant', content: say || '' })
    for (const [index, call] of calls.entries()) yield chunk({ tool_calls: [{ index, ...toolCall(call) }] })
    yield chunk({}, reason(calls), { usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } })
    yield sse('[DONE]')
  },
  toolResults: (body) =>
    (body.messages ?? [])
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: callId, content }) => ({ callId, text: textsOf(content).join('\n') })),
  shownTexts: (body) =>
    (body.messages ?? []).filter(({ role }) => role !== 'assistant').flatMap(({ content }) => textsOf(content)),
}

const reason = (calls) => (calls.length > 0 ? 'tool_calls' : 'stop')

function toolCall({ id, tool, input, patch }) {
  const name = patch === undefined ? tool : 'apply_patch'
  const args = patch === undefined ? input : { patchText: patch }
  return { id: `call_${id}`, type: 'function', function: { name, arguments: JSON.stringify(args ?? {}) } }
}

function textsOf(content) {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.filter(({ type }) => type === 'text').map(({ text }) => text) : []
}
