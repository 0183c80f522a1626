import type { FoundHit } from './find-hits.ts'
import type { PolicyCommand, PolicyContext } from './rule.ts'

/**
 * Whether a text is plain enough that a permit of one of its commands means what a person read: nothing in it may change
 * which program runs, where it runs, or what a name leads to. What is not on these short lists is not permitted.
 */
export function isPlainEnough({ rule, hit, command }: FoundHit, context: PolicyContext): boolean {
  if (command === null || !isPlainCall(command, context) || changesMeaning(context)) return false
  if (hit.subjects?.paths !== undefined && !isPlainPlace(command, context)) return false
  if (rule.area === 'git' && /^(?:\.\.|[/~])/.test(command.command.folder ?? '/')) return false
  return rule.area !== 'git' || context.commands.every((other) => other.name !== 'git' || isPlainGit(other, command))
}

/** Programs that only start another one where the call itself stands; with any option or word more they may do else. */
const PLAIN_WRAPPERS: ReadonlySet<string> = new Set(['command', 'time', 'nohup', 'nice', 'env', 'sudo', 'npx'])

/** A bare name, called right here: no other shell, machine, folder, root or environment. */
function isPlainCall({ command, args }: PolicyCommand, context: PolicyContext): boolean {
  const { words, wrappers, nesting, assignments, redirects } = command
  const isBare = /^(?:(?:\/usr)?\/bin\/)?[\w.-]+$/.test(words[0]?.text ?? '')
  const isDirect = nesting.every((kind) => kind === 'wrapper' || (kind === 'shell-c' && isOneShell(context)))
  const isWrapped = wrappers.every((own) => own.length === 1 && PLAIN_WRAPPERS.has(own[0]?.text ?? ''))
  const isSet = assignments.length > 0 || redirects.some(({ operator }) => operator.startsWith('<'))
  return isBare && isDirect && isWrapped && !isSet && args.every((word) => !word.assumed)
}

/** The whole text is `bash -c '…'` or `bash -lc '…'`, as some agents write every command. */
function isOneShell({ text, commands }: PolicyContext): boolean {
  const [shell] = commands
  const isWhole = shell?.command.span[0] === 0 && shell.command.span[1] === text.length
  return (
    isWhole &&
    /^(?:sh|bash|zsh)$/.test(shell.name) &&
    shell.args.length === 2 &&
    /^-l?c$/.test(shell.args[0]?.text ?? '')
  )
}

/** What may give a name in the rest of the text another meaning. */
const CHANGERS =
  /^(?:source|\.|eval|alias|unalias|hash|enable|builtin|trap|exec|declare|typeset|readonly|shopt|pushd|popd|z|j|chdir|sl|set-location|push-location|mount|umount|chroot|unshare|read|mapfile|readarray|unset|getopts|let)$/
const VARIABLES =
  /^(?:PATH|CDPATH|BASH_ENV|ENV|IFS|HOME|PWD|SHELLOPTS|LD_\w+|NODE_OPTIONS|\w*_RSH|GIT_\w+|\w*_?proxy|CURL_HOME|WGETRC|XDG_CONFIG_HOME)$/i
/** A value given to a variable by other means than `NAME=value`. */
const SETS_OTHERWISE = /\bprintf\s+-v|\$\{\w+:?=|\(\(|\bset\s+(?:-\w*a|-o)/

function changesMeaning({ text, commands }: PolicyContext): boolean {
  if (/\(\s*\)|(?:^|[\s;&|])(?:function|coproc|trap)\s/.test(text) || SETS_OTHERWISE.test(text)) return true
  if ([...text.matchAll(/\b(?:for|select)\s+(\w+)/g)].some(([, name = '']) => VARIABLES.test(name))) return true
  return commands.some(
    ({ name, command, args }) =>
      CHANGERS.test(name) ||
      (name === '' && command.words.length > 0) ||
      command.assignments.some((assignment) => VARIABLES.test(assignment.name)) ||
      (/^(?:export|local|set|env)$/.test(name) &&
        args.some(({ text: word }) => VARIABLES.test(word.split('=', 1)[0] ?? ''))),
  )
}

/** Names lead where they say: no folder that a failed `cd` may leave, no link that the text may make. */
function isPlainPlace(command: PolicyCommand, context: PolicyContext): boolean {
  const { name, args } = command
  const { folder, words } = command.command
  if (folder === null || (folder !== '' && !isChain(context.text))) return false
  if (name === 'find' && args.some(({ text }) => /^-(?:[LH]|follow|files0-from)/.test(text))) return false
  const leadsThrough = folder !== '' || words.slice(1).some(({ text }) => !text.startsWith('-') && text.includes('/'))
  const before = isUnordered(context.text) ? context.commands : context.commands.slice(0, command.index)
  if (before.some(movesFiles)) return false
  return !leadsThrough || before.every((other) => other === command || HARMLESS.has(other.name))
}

/** What it takes from elsewhere would go with the place that is permitted. */
function movesFiles({ name, args }: PolicyCommand): boolean {
  if (name === 'git') return args.some(({ text }) => text === 'mv')
  if (name === 'rsync') return args.some(({ text }) => text.startsWith('--remove-source'))
  return /^(?:g?mv|move|ren|rename|mmv|move-item|mi)$/.test(name)
}

/** Nothing goes on behind a command that failed. */
function isChain(text: string): boolean {
  return !/[;\n|]/.test(text) && !hasBackground(text)
}

/** What stands later may run earlier. */
function isUnordered(text: string): boolean {
  return /(?:^|[\s;&|({])(?:for|while|until|select)\s/.test(text) || hasBackground(text)
}

function hasBackground(text: string): boolean {
  return text.replace(/&&|[<>]&|&>/g, '').includes('&')
}

/** They make no link and change no folder's meaning; `''` stands for assignments and redirections alone. */
const HARMLESS: ReadonlySet<string> = new Set([
  '',
  ...'cd echo printf true false : test [ mkdir ls pwd set exit cat head tail grep wc rm rmdir find sleep'.split(' '),
])

/** No options in front of the verb, and beside the command itself no verb that changes settings or remotes. */
function isPlainGit(other: PolicyCommand, command: PolicyCommand): boolean {
  const verb = other.args[0]?.text ?? ''
  return other === command ? /^[a-z]/.test(verb) : /^(?:add|commit|status|diff|log|show|fetch|push|tag)$/.test(verb)
}
