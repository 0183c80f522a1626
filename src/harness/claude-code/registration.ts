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
import { BLOCK_ON_FAILURE, REGISTERED_EVENTS } from './registration-events.ts'
import { inspectSettings, isOurHandler, silencers } from './registration-inspect.ts'

/** The harness raises its 1.5 seconds for all hooks at the end of a session up to what a handler asks for. */
const SESSION_END_SECONDS = 10

/**
 * One shell command string and not `args`: a release, or another agent that reads this file, that does not know `args`
 * would run the bare `command` and let everything pass.
 */
export const claudeCodeRegistration: HarnessRegistration = {
  harness: 'claude-code',
  events: REGISTERED_EVENTS,
  places(folders) {
    return [
      target(folders, 'project'),
      target(folders, 'shared'),
      target(folders, 'user'),
      { path: '/etc/claude-code/managed-settings.json', level: 'user', role: 'managed' },
    ]
  },
  target,
  inspect: inspectSettings,
  planInstall(place, before, program) {
    const after = mergeHooks(before, dialect(program))
    return { kind: 'write-file', path: place.path, before, after, why: 'register the hooks of Claude Code' }
  },
  planRemove(place, before) {
    const after = before === null ? null : withoutHooks(before, dialect({ kind: 'on-path' }))
    return { kind: 'write-file', path: place.path, before, after, why: 'take the hooks out of Claude Code' }
  },
  command: (program) => shellCommand('claude-code', program),
}

function target({ project, home, environment }: HarnessFolders, level: Level): SettingsPlace {
  const user = environment['CLAUDE_CONFIG_DIR'] || `${home}/.claude`
  const path = {
    project: `${project}/.claude/settings.local.json`,
    shared: `${project}/.claude/settings.json`,
    user: `${user}/settings.json`,
  }[level]
  return { path, level, role: 'settings' }
}

function dialect(program: HookProgram): HooksDialect {
  return {
    events: REGISTERED_EVENTS,
    wanted: (event) => handlerFor(event, program),
    isOurs: isOurHandler,
    runs: (event, matcher, handler) => silencers(event, matcher, handler).length === 0,
  }
}

function handlerFor(event: string, program: HookProgram): Readonly<Record<string, JsonValue>> {
  const endsTurn = event === 'Stop' || event === 'SubagentStop'
  return {
    type: 'command',
    command: shellCommand('claude-code', program, endsTurn ? 1 : 2),
    timeout: event === 'SessionEnd' ? SESSION_END_SECONDS : hookTimeoutSeconds(event),
    ...(BLOCK_ON_FAILURE.includes(event) ? { onFailure: 'block' } : {}),
  }
}
