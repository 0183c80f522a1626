import { createHash } from 'node:crypto'
import { canonicalJson } from '../codec/canonical-json.ts'
import type { JsonValue } from '../codec/json.ts'

/** Whether Codex would run a hook: it skips every other in silence. */
export type Trust = 'trusted' | 'untrusted' | 'modified'

/** One handler of a hooks file as Codex counts it. */
export type CodexHook = {
  readonly event: string
  readonly groupIndex: number
  readonly handlerIndex: number
  readonly matcher: string | null
  readonly handler: Readonly<Record<string, JsonValue>>
}

export type TrustRow = { readonly event: string; readonly key: string; readonly hash: string; readonly trust: Trust }

const DEFAULT_SECONDS = 600
const SESSION_END_SECONDS = 3
const WITHOUT_MATCHER = ['user_prompt_submit', 'stop']

/** The text whose hash Codex keeps: compact JSON with sorted keys (specification harnesses section 4.2). */
export function canonicalHook(hook: Pick<CodexHook, 'event' | 'matcher' | 'handler'>): string {
  const event = snakeCase(hook.event)
  const { command, timeout, async, statusMessage } = hook.handler
  const seconds = typeof timeout === 'number' ? Math.max(1, timeout) : DEFAULT_SECONDS
  const handler = {
    async: async === true,
    command: typeof command === 'string' ? command : '',
    ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
    timeout: event === 'session_end' ? Math.min(seconds, SESSION_END_SECONDS) : seconds,
    type: 'command',
  }
  const matcher = hook.matcher === null || WITHOUT_MATCHER.includes(event) ? {} : { matcher: hook.matcher }
  return canonicalJson({ event_name: event, hooks: [handler], ...matcher })
}

export function trustedHash(hook: Pick<CodexHook, 'event' | 'matcher' | 'handler'>): string {
  return `sha256:${createHash('sha256').update(canonicalHook(hook), 'utf8').digest('hex')}`
}

/** The path is taken as it is: Codex does not normalise it, so a moved project loses its trust. */
export function trustKey(hooksFile: string, hook: Pick<CodexHook, 'event' | 'groupIndex' | 'handlerIndex'>): string {
  return `${hooksFile}:${snakeCase(hook.event)}:${hook.groupIndex}:${hook.handlerIndex}`
}

/** Compares hooks with the `trusted_hash` values of the user's configuration; a hook that is switched off is untrusted. */
export function readTrust(
  stored: ReadonlyMap<string, { readonly hash: string | null; readonly enabled: boolean }>,
  hooksFile: string,
  hooks: readonly CodexHook[],
): readonly TrustRow[] {
  return hooks.map((hook) => {
    const key = trustKey(hooksFile, hook)
    const hash = trustedHash(hook)
    const entry = stored.get(key)
    const known = entry?.enabled === true ? entry.hash : null
    return {
      event: hook.event,
      key,
      hash,
      trust: known === null ? 'untrusted' : known === hash ? 'trusted' : 'modified',
    }
  })
}

/** How a person gives trust; we never write it, because it is theirs to give. */
export const HOW_TO_TRUST =
  'Codex runs only hooks that you trust: start codex in this project and accept them (or type /hooks)'

/** The lines for `config.toml` that hold the trust of every hook that lacks it, for a machine without a terminal. */
export function trustLines(rows: readonly TrustRow[]): readonly string[] {
  return rows
    .filter((row) => row.trust !== 'trusted')
    .flatMap(({ key, hash }) => [`[hooks.state.${JSON.stringify(key)}]`, `trusted_hash = ${JSON.stringify(hash)}`])
}

function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
