import type { PolicyCommand, PolicyContext } from '../rule.ts'
import { type GitCall, readGitCall } from './read-git-call.ts'

const KEY = 'clean.requireforce'
/** What git takes for false; a value that is not known counts too. */
const FALSE = /^(?:|false|no|off|[-+]?0+[kmg]?|0x0+|.*\*.*)$/i

/** How many commands are looked back for the setting; it bounds the time for a text of thousands of calls. */
const LOOK_BACK = 64

/** `git clean` deletes without `-f`: the call itself, its environment or an earlier command of the text says so. */
export function needsNoForce(call: GitCall, command: PolicyCommand, { commands }: PolicyContext): boolean {
  const own = call.config.get(KEY)
  if (own !== undefined) return FALSE.test(own.value)
  if (namesKey(command)) return true
  return commands.slice(Math.max(0, command.index - LOOK_BACK), command.index).some(setsFalse)
}

/** `GIT_CONFIG_KEY_0=clean.requireForce`, `--config-env=clean.requireForce=X`. */
function namesKey({ args, command }: PolicyCommand): boolean {
  return (
    command.assignments.some(({ name, value }) => /^GIT_CONFIG_(?:KEY|PARAM)/.test(name) && holdsKey(value?.text)) ||
    args.some(({ text }, at) => /^--config-env(?:=|$)/.test(text) && holdsKey(text + (args[at + 1]?.text ?? '')))
  )
}

function holdsKey(text = ''): boolean {
  return text.toLowerCase().includes(KEY)
}

function setsFalse(command: PolicyCommand): boolean {
  const call = readGitCall(command)
  if (call?.verb !== 'config') return false
  const at = call.args.findIndex(({ text }) => text.toLowerCase() === KEY)
  const value = at < 0 ? undefined : call.args[at + 1]
  return value !== undefined && FALSE.test(value.text)
}
