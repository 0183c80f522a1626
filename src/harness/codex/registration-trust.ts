import type { JsonValue } from '../../core/codec/json.ts'
import { type CodexHook, readTrust, type TrustRow } from '../../core/registration/codex-trust.ts'
import { isOurHandler, parseConfig } from './registration-inspect.ts'

type JsonObject = Readonly<Record<string, JsonValue>>

/** What Codex thinks of our handlers in a hooks file, by the user's `config.toml` (null where there is none). */
export function readCodexTrust(config: string | null, hooksFile: string, hooksText: string): readonly TrustRow[] {
  return readTrust(
    storedTrust(config ?? ''),
    hooksFile,
    hooksOf(hooksText).filter((hook) => isOurHandler(hook.handler)),
  )
}

/** Whether Codex reads the project's own files: null where the user was never asked. */
export function isTrustedProject(config: string | null, project: string): boolean | null {
  const projects = asObject(parseConfig(config ?? '')?.['projects']) ?? {}
  const level = asObject(projects[project])?.['trust_level']
  return typeof level === 'string' ? level === 'trusted' : null
}

function storedTrust(config: string): Parameters<typeof readTrust>[0] {
  const hooks = asObject(parseConfig(config)?.['hooks']) ?? {}
  const entries = Object.entries(asObject(hooks['state']) ?? {}).map(([key, value]) => {
    const { trusted_hash: hash, enabled } = asObject(value) ?? {}
    return [key, { hash: typeof hash === 'string' ? hash : null, enabled: enabled !== false }] as const
  })
  return new Map(entries)
}

/** Every handler with its place, as the harness counts: handlers it skips keep their number. */
function hooksOf(text: string): readonly CodexHook[] {
  const events = asObject(asObject(parseJsonOrNull(text))?.['hooks']) ?? {}
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) => {
      const { matcher, hooks } = asObject(group) ?? {}
      return listOf(hooks).map((handler, handlerIndex) => ({
        event,
        groupIndex,
        handlerIndex,
        matcher: typeof matcher === 'string' ? matcher : null,
        handler: asObject(handler) ?? {},
      }))
    }),
  )
}

function parseJsonOrNull(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch {
    return null // the inspection names what is wrong
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function asObject(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}
