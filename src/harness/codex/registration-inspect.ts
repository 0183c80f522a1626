import { parse as parseToml } from 'smol-toml'
import { type JsonValue, parseJson } from '../../core/codec/json.ts'
import { isOurCommand } from '../../core/registration/our-command.ts'
import type { Inspection, SettingsPlace } from '../../core/registration/registration.ts'
import { isKnownEvent } from './registration-events.ts'

type JsonObject = Readonly<Record<string, JsonValue>>
type Hooks = Pick<Inspection, 'ours' | 'faults' | 'grants'>

/** Reads a file of the harness as strictly as it does itself: specification harnesses section 4.1. */
export function inspectSettings(place: SettingsPlace, text: string): Inspection {
  return place.role === 'hooks' ? { ...inspectHooksFile(text), switches: [] } : inspectConfig(place, text)
}

/** Codex knows a handler it trusts by its place and its very text: moving or changing it takes the trust away. */
function trustedPlaces(hooks: JsonObject): readonly string[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (groups as readonly JsonObject[]).flatMap((group, at) =>
      ((group['hooks'] ?? []) as readonly JsonObject[]).flatMap((handler, index) => {
        if (!isOurHandler(handler)) return []
        return [
          `the trust in our hook for ${event} (place ${at}.${index}, ${JSON.stringify([group['matcher'], handler])})`,
        ]
      }),
    ),
  )
}

const EMPTIED = 'so Codex takes no hook from this file'

function inspectHooksFile(text: string): Hooks {
  if (text.trim() === '') return { ours: [], faults: [] }
  if (text.startsWith('\ufeff')) return emptied('a byte order mark')
  const parsed = parseJson(text, { file: 'hooks.json', numbers: 'rounded' })
  if (!parsed.ok) return emptied(`${parsed.faults[0]?.message ?? 'no JSON'} (comments are not allowed either)`)
  const file = asObject(parsed.value.value)
  if (file === null) return emptied('no JSON object')
  const stray = Object.keys(file).find((key) => key !== 'description' && key !== 'hooks')
  if (stray !== undefined) return emptied(`the key ${JSON.stringify(stray)} beside description and hooks`)
  if (!isAbsentOr('string', file['description'])) return emptied('a description that is no string')
  return file['hooks'] === undefined ? { ours: [], faults: [] } : readHooks(file['hooks'])
}

function emptied(what: string): Hooks {
  return { ours: [], faults: [`${what}, ${EMPTIED}`] }
}

function readHooks(value: JsonValue): Hooks {
  const hooks = asObject(value)
  if (hooks === null) return emptied('hooks is no object')
  const known = Object.entries(hooks).filter(([event]) => isKnownEvent(event))
  const fatal = known.map(([event, groups]) => groupsFault(event, groups)).find((fault) => fault !== null)
  if (fatal !== undefined) return emptied(fatal)
  const read = known.flatMap(([event, groups]) =>
    (groups as readonly JsonObject[]).map((group) => readGroup(event, group)),
  )
  return {
    ours: read.flatMap((one) => one.ours),
    faults: read.flatMap((one) => one.faults),
    grants: trustedPlaces(Object.fromEntries(known)),
  }
}

/** What makes the harness drop the whole file: any value of a wrong type, also in a handler of others. */
function groupsFault(event: string, groups: JsonValue): string | null {
  if (!Array.isArray(groups)) return `hooks.${event} is no list`
  const faults = groups.map((value: JsonValue) => {
    const group = asObject(value)
    if (group === null) return 'a group that is no object'
    if (!isAbsentOr('string', group['matcher'])) return 'a matcher that is no string'
    const handlers = group['hooks'] ?? []
    if (!Array.isArray(handlers)) return 'a group whose hooks are no list'
    return handlers.map(handlerFault).find((fault) => fault !== null) ?? null
  })
  const first = faults.find((fault) => fault !== null)
  return first === undefined ? null : `hooks.${event} has ${first}`
}

const HANDLER_TYPES = ['command', 'mcp_tool', 'prompt', 'agent']

function handlerFault(value: JsonValue): string | null {
  const handler = asObject(value)
  if (handler === null) return 'a handler that is no object'
  const type = handler['type']
  if (typeof type !== 'string' || !HANDLER_TYPES.includes(type)) return 'a handler of unknown type'
  if (type !== 'command') return null
  if (typeof handler['command'] !== 'string') return 'a handler without a command'
  if (!isAbsentOr('boolean', handler['async'])) return 'an async that is no flag'
  if (!isAbsentOr('string', handler['statusMessage'])) return 'a statusMessage that is no string'
  const timeout = handler['timeout'] ?? 0
  return typeof timeout === 'number' && Number.isInteger(timeout) && timeout >= 0
    ? null
    : 'a timeout that is no whole number'
}

function readGroup(event: string, group: JsonObject): Hooks {
  const handlers = ((group['hooks'] ?? []) as readonly JsonObject[]).filter(isOurHandler) // no fault: a list of objects
  const faults = handlers.flatMap((handler) => silencers(event, group['matcher'], handler))
  const running = handlers.filter((handler) => silencers(event, group['matcher'], handler).length === 0)
  return { ours: running.map((handler) => ({ event, command: String(handler['command']) })), faults }
}

/** Whether a handler starts our program. `args` is not read by the harness, so it changes nothing. */
export function isOurHandler(handler: JsonObject): boolean {
  const { type, command } = handler
  return type === 'command' && typeof command === 'string' && isOurCommand(command, 'codex')
}

/** What lets the harness pass our valid handler over, or not wait for its answer. */
export function silencers(event: string, matcher: JsonValue | undefined, handler: JsonObject): readonly string[] {
  const faults: string[] = []
  const ignored = event === 'UserPromptSubmit' || event === 'Stop' // the harness reads no matcher there
  if (!ignored && !matchesAll(matcher))
    faults.push(`matcher ${JSON.stringify(matcher)} lets some of its calls pass unseen`)
  if (handler['async'] === true) faults.push('async: nobody waits for its answer')
  return faults.map((fault) => `hooks.${event}: our handler has ${fault}`)
}

function matchesAll(matcher: JsonValue | undefined): boolean {
  return matcher === undefined || matcher === null || matcher === '' || matcher === '*' || matcher === '.*'
}

/** `config.toml`, `requirements.toml`: switches, and handlers that somebody moved into `[hooks]` tables. */
function inspectConfig(place: SettingsPlace, text: string): Inspection {
  const config = parseConfig(text)
  if (config === null) return { ours: [], switches: [], faults: ['no valid TOML, so Codex does not start with it'] }
  const hooks = asObject(config['hooks']) ?? {}
  const state = asObject(hooks['state']) ?? {}
  const read = readHooks(hooks)
  return {
    ...read,
    grants: grantedTrust(config, state),
    switches: [
      ...featureSwitches(config, ''),
      ...Object.entries(asObject(config['profiles']) ?? {}).flatMap(([name, profile]) =>
        featureSwitches(asObject(profile) ?? {}, `profiles.${name}.`),
      ),
      ...(place.role === 'requirements' && config['allow_managed_hooks_only'] === true
        ? ['allow_managed_hooks_only']
        : []),
      ...disabledHooks(state),
    ],
  }
}

/** Hooks and projects that a person trusts. */
function grantedTrust(config: JsonObject, state: JsonObject): readonly string[] {
  const hooks = Object.entries(state).flatMap(([key, value]) => {
    const { trusted_hash: hash, enabled } = asObject(value) ?? {}
    return typeof hash === 'string' && enabled !== false ? [`the trust in the hook ${key} (${hash})`] : []
  })
  const projects = Object.entries(asObject(config['projects']) ?? {}).flatMap(([path, value]) =>
    asObject(value)?.['trust_level'] === 'trusted' ? [`the trust in the project ${path}`] : [],
  )
  return [...hooks, ...projects]
}

function featureSwitches(config: JsonObject, prefix: string): readonly string[] {
  const features = asObject(config['features']) ?? {}
  const off = ['hooks', 'codex_hooks'].filter((name) => features[name] === false)
  return off.map((name) => `${prefix}features.${name} = false`)
}

export function parseConfig(text: string): JsonObject | null {
  try {
    return parseToml(text.startsWith('\ufeff') ? text.slice(1) : text) as JsonObject // a table; dates are no concern here
  } catch {
    return null
  }
}

/** A person may switch a single hook off in `/hooks`; it is kept under the hook's key. */
function disabledHooks(state: JsonObject): readonly string[] {
  const keys = Object.entries(state).filter(([, entry]) => asObject(entry)?.['enabled'] === false)
  return keys.map(([key]) => `hooks.state of ${key}: enabled = false`)
}

function asObject(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

function isAbsentOr(type: 'string' | 'boolean', value: JsonValue | undefined): boolean {
  return value === undefined || value === null || typeof value === type
}
