import type { JsonValue } from '../../core/codec/json.ts'
import { isOurCommand, isOurWords, quoteWord } from '../../core/registration/our-command.ts'
import { reachesIntoPrograms } from '../../core/registration/reaching-variables.ts'
import type { Inspection, SettingsPlace } from '../../core/registration/registration.ts'
import { GATE_EVENTS, isKnownEvent } from './registration-events.ts'
import { badSettings } from './registration-settings.ts'

type JsonObject = Readonly<Record<string, JsonValue>>
type Row = Inspection['ours'][number]
/** `dropsFile` says that the harness drops the whole file for it and not only the entry. */
type Finding = { readonly fault: string; readonly dropsFile: boolean }

const DROPPED = 'so Claude Code drops the whole file'

/** Reads a settings file as strictly as the harness does: specification harnesses section 3.6. */
export function inspectSettings(place: SettingsPlace, text: string): Inspection {
  if (text.trim() === '') return { ours: [], switches: [], faults: [] }
  const settings = parseObject(text)
  if (settings === null) {
    return { ours: [], switches: [], faults: [`not a JSON object (comments are not allowed either), ${DROPPED}`] }
  }
  const settingFaults = badSettings(settings).map((fault) => ({ fault: `${fault}, ${DROPPED}`, dropsFile: true }))
  const hooks = readHooks(settings['hooks'])
  const findings = [...settingFaults, ...hooks.findings]
  return {
    ours: findings.some((finding) => finding.dropsFile) ? [] : hooks.rows,
    switches: switchesOf(settings, place.role),
    faults: findings.map((finding) => finding.fault),
  }
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: JsonValue = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
    return asObject(value)
  } catch {
    return null // whatever is wrong, the harness drops the file
  }
}

function asObject(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

function readHooks(hooks: JsonValue | undefined): { rows: readonly Row[]; findings: readonly Finding[] } {
  if (hooks === undefined) return { rows: [], findings: [] }
  const events = asObject(hooks)
  if (events === null) return { rows: [], findings: [{ fault: 'hooks must be an object', dropsFile: false }] }
  const read = Object.entries(events)
    .filter(([event]) => isKnownEvent(event))
    .map(([event, groups]) => readEvent(event, groups))
  return { rows: read.flatMap((one) => one.rows), findings: read.flatMap((one) => one.findings) }
}

function readEvent(event: string, groups: JsonValue): { rows: readonly Row[]; findings: readonly Finding[] } {
  const dropsFile = GATE_EVENTS.includes(event)
  const broken = (what: string): Finding => ({
    fault: dropsFile ? `hooks.${event}: ${what}, ${DROPPED}` : `hooks.${event}: ${what}, so Claude Code skips it`,
    dropsFile,
  })
  if (!Array.isArray(groups)) return { rows: [], findings: [broken('must be a list')] }
  const read = groups.map((group: JsonValue) => readGroup(event, group, broken))
  return { rows: read.flatMap((one) => one.rows), findings: read.flatMap((one) => one.findings) }
}

function readGroup(event: string, value: JsonValue, broken: (what: string) => Finding) {
  const group = asObject(value)
  const fault = groupFault(group)
  if (group === null || fault !== null) return { rows: [], findings: [broken(fault ?? 'a group must be an object')] }
  const handlers = (group['hooks'] as readonly JsonValue[]).map(asObject)
  const bad = handlers.map(handlerFault).find((one) => one !== null)
  if (bad !== undefined) return { rows: [], findings: [broken(bad)] }
  const ours = handlers.filter((handler) => handler !== null).filter(isOurHandler)
  const findings = ours.flatMap((handler) => silencers(event, group['matcher'], handler))
  const rows = ours.filter((handler) => silencers(event, group['matcher'], handler).length === 0)
  return { rows: rows.map((handler) => ({ event, command: commandOf(handler) })), findings }
}

function groupFault(group: JsonObject | null): string | null {
  if (group === null) return 'a group must be an object'
  if (!Array.isArray(group['hooks'])) return 'a group needs a list hooks'
  const matcher = group['matcher']
  return matcher === undefined || typeof matcher === 'string' ? null : 'matcher must be a string'
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  prompt: ['prompt'],
  agent: ['prompt'],
  mcp_tool: ['server', 'tool'],
}

/** What makes the harness refuse a handler of any owner. */
function handlerFault(handler: JsonObject | null): string | null {
  if (handler === null) return 'a handler must be an object'
  const type = handler['type']
  const needed = typeof type === 'string' && Object.hasOwn(NEEDED, type) ? NEEDED[type] : undefined
  if (needed === undefined) return `a handler of unknown type ${JSON.stringify(type) ?? ''}`.trimEnd()
  const missing = needed.find((key) => typeof handler[key] !== 'string')
  if (missing !== undefined) return `a ${String(type)} handler needs a string ${missing}`
  const wrong = Object.entries(FIELDS).find(([key, accepts]) => handler[key] !== undefined && !accepts(handler[key]))
  return wrong === undefined ? null : `a handler's ${wrong[0]} is not valid`
}

const isText = (value: JsonValue) => typeof value === 'string'
const isFlag = (value: JsonValue) => typeof value === 'boolean'

const FIELDS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  timeout: (value) => typeof value === 'number' && value > 0,
  args: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  if: isText,
  statusMessage: isText,
  shell: (value) => value === 'bash' || value === 'powershell',
  onFailure: (value) => value === 'continue' || value === 'block',
  once: isFlag,
  async: isFlag,
  asyncRewake: isFlag,
}

/** Whether a handler starts our program, in the shell form or the form without a shell. */
export function isOurHandler(handler: JsonObject): boolean {
  const { type, command, args } = handler
  if (type !== 'command' || typeof command !== 'string') return false
  if (!Array.isArray(args)) return isOurCommand(command, 'claude-code')
  return isOurWords([command, ...args.map(String)], 'claude-code')
}

function commandOf(handler: JsonObject): string {
  const args = Array.isArray(handler['args']) ? handler['args'].map((word) => quoteWord(String(word))) : null
  const command = String(handler['command'])
  return args === null ? command : [quoteWord(command), ...args].join(' ')
}

/** What lets the harness pass our valid handler over, or not wait for its answer. */
export function silencers(event: string, matcher: JsonValue | undefined, handler: JsonObject): readonly Finding[] {
  const faults: string[] = []
  if (!matchesAll(matcher)) faults.push(`matcher ${JSON.stringify(matcher)} lets some of its calls pass unseen`)
  if (handler['async'] === true || handler['asyncRewake'] === true) faults.push('async: nobody waits for its answer')
  if (typeof handler['if'] === 'string' && handler['if'] !== '') faults.push('if: it runs for some calls only')
  if (handler['once'] === true) faults.push('once: it runs a single time')
  if (handler['shell'] === 'powershell') faults.push('shell: its command is for sh, not powershell')
  if (typeof handler['timeout'] === 'number' && handler['timeout'] < 1) faults.push('timeout under one second')
  return faults.map((fault) => ({ fault: `hooks.${event}: our handler has ${fault}`, dropsFile: false }))
}

function matchesAll(matcher: JsonValue | undefined): boolean {
  return matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*'
}

const OFF_VARIABLES = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE', 'CLAUDE_CODE_RESTRICT_PERSONAL_CONFIG']
const MOVING_VARIABLES = [
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
  'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
]

function switchesOf(settings: JsonObject, role: string): readonly string[] {
  const switches: string[] = []
  if (settings['disableAllHooks'] === true) switches.push('disableAllHooks')
  if (settings['allowManagedHooksOnly'] === true && role === 'managed') switches.push('allowManagedHooksOnly')
  const pluginsOnly = settings['strictPluginOnlyCustomization']
  if (pluginsOnly === true || (Array.isArray(pluginsOnly) && pluginsOnly.includes('hooks'))) {
    switches.push('strictPluginOnlyCustomization')
  }
  const names = Object.keys(asObject(settings['env']) ?? {})
  const reaching = (name: string) =>
    reachesIntoPrograms(name) || OFF_VARIABLES.includes(name) || MOVING_VARIABLES.includes(name)
  return [...switches, ...names.filter(reaching).map((name) => `env.${name}`)]
}
