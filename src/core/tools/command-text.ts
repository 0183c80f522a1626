const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'pwsh', 'powershell', 'cmd'])

/**
 * The command of a shell tool as one text: itself, or from a list of words the script behind `-c`, else the words
 * quoted, so that a reader of shell text sees the same words. Null where there is no command.
 */
export function readCommandText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return null
  const words = value.filter((word) => typeof word === 'string')
  if (words.length === 0) return null
  return scriptOf(words) ?? words.map(quote).join(' ')
}

/** `bash -lc SCRIPT` and its like, and nothing behind the script: further words would be arguments of it. */
function scriptOf(words: readonly string[]): string | null {
  const program = (words[0] ?? '').replaceAll('\\', '/').split('/').at(-1) ?? ''
  if (!SHELLS.has(program.replace(/[.]exe$/i, '').toLowerCase())) return null
  const flag = words.findIndex((word, index) => index > 0 && /^(-[a-z]*c|-command|\/c)$/i.test(word))
  return flag > 0 && flag === words.length - 2 ? (words[flag + 1] ?? null) : null
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
