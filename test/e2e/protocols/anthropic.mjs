// Anthropic Messages, as Claude Code speaks it.
import { sse } from './sse.mjs'

export const anthropic = {
  name: 'anthropic',
  handles: (path) => path.endsWith('/v1/messages'),
  /** Titles, summaries and the connection test come without tools. */
  isSide: ({ body }) => (body.tools ?? []).length === 0,
  isSubAgent: ({ headers }) => headers['x-claude-code-agent-id'] !== undefined,
  ownPrompts: ({ body }) => textsOf(body.messages?.find(({ role }) => role === 'user')?.content),
  whole: ({ id, say, calls, model }) => ({
    ...head(id, model),
    content: blocks(say, calls),
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 10, output_tokens: 10 },
  }),
  *events({ id, say, calls, model }) {
    yield named('message_start', {
      message: { ...head(id, model), content: [], usage: { input_tokens: 10, output_tokens: 1 } },
    })
    for (const [index, block] of blocks(say, calls).entries()) yield* blockEvents(index, block)
    const stop = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null }
    yield named('message_delta', { delta: stop, usage: { output_tokens: 10 } })
    yield named('message_stop', {})
  },
  toolResults: (body) =>
    (body.messages ?? [])
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map((part) => ({
        callId: part.tool_use_id,
        text: textsOf(part.content).join('\n'),
        isError: part.is_error === true,
      })),
  shownTexts: (body) => [
    ...textsOf(body.system),
    ...(body.messages ?? []).filter(({ role }) => role !== 'assistant').flatMap(({ content }) => textsOf(content)),
  ],
}

const head = (id, model) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_reason: null,
  stop_sequence: null,
})
const named = (type, data) => sse({ type, ...data }, type)

function blocks(say, calls) {
  const tools = calls.map(({ id, tool, input }) => ({
    type: 'tool_use',
    id: `toolu_${id}`,
    name: tool,
    input: input ?? {},
  }))
  return say ? [{ type: 'text', text: say }, ...tools] : tools
}

function* blockEvents(index, block) {
  const isText = block.type === 'text'
  yield named('content_block_start', {
    index,
    content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
  })
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
  yield named('content_block_delta', { index, delta })
  yield named('content_block_stop', { index })
}

function textsOf(content) {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part) =>
    part.type === 'text' ? [part.text] : part.type === 'tool_result' ? textsOf(part.content) : [],
  )
}
