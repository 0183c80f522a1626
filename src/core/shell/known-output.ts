import type { SimpleCommand } from './simple-command.ts'
import { UNKNOWN } from './text-marks.ts'

/** What a command prints, with marks, where its text says so (`echo`, `printf` of plain words, `cat` of a heredoc); else null. */
export function knownOutput(command: SimpleCommand, stdin: string | null): string | null {
  if (command.redirects.some(({ operator }) => !operator.startsWith('<<'))) return null
  if (command.words.some(({ download }) => download)) return null
  const [name, ...rest] = command.words.map((word) => (word.dynamic ? word.text.replaceAll('*', UNKNOWN) : word.text))
  if (name === 'echo') return echoOutput(rest)
  if (name === 'printf') return printfOutput(rest)
  if (name === 'cat' && (rest.length === 0 || (rest.length === 1 && rest[0] === '-'))) return stdin
  if (name === 'base64' && rest.some((word) => /^-[dD]$|^--d/.test(word))) return stdin === null ? null : decode(stdin)
  return name === 'tee' ? stdin : null
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

function echoOutput(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = (from < 0 ? words : words.slice(0, from)).join('')
  const text = from < 0 ? '' : words.slice(from).join(' ')
  return `${options.includes('e') ? unescapeText(text) : text}\n`
}

function printfOutput(words: readonly string[]): string | null {
  const [format, ...rest] = words[0] === '--' ? words.slice(1) : words
  if (format === undefined) return ''
  if (!format.includes('%')) return unescapeText(format)
  const item = /^%[sb]((?:\\n| )?)$/.exec(format)
  return item === null ? null : rest.map((word) => word + unescapeText(item[1] ?? '')).join('')
}

function unescapeText(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}
