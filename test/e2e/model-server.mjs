// A scripted model on loopback. It speaks three streaming protocols (Anthropic Messages,
// OpenAI Responses, OpenAI Chat Completions) and hands out one scripted step per request.
// Every request is kept, so that a test can assert on what reached the model.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { anthropic } from './protocols/anthropic.mjs'
import { chat } from './protocols/chat.mjs'
import { responses } from './protocols/responses.mjs'

const PROTOCOLS = [anthropic, responses, chat]
const BODY_BYTES_MAX = 64 * 1024 * 1024

/**
 * Starts the server. `load()` may be called again between runs; requests pile up until `forget()`.
 *
 * A step is one of
 *   { say: 'text' }                              ends the turn
 *   { tool: 'Write', input: {…}, say?: 'text' }  one tool call; a string input is a free-form (custom) tool call
 *   { tools: [{ tool, input }, …], say?: … }     several calls in one message
 *   { patch: '*** Begin Patch…' }                apply_patch in the form the harness expects
 *   { hang: milliseconds }                       answers late, with a plain text
 *   { status: 500, error: 'text' }               an HTTP error
 * each with an optional `before: async ({ request, server }) => void`, run before the step is handed out.
 * A step may also be a function of `{ request, server }` that returns a step.
 */
export async function startModelServer({ steps = [], subAgents = [], finalText = 'All done.' } = {}) {
  const state = {
    requests: [],
    outside: [],
    problems: [],
    lanes: new Map(),
    subAgents: [],
    finalText,
    calls: 0,
    sockets: new Set(),
  }
  const listener = http.createServer((incoming, reply) => {
    answer(server, state, incoming, reply).catch((error) => {
      state.problems.push(`${incoming.method} ${incoming.url}: ${error.stack ?? error}`)
      if (!reply.headersSent) reply.writeHead(500, { 'content-type': 'application/json' })
      reply.end(JSON.stringify({ error: { type: 'server_error', message: String(error) } }))
    })
  })
  // The agents have this server as their proxy, so a request that would leave the machine arrives here.
  listener.on('connect', (incoming, socket) => {
    state.outside.push(incoming.url)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  listener.on('connection', (socket) => {
    state.sockets.add(socket)
    socket.on('close', () => state.sockets.delete(socket))
  })
  await new Promise((resolve, reject) => listener.once('error', reject).listen(0, '127.0.0.1', resolve))
  const server = serverFace(state, listener)
  server.load({ steps, subAgents })
  return server
}

function serverFace(state, listener) {
  const model = (lane) => state.requests.filter((request) => request.lane === lane)
  return {
    url: `http://127.0.0.1:${listener.address().port}`,
    /** Everything received, oldest first: { method, path, headers, body, lane, protocol, step }. */
    requests: state.requests,
    /** Addresses outside loopback that an agent wanted to reach; each was refused. */
    outside: state.outside,
    /** What went wrong inside the server or a `before`; a scenario should end with none. */
    problems: state.problems,
    /** Replaces the scripts. `subAgents`: [{ match: string | RegExp, steps }], matched on the sub-agent's prompt. */
    load({ steps: main = [], subAgents: others = [] } = {}) {
      state.lanes = new Map([['main', [...main]]])
      state.subAgents = others.map(({ match, steps: lane }, index) => ({
        match,
        lane: `sub-agent:${index}`,
        steps: lane,
      }))
      for (const other of state.subAgents) state.lanes.set(other.lane, [...other.steps])
    },
    /** Drops everything recorded. */
    forget() {
      for (const list of [state.requests, state.outside, state.problems]) list.length = 0
    },
    /** Requests that took a step of the main script, or came after its end. */
    mainRequests: () => model('main'),
    /** Requests of the sub-agent whose script is number `index`. */
    subAgentRequests: (index = 0) => model(`sub-agent:${index}`),
    /** Titles, summaries, counts and other requests that take no step. */
    sideRequests: () => model('side'),
    /** Steps nobody has asked for yet, over all scripts. */
    stepsLeft: () => [...state.lanes.values()].reduce((sum, lane) => sum + lane.length, 0),
    /** Tool results as the model got them: [{ callId, text, isError? }], each call once, over all lanes or one ('main'). */
    toolResults: (lane) => collectToolResults(lane ? model(lane) : state.requests),
    /** All text the model was shown (system, developer, user, tool results), each different text once. */
    shownTexts: () => collectTexts(state.requests),
    /** Whether any text shown to the model matches. */
    wasShown: (wanted) => collectTexts(state.requests).some((text) => matches(text, wanted)),
    async close() {
      for (const socket of state.sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

async function answer(server, state, incoming, reply) {
  if (/^https?:/.test(incoming.url)) {
    state.outside.push(incoming.url)
    return sendJson(reply, { status: 403, body: { error: 'nothing outside loopback' } })
  }
  const path = new URL(incoming.url, 'http://localhost').pathname
  const body = parseBody(await readBody(incoming))
  const protocol = PROTOCOLS.find((candidate) => incoming.method === 'POST' && candidate.handles(path))
  const request = {
    method: incoming.method,
    path,
    headers: incoming.headers,
    body,
    protocol: protocol?.name,
    lane: 'side',
  }
  state.requests.push(request)
  if (!protocol) return sendJson(reply, answerElsewhere(path, incoming.method))
  request.lane = laneOf(state, protocol, request)
  const step = await takeStep(server, state, request)
  request.step = step
  if (step.hang) await sleep(step.hang)
  if (step.status)
    return sendJson(reply, {
      status: step.status,
      body: { error: { type: 'api_error', message: step.error ?? 'scripted error' } },
    })
  const message = {
    id: ++state.calls,
    say: step.say ?? '',
    calls: callsOf(step, state.calls),
    model: body.model ?? 'scripted',
  }
  if (!message.say && message.calls.length === 0) message.say = state.finalText
  if (body.stream === false || (protocol.name !== 'responses' && !body.stream)) {
    return sendJson(reply, { status: 200, body: protocol.whole(message) })
  }
  reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of protocol.events(message)) reply.write(event)
  reply.end()
}

function laneOf(state, protocol, request) {
  if (protocol.isSide(request)) return 'side'
  if (!protocol.isSubAgent(request)) return 'main'
  const prompts = protocol.ownPrompts(request)
  return state.subAgents.find(({ match }) => prompts.some((text) => matches(text, match)))?.lane ?? 'side'
}

async function takeStep(server, state, request) {
  if (request.lane === 'side') return { say: 'Scripted side answer' }
  const raw = state.lanes.get(request.lane)?.shift()
  if (raw === undefined) return { say: state.finalText }
  const step = typeof raw === 'function' ? await raw({ request, server }) : raw
  await step.before?.({ request, server })
  return step
}

function callsOf(step, message) {
  const list = step.tools ?? (step.tool || step.patch ? [step] : [])
  return list.map((call, index) => ({ ...call, id: `${message}_${index}` }))
}

function matches(text, wanted) {
  return wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted)
}

function collectToolResults(requests) {
  const seen = new Map()
  for (const request of requests) {
    const protocol = PROTOCOLS.find(({ name }) => name === request.protocol)
    for (const result of protocol?.toolResults(request.body) ?? [])
      if (!seen.has(result.callId)) seen.set(result.callId, result)
  }
  return [...seen.values()]
}

function collectTexts(requests) {
  const seen = new Set()
  for (const request of requests) {
    const protocol = PROTOCOLS.find(({ name }) => name === request.protocol)
    for (const text of protocol?.shownTexts(request.body) ?? []) seen.add(text)
  }
  return [...seen]
}

function answerElsewhere(path, method) {
  if (path.endsWith('/count_tokens')) return { status: 200, body: { input_tokens: 100 } }
  if (path.endsWith('/models') && method === 'GET')
    return { status: 200, body: { object: 'list', data: [], models: [] } }
  if (method === 'HEAD') return { status: 200, body: {} }
  return { status: 404, body: { error: { type: 'not_found_error', message: `no ${method} ${path} here` } } }
}

function sendJson(reply, { status, body }) {
  reply.writeHead(status, { 'content-type': 'application/json' })
  reply.end(JSON.stringify(body))
}

async function readBody(incoming) {
  const chunks = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new Error('request body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseBody(bytes) {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return { unparsed: bytes.toString('latin1').slice(0, 2000) }
  }
}
