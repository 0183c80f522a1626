// OpenAI Responses, as Codex speaks it.
import { sse } from './sse.mjs'

export const responses = {
  name: 'responses',
  handles: (path) => path.endsWith('/responses'),
  isSide: ({ body }) => (body.tools ?? []).length === 0,
  isSubAgent: ({ headers }) => headers['x-openai-subagent'] !== undefined,
  /** A sub-agent's task comes as an agent_message; its payload is called encrypted_content but is plain here. */
  ownPrompts: ({ body }) =>
    inputOf(body)
      .filter(({ type }) => type === 'agent_message')
      .flatMap(textsOf),
  whole: (message) => completed(message),
  *events(message) {
    yield named('response.created', { response: { ...completed(message), status: 'in_progress', output: [] } })
    for (const [index, item] of items(message).entries()) {
      yield named('response.output_item.added', {
        output_index: index,
        item: item.type === 'message' ? { ...item, content: [] } : item,
      })
      if (item.type === 'message')
        yield named('response.output_text.delta', {
          output_index: index,
          content_index: 0,
          item_id: item.id,
          delta: message.say,
        })
      yield named('response.output_item.done', { output_index: index, item })
    }
    yield named('response.completed', { response: completed(message) })
  },
  toolResults: (body) =>
    inputOf(body)
      .filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output')
      .map(({ call_id: callId, output }) => ({ callId, text: outputText(output) })),
  shownTexts: (body) => [
    ...(body.instructions ? [body.instructions] : []),
    ...inputOf(body)
      .filter(({ role }) => role !== 'assistant')
      .flatMap(textsOf),
  ],
}

const named = (type, data) => sse({ type, ...data }, type)

function items({ id, say, calls }) {
  const text = say
    ? [
        {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: say, annotations: [] }],
        },
      ]
    : []
  return [...text, ...calls.map(callItem)]
}

/** A string input, or a patch, is a call of a free-form tool. `namespace` names the group a tool belongs to. */
function callItem({ id, tool, input, patch, namespace }) {
  const call = { id: `fc_${id}`, call_id: `call_${id}`, status: 'completed', ...(namespace ? { namespace } : {}) }
  if (patch !== undefined) return { type: 'custom_tool_call', ...call, name: 'apply_patch', input: patch }
  if (typeof input === 'string') return { type: 'custom_tool_call', ...call, name: tool, input }
  return { type: 'function_call', ...call, name: tool, arguments: JSON.stringify(input ?? {}) }
}

function completed(message) {
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  }
  return {
    id: `resp_${message.id}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: message.model,
    output: items(message),
    usage,
  }
}

function outputText(output) {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) return output.map(({ text }) => text ?? '').join('\n')
  return JSON.stringify(output ?? '')
}

const inputOf = (body) => (Array.isArray(body.input) ? body.input : [])

function textsOf(item) {
  if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') return [outputText(item.output)]
  if (typeof item.content === 'string') return [item.content]
  return Array.isArray(item.content)
    ? item.content
        .map(({ text, encrypted_content: payload }) => text ?? payload)
        .filter((text) => typeof text === 'string')
    : []
}
