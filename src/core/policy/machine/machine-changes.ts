import { resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyContext, RuleHit } from '../rule.ts'

export const WIPERS = ['shred', 'srm', 'wipe', 'cipher']

export function findWipe(command: PolicyCommand): RuleHit | null {
  const words = command.args.map(({ text }) => text)
  if (words.length === 0 || words.some((text) => /^--(?:help|version)$/.test(text))) return null
  if (command.name === 'cipher' && !words.some((text) => /^\/w/i.test(text))) return null
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  return { span: command.command.span, subjects: { paths: operands.map((word) => resolvePath(command.command, word)) } }
}

/** Programs that change who may do what on the machine, and the words with which they only read. */
const SETTINGS: Readonly<Record<string, RegExp>> = {
  iptables: /^(?:-L|-S|--list|--list-rules|-V|--version|-h|--help)$/,
  ip6tables: /^(?:-L|-S|--list|--list-rules|-V|--version|-h|--help)$/,
  nft: /^list$/,
  ufw: /^(?:status|version)$/,
  useradd: /^(?:-D|--help)$/,
  userdel: /^--help$/,
  usermod: /^--help$/,
  groupdel: /^--help$/,
  passwd: /^(?:-S|--status|--help)$/,
  chpasswd: /^--help$/,
  visudo: /^(?:-c|--check)$/,
  setenforce: /^$/,
}

export const SETTING_PROGRAMS = Object.keys(SETTINGS)

export function findSettings(command: PolicyCommand): RuleHit | null {
  const reads = SETTINGS[command.name]
  return reads === undefined || command.args.some(({ text }) => reads.test(text))
    ? null
    : { span: command.command.span }
}

export const STOP_PROGRAMS = ['shutdown', 'reboot', 'halt', 'poweroff', 'kill']

export function findStop(command: PolicyCommand): RuleHit | null {
  const words = command.args.map(({ text }) => text)
  if (words.some((text) => /^--?(?:help|version|c|w)$/.test(text))) return null
  const everything = command.name === 'kill' && words.includes('-1') && words.at(-1) === '-1'
  if (command.name === 'kill') return everything ? { span: command.command.span } : null
  return { span: command.command.span }
}

/** A function that starts itself twice and in the background, and is called. */
export function findForkBomb({ text, commands }: PolicyContext): RuleHit | null {
  if (!text.includes('|') || !text.includes('&') || commands.length === 0) return null
  for (const match of text.matchAll(/\([ \t]*\)\s*\{/g)) {
    const name = /[^\s(){}|&;<>"'`$]+(?=[ \t]*$)/.exec(text.slice(Math.max(0, match.index - 64), match.index))?.[0]
    if (name === undefined) continue
    const start = match.index + match[0].length
    const body = text.slice(start, start + 256).split('}', 1)[0] ?? ''
    const bare = body.replace(/\s+/g, '')
    if (bare.includes(`${name}|${name}&`)) return { span: [match.index - name.length, start + body.length] }
  }
  return null
}
