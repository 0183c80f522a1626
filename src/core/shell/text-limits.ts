const SIZE_MAX = 64 * 1024
const DEPTH_MAX = 32
const HEREDOCS_MAX = 64

const TOKEN = /\\[\s\S]|\$\(|[<>]\(|\(\(|\$\{|<<<|<<-?|[()`}]/g
const DELIMITER = /[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()'"`\\]+))/y

type Scan = { text: string; parens: boolean[]; depth: number; braces: number; backtick: boolean; heredocs: number }

/**
 * Says why a text is too large or too deeply nested to be read, else null. One scan, before any parsing. It is blind to
 * quotes: a bracket in quotes may hide some depth (the reader's own allowance bounds the time then) or feign some.
 */
export function findTextLimit(text: string): string | null {
  if (text.length > SIZE_MAX) return `the command is longer than ${SIZE_MAX} characters`
  const scan: Scan = { text, parens: [], depth: 0, braces: 0, backtick: false, heredocs: 0 }
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    TOKEN.lastIndex = countToken(scan, match[0], TOKEN.lastIndex)
    if (scan.depth + scan.braces + (scan.backtick ? 1 : 0) > DEPTH_MAX) return 'the command nests too deeply to be read'
    if (scan.heredocs > HEREDOCS_MAX) return `the command has more than ${HEREDOCS_MAX} heredocs`
  }
  return null
}

/** Counts one token and returns where the scan goes on. */
function countToken(scan: Scan, token: string, end: number): number {
  if (token === '<<' || token === '<<-') return countHeredoc(scan, end)
  if (token === '`') scan.backtick = !scan.backtick
  else if (token === '${') scan.braces += 1
  else if (token === '}') scan.braces = Math.max(0, scan.braces - 1)
  else if (token === ')') closeParen(scan)
  else if (token === '(') scan.parens.push(false)
  else if (token.endsWith('(')) openParen(scan, token)
  return end
}

function openParen(scan: Scan, token: string): void {
  if (token === '((') scan.parens.push(false)
  scan.parens.push(true)
  scan.depth += 1
}

function closeParen(scan: Scan): void {
  if (scan.parens.pop() === true) scan.depth -= 1
}

/** A body is skipped only where its mark is quoted: it is plain text, and a `<<` in it is no heredoc. */
function countHeredoc(scan: Scan, end: number): number {
  DELIMITER.lastIndex = end
  const match = DELIMITER.exec(scan.text)
  if (match === null) return end
  scan.heredocs += 1
  const quoted = match[1] ?? match[2]
  if (quoted === undefined || quoted === '') return end
  const lineEnd = scan.text.indexOf('\n', end)
  const close = lineEnd < 0 ? -1 : scan.text.indexOf(`\n${quoted}\n`, lineEnd)
  return close < 0 || scan.text.slice(end, lineEnd).includes('<<') ? end : close + 1
}
