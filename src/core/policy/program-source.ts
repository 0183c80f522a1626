import { isStandardInput } from '../shell/descriptors.ts'
import { readOptions } from '../shell/options.ts'
import type { Word } from '../shell/simple-command.ts'
import { findInterpreter } from './code/languages.ts'
import { oncePerCommand } from './once-per-command.ts'
import type { PolicyCommand } from './rule.ts'

const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh mksh ash rbash fish tcsh csh pwsh powershell elvish nu xonsh'.split(' '),
)
/** What they are given is no program that could do anything. */
const EDITORS: readonly string[] = ['awk', 'sed', 'vim']

export function isShell(name: string): boolean {
  return SHELLS.has(name)
}

/** Where a shell or an interpreter takes its program from. */
export type ProgramSource =
  | { readonly kind: 'stdin' }
  | { readonly kind: 'file'; readonly word: Word }
  /** A text in its words; null for a module that it names (`python -m`). */
  | { readonly kind: 'code'; readonly word: Word | null }

/** Null for what is no shell or interpreter. */
export const programSource = oncePerCommand((command): ProgramSource | null => {
  const { name, args } = command
  if (name === 'source' || name === '.') {
    const word = args.find(({ text }) => text !== '--')
    return word === undefined ? null : sourceOf(word)
  }
  return SHELLS.has(name) ? shellSource(args) : interpreterSource(command)
})

function shellSource(args: readonly Word[]): ProgramSource {
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at] ?? { text: '' }
    if (/^-[a-zA-Z]*n[a-zA-Z]*$/.test(text) && !text.includes('c')) return { kind: 'code', word: null }
    if (text === '--') return sourceOf(args[at + 1])
    if (text === '-' || /^-[a-z]*s$/.test(text)) return { kind: 'stdin' }
    if (/^-[a-zA-Z]*c|^--?(?:command|commands|execute)\b/i.test(text))
      return { kind: 'code', word: args[at + 1] ?? null }
    if (!/^[-+]./.test(text)) return sourceOf(args[at])
    if (/^(?:-[a-z]*[oO]|\+O|--rcfile|--init-file)$/.test(text)) at += 1
  }
  return { kind: 'stdin' }
}

function interpreterSource({ name, args }: PolicyCommand): ProgramSource | null {
  const interpreter = findInterpreter(name)
  if (interpreter === undefined || EDITORS.includes(interpreter.language)) return null
  const runs = interpreter.language === 'javascript' && args[0]?.text === 'run'
  const { options, operands } = readOptions(runs ? args.slice(1) : args, interpreter)
  const code = options.find((option) => interpreter.code.includes(option.name))
  if (code !== undefined) return { kind: 'code', word: code.value ?? operands[0] ?? null }
  if (options.some((option) => interpreter.files?.includes(option.name))) return { kind: 'code', word: null }
  if (interpreter.verbs?.includes(operands[0]?.text ?? '')) return { kind: 'code', word: operands[1] ?? null }
  return interpreter.onlyVerbs ? null : sourceOf(operands[0])
}

function sourceOf(word: Word | undefined): ProgramSource {
  if (word === undefined || isStandardInput(word.text)) return { kind: 'stdin' }
  return { kind: 'file', word }
}
