import type { Word } from '../shell/simple-command.ts'
import type { PolicyCommand } from './rule.ts'

const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh mksh ash rbash fish tcsh csh pwsh powershell elvish nu xonsh'.split(' '),
)
const INTERPRETERS =
  /^(?:python[\d.]*|pypy\d*|node|nodejs|deno|bun|ruby|perl|php|lua|rscript|osascript|tclsh|ts-node|tsx|groovy|scala|julia)$/
/** Options whose value is the program, or with which the standard input is no program. */
const CODE = /^-(?:[a-zA-Z]*[ce]|-eval|-command|-print|p|pe|r|m|E|n|ne|nE)$|^--(?:eval|print|command|execute)=/

export function isShell(name: string): boolean {
  return SHELLS.has(name)
}

export function isInterpreter(name: string): boolean {
  return SHELLS.has(name) || INTERPRETERS.test(name)
}

/** Where a shell or an interpreter takes its program from. */
export type ProgramSource =
  | { readonly kind: 'stdin' }
  | { readonly kind: 'file'; readonly word: Word }
  | { readonly kind: 'code'; readonly word: Word | null }

/** Null for what is no shell or interpreter. */
export function programSource({ name, args }: PolicyCommand): ProgramSource | null {
  if (name === 'source' || name === '.') {
    const word = args.find(({ text }) => text !== '--')
    return word === undefined ? null : { kind: 'file', word }
  }
  if (!isInterpreter(name)) return null
  const script = /^(?:deno|bun)$/.test(name) && args[0]?.text === 'run' ? args.slice(1) : args
  for (let at = 0; at < script.length; at += 1) {
    const word = script[at]
    if (word === undefined) break
    if (word.text === '-' || /^-[a-z]*s$/.test(word.text)) return { kind: 'stdin' }
    if (word.text === '--') continue
    if (CODE.test(word.text)) return { kind: 'code', word: script[at + 1] ?? null }
    if (!/^[-+]/.test(word.text)) {
      return /^\/dev\/(?:stdin|fd\/0)$/.test(word.text) ? { kind: 'stdin' } : { kind: 'file', word }
    }
    if (/^(?:-[oO]|\+O|--rcfile|--init-file|-W|-X|-I|-r|--require|--import|--loader)$/.test(word.text)) at += 1
  }
  return { kind: 'stdin' }
}
