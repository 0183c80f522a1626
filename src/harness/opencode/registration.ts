import { type ParseError, parse as parseJsonc } from 'jsonc-parser'
import type { JsonValue } from '../../core/codec/json.ts'
import { isOurWords, programWords, quoteWord } from '../../core/registration/our-command.ts'
import type {
  HarnessFolders,
  HarnessRegistration,
  Inspection,
  Level,
  SettingsPlace,
} from '../../core/registration/registration.ts'
import { type PluginProgram, parsePlugin, pluginProgram, pluginText } from './plugin.ts'

/** The hooks of the plugin. */
const REGISTERED_HOOKS = [
  'event',
  'chat.message',
  'tool.execute.before',
  'tool.execute.after',
  'experimental.chat.system.transform',
  'experimental.session.compacting',
] as const

const SILENT: Inspection = { ours: [], switches: [], faults: [] }

export const opencodeRegistration: HarnessRegistration = {
  harness: 'opencode',
  events: REGISTERED_HOOKS,
  places(folders) {
    const { project, environment } = folders
    const user = userFolder(folders)
    const homes = [
      ['project', project],
      ['project', `${project}/.opencode`],
      ['user', user],
    ] as const
    const named = environment['OPENCODE_CONFIG']
    return [
      target(folders, 'project'),
      target(folders, 'user'),
      ...homes.flatMap(([level, folder]) =>
        ['opencode.json', 'opencode.jsonc'].map((file) => ({ path: `${folder}/${file}`, level, role: 'config' })),
      ),
      ...(named?.startsWith('/') === true ? [{ path: named, level: 'user', role: 'config' } as const] : []),
    ]
  },
  target,
  inspect: (place, text) => (place.role === 'plugin' ? inspectPlugin(text) : inspectConfig(text)),
  planInstall(place, before, program) {
    const isTheirs = before !== null && before.trim() !== '' && !isPluginOfOurs(before)
    const after = isTheirs ? before : pluginText(pluginProgram(program))
    return { kind: 'write-file', path: place.path, before, after, why: 'register the plugin of opencode' }
  },
  planRemove(place, before) {
    const after = before !== null && isPluginOfOurs(before) ? null : before
    return { kind: 'write-file', path: place.path, before, after, why: 'take the plugin out of opencode' }
  },
  command: (program) => commandOf(pluginProgram(program)),
}

function target(folders: HarnessFolders, level: Level): SettingsPlace {
  const folder = level === 'user' ? userFolder(folders) : `${folders.project}/.opencode`
  return { path: `${folder}/plugins/bylaw.js`, level, role: 'plugin' }
}

function userFolder({ home, environment }: HarnessFolders): string {
  return `${environment['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode`
}

/** Any change of the file may change what it does, so only the very bytes that we write count. */
function inspectPlugin(text: string): Inspection {
  const program = parsePlugin(text)
  if (program === null || !isOurs(program)) {
    return { ...SILENT, faults: ['the plugin file is not as "bylaw hooks install" writes it, so it counts as missing'] }
  }
  const command = commandOf(program)
  return { ...SILENT, ours: REGISTERED_HOOKS.map((event) => ({ event, command })) }
}

function isPluginOfOurs(text: string): boolean {
  return text.startsWith('// Written by "bylaw hooks install".')
}

function isOurs(program: PluginProgram): boolean {
  return isOurWords([program.file, ...program.args], 'opencode')
}

/** The plugin starts the program itself; as a shell command its environment is written out. */
function commandOf({ file, args, stateHome }: PluginProgram): string {
  const [bundle = ''] = args
  const program =
    stateHome === null ? ({ kind: 'on-path' } as const) : ({ kind: 'absolute', node: file, bundle, stateHome } as const)
  return programWords('opencode', program).map(quoteWord).join(' ')
}

/** No setting there switches a plugin file off; a file that cannot be read keeps the harness from starting. */
function inspectConfig(text: string): Inspection {
  const errors: ParseError[] = []
  const config: JsonValue | undefined = parseJsonc(text, errors, { allowTrailingComma: true })
  const broken = text.trim() !== '' && (errors.length > 0 || typeof config !== 'object' || config === null)
  return broken ? { ...SILENT, faults: ['no valid JSON with comments, so opencode does not start with it'] } : SILENT
}
