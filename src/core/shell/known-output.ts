import { isStandardInput } from './descriptors.ts'
import { unescapeText } from './echo-escapes.ts'
import type { SimpleCommand } from './simple-command.ts'
import { UNKNOWN } from './text-marks.ts'

/** What a command prints into a pipe or a substitution, with marks, where its text says so; else null. */
export function knownOutput(command: SimpleCommand, stdin: string | null): string | null {
  if (command.redirects.some(({ operator }) => !operator.startsWith('<<'))) return null
  return printedText(command, stdin)
}

/** What commands print one after another, where each says so. */
export function knownOutputs(commands: readonly SimpleCommand[], lastStdin: string | null): string | null {
  if (commands.length > PRINTS_MAX || commands.some(({ nesting }) => nesting.at(-1)?.endsWith('substitution'))) {
    return commands.length === 1 && commands[0] ? knownOutput(commands[0], lastStdin) : null
  }
  const texts = commands.map((command, at) => knownOutput(command, at === commands.length - 1 ? lastStdin : null))
  return texts.length === 0 || texts.includes(null) ? null : texts.join('')
}

const PRINTS_MAX = 64

/** The same, wherever it goes: `echo`, `printf`, `cat` of a heredoc, `base64 -d` of a known text. */
export function printedText(command: SimpleCommand, stdin: string | null): string | null {
  if (command.words.some(({ download }) => download)) return null
  const [name, ...rest] = command.words.map((word) => (word.dynamic ? word.text.replaceAll('*', UNKNOWN) : word.text))
  switch (name) {
    case 'echo':
      return echoOutput(rest)
    case 'printf':
      return printfOutput(rest)
    case 'cat':
      return rest.every(isStandardInput) && rest.length < 2 ? stdin : filesText(command)
    case 'tee':
      return stdin
    case 'base64':
      return stdin !== null && rest.some((word) => /^-[dD]$|^--d/.test(word)) ? decode(stdin) : null
    case 'rev':
      return rest.length === 0 && stdin !== null ? reversed(stdin) : null
    default:
      return null
  }
}

/** `cat` of files that the text wrote itself. */
function filesText({ words }: SimpleCommand): string | null {
  const texts = words.slice(1).map(({ content }) => content)
  return texts.includes(undefined) ? null : texts.join('').replaceAll('*', UNKNOWN)
}

/** Base64 as text; null where it is none. */
function decode(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // it fails as the program would
  }
}

function reversed(text: string): string {
  return text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n')
}

function echoOutput(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = (from < 0 ? words : words.slice(0, from)).join('')
  const text = from < 0 ? '' : words.slice(from).join(' ')
  return `${options.includes('e') ? unescapeText(text) : text}\n`
}

const ROUNDS_MAX = 256

/** The format is used again until the words are used up; null for directives that are not read. */
function printfOutput(words: readonly string[]): string | null {
  const [format, ...rest] = words[0] === '--' ? words.slice(1) : words
  if (format === undefined) return ''
  const pieces = format.split(/(%[sb%])/)
  if (pieces.some((piece, at) => at % 2 === 0 && piece.includes('%'))) return null
  const takes = pieces.filter((piece, at) => at % 2 === 1 && piece !== '%%').length
  const rounds = takes === 0 ? 1 : Math.max(1, Math.ceil(rest.length / takes))
  if (rounds > ROUNDS_MAX) return null
  const left = [...rest]
  return Array.from({ length: rounds }, () =>
    pieces.map((piece, at) => filled(piece, at % 2 === 1, left)).join(''),
  ).join('')
}

function filled(piece: string, isDirective: boolean, left: string[]): string {
  if (!isDirective) return unescapeText(piece)
  if (piece === '%%') return '%'
  const word = left.shift() ?? ''
  return piece === '%b' ? unescapeText(word) : word
}
