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

/** Programs that stop the machine, and the words that they need for it. */
const STOPPERS: Readonly<Record<string, RegExp | null>> = {
  shutdown: null,
  reboot: null,
  halt: null,
  poweroff: null,
  killall5: null,
  systemctl: /^(?:poweroff|reboot|halt|kexec|soft-reboot|isolate|rescue|emergency)$/,
  init: /^[016sS]$/,
  telinit: /^[016sS]$/,
}
const SYSRQ = '/proc/sysrq-trigger'

export function findStop(command: PolicyCommand): RuleHit | null {
  const { name, args, command: simple } = command
  if (simple.redirects.some(({ operator, target }) => target?.text === SYSRQ && operator !== '<'))
    return { span: simple.span }
  if (name === 'tee' || name === 'dd') {
    return args.some(({ text }) => text.replace(/^of=/, '') === SYSRQ) ? { span: simple.span } : null
  }
  if (name === 'kill') return stopsAll(command) ? { span: simple.span } : null
  if (!Object.hasOwn(STOPPERS, name)) return null
  const words = args.map(({ text }) => text)
  if (words.some((text) => /^--?(?:help|version|c|w)$/.test(text))) return null
  const needs = STOPPERS[name] ?? null
  const verb = words.find((text) => !text.startsWith('-'))
  return needs === null || (verb !== undefined && needs.test(verb)) ? { span: simple.span } : null
}

function stopsAll({ args }: PolicyCommand): boolean {
  const words = args.map(({ text }) => text)
  return !words.includes('--help') && words.includes('-1') && words.at(-1) === '-1'
}

/** `NAME()` or `function NAME`, up to the bracket that opens its body. */
const HEADS = /\([ \t]*\)\s*[{(]|\bfunction[ \t]+[^\s(){}|&;<>"'`$]{1,64}\s*[{(]/g

/** A function that starts itself twice and in the background, and is called. */
export function findForkBomb({ text, commands }: PolicyContext): RuleHit | null {
  if (!text.includes('&') || commands.length === 0) return null
  for (const match of text.matchAll(HEADS)) {
    const before = text.slice(Math.max(0, match.index - 64), match.index)
    const name = /^function[ \t]+([^\s({]+)/.exec(match[0])?.[1] ?? /[^\s(){}|&;<>"'`$]+(?=[ \t]*$)/.exec(before)?.[0]
    if (name === undefined) continue
    const start = match.index + match[0].length
    const body = text.slice(start, start + 256).split(/[})]/, 1)[0] ?? ''
    if (startsItselfTwice(body, name)) return { span: [Math.max(0, match.index - name.length), start + body.length] }
  }
  return null
}

/** As a command of its own, not as a word of another one. */
function startsItselfTwice(body: string, name: string): boolean {
  const calls = body.split(/&&|\|\||[|&;\n]/).filter((piece) => piece.trim().split(/\s/, 1)[0] === name)
  return calls.length > 1 && /(?<!&)&(?!&)/.test(body)
}
