// Codex runs a hook only while the hash of its present definition is stored as trusted.
import { createHash } from 'node:crypto'

const DEFAULT_TIMEOUT_S = 600
const SHORT_TIMEOUT_S = 3
const SHORT_EVENTS = new Set(['session_end', 'interrupt'])
const EVENTS_WITHOUT_MATCHER = new Set(['user_prompt_submit', 'stop'])

/** One entry per handler of a parsed hooks.json: { key, trustedHash }. `hooksFile` is the absolute path Codex will see. */
export function trustEntries(hooksFile, { hooks = {} }) {
  return Object.entries(hooks).flatMap(([eventName, groups]) =>
    groups.flatMap((group, groupIndex) =>
      (group.hooks ?? []).map((handler, handlerIndex) => {
        const event = snakeCase(eventName)
        return {
          key: `${hooksFile}:${event}:${groupIndex}:${handlerIndex}`,
          trustedHash: trustHash({ event, group, handler }),
        }
      }),
    ),
  )
}

/** SHA-256 over compact JSON with sorted keys of the event, this one handler and, where it counts, the matcher. */
export function trustHash({ event, group, handler }) {
  const definition = {
    event_name: event,
    hooks: [
      {
        async: handler.async ?? false,
        command: handler.command,
        ...(handler.statusMessage === undefined ? {} : { statusMessage: handler.statusMessage }),
        timeout: timeoutOf(event, handler),
        type: handler.type ?? 'command',
      },
    ],
    ...(group.matcher === undefined || EVENTS_WITHOUT_MATCHER.has(event) ? {} : { matcher: group.matcher }),
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(definition), 'utf8').digest('hex')}`
}

function timeoutOf(event, { timeout = DEFAULT_TIMEOUT_S }) {
  const seconds = Math.max(1, timeout)
  return SHORT_EVENTS.has(event) ? Math.min(SHORT_TIMEOUT_S, seconds) : seconds
}

const snakeCase = (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
