import { commandTargets } from '../../shell/command-targets.ts'
import type { Word } from '../../shell/simple-command.ts'
import { joinPath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyContext, RuleHit } from '../rule.ts'

const HOME = '(?:~|/root|/home/[^/]+|/Users/[^/]+)'

/** Files that a shell, a login, a scheduler, git or an agent runs or trusts later. */
const LASTING: readonly RegExp[] = [
  `${HOME}/\\.(?:bash|zsh|k|c|tc)?(?:rc|shrc|shenv|profile|login|logout)`,
  `${HOME}/\\.(?:bash|zsh)_?(?:rc|env|profile|login|logout|aliases)`,
  `${HOME}/\\.(?:inputrc|gitconfig|npmrc|pypirc|netrc|config/git/config)`,
  `${HOME}/\\.config/(?:fish|systemd|autostart)/.+`,
  `${HOME}/\\.ssh(?:/.*)?`,
  `${HOME}/\\.claude\\.json`,
  `${HOME}/Library/LaunchAgents/.+`,
  `${HOME}/\\.(?:claude|codex|config/opencode|gemini|cursor)/(?:settings.*\\.json|hooks.*|config\\.toml|plugins?/.+|opencode\\.jsonc?)`,
  '/etc/(?:profile|bash|zsh|environment|sudoers|passwd|shadow|group|cron|ssh/|pam\\.d|systemd|init|rc\\.|ld\\.so|hosts$).*',
  '/var/spool/cron/.*',
  '(?:.*/)?\\.git/(?:hooks/.+|config)',
  '(?:.*/)?\\.(?:claude/settings(?:\\.local)?\\.json|codex/(?:hooks\\.json|config\\.toml)|opencode/plugins?/.+|mcp\\.json)',
].map((source) => new RegExp(`^${source}$`))

export function findLastingWrite(command: PolicyCommand, context: PolicyContext): RuleHit | null {
  const { command: simple, name, args } = command
  if (simple.nesting.includes('remote')) return null
  if (name === 'crontab') return args.some(({ text }) => text === '-l') ? null : { span: simple.span }
  if (name === 'git') return findRunningSetting(args)
  if (Object.hasOwn(SERVICES, name)) return findService(command)
  if (name === 'ssh-keygen') return findKeyWrite(command, context)
  if (!mayBeLasting(command)) return null
  const targets = commandTargets(simple).filter(({ action }) => action !== 'tree')
  const target = targets.find(
    ({ path, command: by }) => isLasting(path, context) || (TAKES_AWAY.test(by) && isHookFolder(path)),
  )
  if (target === undefined) return null
  const words = [...simple.words, ...simple.redirects.flatMap(({ target: at }) => at ?? [])]
  const word = words.find(({ text }) => normal(target.path).endsWith(normal(text).replace(/^~/, '')))
  return { span: word?.span ?? simple.span, subjects: { paths: [normal(target.path)] } }
}

/** Folders whose loss or replacement changes what git or an agent runs or forbids. */
const TAKES_AWAY = /^(?:rm|mv|rmdir|ln)$/

function isHookFolder(path: string): boolean {
  return /(?:^|\/)(?:\.git\/hooks|\.(?:claude|codex)(?:\/hooks)?)$/.test(normal(path).replace(/\/$/, ''))
}

/** What starts at a boot or a login from then on, or which shell runs scripts: the words that say so. */
const SERVICES: Readonly<Record<string, RegExp>> = {
  systemctl: /^(?:enable|reenable|link|edit|set-default|add-wants|add-requires)$/,
  launchctl: /^(?:load|bootstrap|enable|submit)$/,
  'update-rc.d': /^(?:enable|defaults)$/,
  chkconfig: /^on$/,
  schtasks: /^\/create$/i,
  npm: /^(?:script-shell|shell|node-options|git|onload-script)(?:=|$)/,
  pnpm: /^(?:script-shell|shell|node-options|shell-emulator)(?:=|$)/,
}

function findService({ name, args }: PolicyCommand): RuleHit | null {
  const isSetting = name === 'npm' || name === 'pnpm'
  const verbs = args
    .filter(({ text }) => !text.startsWith('-'))
    .slice(0, 2)
    .map(({ text }) => text)
  if (isSetting && !/^(?:set|(?:config|c) set)\b/.test(verbs.join(' '))) return null
  const word = args.find(({ text }) => SERVICES[name]?.test(text))
  return word === undefined ? null : { span: word.span }
}

/** Relative paths also by where they lie: the folder of the call may be the home folder. */
function isLasting(path: string, { folder }: PolicyContext): boolean {
  const relative = normal(path)
  const absolute = folder === null || /^[/~]/.test(relative) ? relative : normal(`${folder}/${relative}`)
  return LASTING.some((pattern) => pattern.test(relative) || pattern.test(absolute))
}

function normal(path: string): string {
  return joinPath('', path) ?? path
}

/** Cheap first: a word or a folder that could lead to one of those files. */
function mayBeLasting({ command: { folder, words, redirects } }: PolicyCommand): boolean {
  return (
    (folder !== null && CLUE.test(folder)) ||
    words.some(({ text }) => CLUE.test(text)) ||
    redirects.some(({ target }) => target !== null && CLUE.test(target.text))
  )
}

const CLUE = /(?:^|\/)\.[a-z]|^\/etc\/|^\/var\/spool|Library\/LaunchAgents/

/** A key in place of the user's own. */
function findKeyWrite({ command, args }: PolicyCommand, context: PolicyContext): RuleHit | null {
  if (args.some(({ text }) => /^-[lyBeQF]$/.test(text))) return null
  const at = args.findIndex(({ text }) => text === '-f')
  const file = at < 0 ? undefined : args[at + 1]
  const isUsers = file !== undefined && isLasting(joinPath(command.folder, file.text) ?? file.text, context)
  return isUsers ? { span: file.span } : null
}

const RUNNING =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)|credential\..*helper|filter\..*|include(?:if\..*)?\.path|diff\.external|diff\..*\.(?:command|textconv)|merge\..*\.driver|(?:diff|merge)tool\..*\.cmd|sequence\.editor|gpg\.(?:.*\.)?program|pager\..*|interactive\.difffilter|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack)|tar\..*\.command|sendemail\..*cmd)$/i
/** Editors and pagers that everyone has, and switches. */
const PLAIN_VALUE =
  /^(?:|true|false|on|off|yes|no|\d+|cat|more|most|bat|delta|diff-so-fancy(?: \| less(?: -{1,2}[\w=,-]+)*)?|less(?: -{1,2}[\w=,-]+)*|(?:n?vim?|nano|emacs|code|codium|cursor|subl|zed|micro|hx)(?: -{1,2}[a-z]+)*)$/i

const RISKY_ALIAS = /^(?:!|push|clean|reset|filter|update-ref|reflog|gc|branch)/

/** `git config core.hooksPath X`: programs that git runs from then on. */
function findRunningSetting(args: readonly Word[]): RuleHit | null {
  const at = args.findIndex(({ text }) => text === 'config')
  const rest = at < 0 ? [] : args.slice(at + 1)
  if (rest.some(({ text }) => /^--(?:get.*|list|unset.*)$|^-l$/.test(text))) return null
  const [key, value] = rest.filter(({ text }) => !text.startsWith('-') && text !== 'set')
  if (key === undefined || value === undefined) return null
  if (/^(?:core\.(?:pager|editor)|sequence\.editor|pager\.)/i.test(key.text) && PLAIN_VALUE.test(value.text))
    return null
  const isAlias = /^alias\./i.test(key.text) && RISKY_ALIAS.test(value.text)
  return RUNNING.test(key.text) || isAlias || value.text.startsWith('!') ? { span: key.span } : null
}
