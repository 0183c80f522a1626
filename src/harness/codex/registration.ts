import type { JsonValue } from '../../core/codec/json.ts'
import { hookTimeoutSeconds } from '../../core/registration/hook-timeouts.ts'
import { shellCommand } from '../../core/registration/our-command.ts'
import type {
  HarnessFolders,
  HarnessRegistration,
  HookProgram,
  Level,
  SettingsPlace,
} from '../../core/registration/registration.ts'
import { type HooksDialect, mergeHooks, withoutHooks } from '../hooks-json.ts'
import { REGISTERED_EVENTS } from './registration-events.ts'
import { inspectSettings, isOurHandler, silencers } from './registration-inspect.ts'

/** The harness cuts a longer one down and warns. */
const SESSION_END_SECONDS = 3

export const codexRegistration: HarnessRegistration = {
  harness: 'codex',
  events: REGISTERED_EVENTS,
  places(folders) {
    const user = userFolder(folders)
    return [
      target(folders, 'project'),
      { path: `${folders.project}/.codex/config.toml`, level: 'project', role: 'config' },
      target(folders, 'user'),
      { path: `${user}/config.toml`, level: 'user', role: 'config' },
      { path: '/etc/codex/requirements.toml', level: 'user', role: 'requirements' },
    ]
  },
  target,
  inspect: inspectSettings,
  planInstall(place, before, program) {
    const after = mergeHooks(before, dialect(program))
    return { kind: 'write-file', path: place.path, before, after, why: 'register the hooks of Codex' }
  },
  planRemove(place, before) {
    const after = before === null ? null : withoutHooks(before, dialect({ kind: 'on-path' }))
    return { kind: 'write-file', path: place.path, before, after, why: 'take the hooks out of Codex' }
  },
  command: (program) => shellCommand('codex', program),
}

/** The harness has one project file: committed for the shared level, else kept out by `.git/info/exclude`. */
function target(folders: HarnessFolders, level: Level): SettingsPlace {
  const folder = level === 'user' ? userFolder(folders) : `${folders.project}/.codex`
  return { path: `${folder}/hooks.json`, level, role: 'hooks' }
}

function userFolder({ home, environment }: HarnessFolders): string {
  return environment['CODEX_HOME'] || `${home}/.codex`
}

function dialect(program: HookProgram): HooksDialect {
  return {
    events: REGISTERED_EVENTS,
    wanted: (event) => handlerFor(event, program),
    isOurs: isOurHandler,
    runs: (event, matcher, handler) => silencers(event, matcher, handler).length === 0,
  }
}

/** One command string: the harness does not read `args`. A Stop that is refused repeats without an end. */
function handlerFor(event: string, program: HookProgram): Readonly<Record<string, JsonValue>> {
  const endsTurn = event === 'Stop' || event === 'SubagentStop'
  return {
    type: 'command',
    command: shellCommand('codex', program, endsTurn ? 1 : 2),
    timeout: event === 'SessionEnd' ? SESSION_END_SECONDS : hookTimeoutSeconds(event),
  }
}
