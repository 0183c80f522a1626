import type { SqlDialect } from './sql-dialects.ts'

/**
 * `word`: a keyword, a plain name or a number, in lower case. `string` and `name`: what stood in quotes. `mark`: one
 * character, `;` also for what ends a statement in another way. `meta`: a command of the client that sends the statement.
 */
export type SqlToken = {
  readonly kind: 'word' | 'string' | 'name' | 'mark' | 'meta'
  readonly text: string
  readonly start: number
  readonly end: number
  /** The open brackets around it. */
  readonly level: number
}

type Scan = {
  readonly text: string
  readonly dialect: SqlDialect
  at: number
  level: number
  /** Inside a comment of MySQL whose body runs. */
  executable: boolean
  readonly tokens: SqlToken[]
}

type Piece = Omit<SqlToken, 'start' | 'level'>

/** Splits SQL into tokens without blanks and comments. Linear, and total: what is not closed goes to the end. */
export function sqlTokens(text: string, dialect: SqlDialect): readonly SqlToken[] {
  const scan: Scan = { text, dialect, at: 0, level: 0, executable: false, tokens: [] }
  while (scan.at < text.length) {
    const end = skippedEnd(scan)
    if (end === scan.at) pushToken(scan, readToken(scan))
    else scan.at = end
  }
  return scan.tokens
}

function pushToken(scan: Scan, piece: Piece): void {
  if (piece.kind === 'mark' && piece.text === ')') scan.level = Math.max(0, scan.level - 1)
  if (piece.kind === 'mark' && piece.text === ';') scan.level = 0
  const { kind, text, end } = piece
  scan.tokens.push({ kind, text, start: scan.at, end, level: scan.level })
  if (kind === 'mark' && text === '(') scan.level += 1
  scan.at = end
}

/** Marks that begin nothing longer; the way round the patterns for them bounds the time of a text of brackets. */
const PLAIN_MARKS = '(),;=<>'
const BLANK = /\s+/y
const EXECUTABLE = /\/\*M?!\d*/y
/** Commands of clients that end with their line. */
const LINE_COMMAND =
  /(?:use|source|connect|conn|prompt|spool|whenever|tee|delimiter|go|exit|quit)\b[^;\n]*|[.@:!][^\n]*/iy
/** The same behind a backslash, but for those that send the statement. */
const META_LINE = /\\(?!g|G|watch|crosstab)[^\n\\]*(?:\\\\)?/y

/** The end of the blanks, the comment or the client's own line that begins here; the same place where there is none. */
function skippedEnd(scan: Scan): number {
  const { text, at, dialect } = scan
  if (PLAIN_MARKS.includes(text.charAt(at))) return at
  const blank = matchAt(BLANK, text, at)
  if (blank !== null) return at + blank.length
  if (text.startsWith('--', at)) return isDashComment(scan) ? lineEnd(text, at) : at
  if (text[at] === '#') return dialect.mysql ? lineEnd(text, at) : at
  if (text.startsWith('/*', at)) return commentEnd(scan)
  if (scan.executable && text.startsWith('*/', at)) {
    scan.executable = false
    return at + 2
  }
  const line =
    text[at] === '\\' ? matchAt(META_LINE, text, at) : isStatementStart(scan) ? matchAt(LINE_COMMAND, text, at) : null
  return at + (line?.length ?? 0)
}

function isStatementStart({ tokens }: Scan): boolean {
  const last = tokens.at(-1)
  return last === undefined || last.kind === 'meta' || (last.kind === 'mark' && last.text === ';')
}

/** MySQL wants a blank behind the dashes. */
function isDashComment({ text, at, dialect }: Scan): boolean {
  return !dialect.mysql || !/[^\s]/.test(text.charAt(at + 2))
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function commentEnd(scan: Scan): number {
  const { text, at, dialect } = scan
  const executable = dialect.mysql ? matchAt(EXECUTABLE, text, at) : null
  if (executable !== null) {
    scan.executable = true
    return at + executable.length
  }
  if (dialect.nestedComments) return nestedCommentEnd(text, at)
  const end = text.indexOf('*/', at + 2)
  return end < 0 ? text.length : end + 2
}

function nestedCommentEnd(text: string, at: number): number {
  let depth = 0
  const edge = /\/\*|\*\//g
  edge.lastIndex = at
  for (let match = edge.exec(text); match !== null; match = edge.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return edge.lastIndex
  }
  return text.length
}

const WORD = /[\w@#$\u0080-\uFFFF][\w@#$\u0080-\uFFFF]*/y
const DOLLAR = /\$(?:[A-Za-z_]\w*)?\$/y
const META = /\\[A-Za-z]+/y

function readToken(scan: Scan): Piece {
  const { text, at, dialect } = scan
  const char = text.charAt(at)
  if (PLAIN_MARKS.includes(char)) return { kind: 'mark', text: char, end: at + 1 }
  if (char === "'") return quoted(scan, 'string', "'", dialect.backslashes || isEscapeString(text, at))
  if (char === '"') return quoted(scan, dialect.mysql ? 'string' : 'name', '"', dialect.backslashes)
  if (char === '`') return quoted(scan, 'name', '`', false)
  if (char === '[' && dialect.brackets) return quoted(scan, 'name', ']', false)
  if (dialect.mysql && (text.startsWith('//', at) || text.startsWith('$$', at)))
    return { kind: 'mark', text: ';', end: at + 2 }
  const dollar = char === '$' && dialect.dollarQuotes ? matchAt(DOLLAR, text, at) : null
  if (dollar !== null) return dollarQuoted(text, at, dollar)
  const meta = char === '\\' ? matchAt(META, text, at) : null
  if (meta !== null) return { kind: 'meta', text: meta.toLowerCase(), end: at + meta.length }
  const word = matchAt(WORD, text, at)
  if (word !== null) return { kind: 'word', text: word.toLowerCase(), end: at + word.length }
  return { kind: 'mark', text: char, end: at + 1 }
}

/** `E'…'` of PostgreSQL. */
function isEscapeString(text: string, at: number): boolean {
  return /^(?:^|\W)[eE]$/.test(text.slice(Math.max(0, at - 2), at)) || (at === 1 && /^[eE]$/.test(text.charAt(0)))
}

/** A doubled closing quote stands for itself. */
function quoted({ text, at }: Scan, kind: 'string' | 'name', close: string, backslashes: boolean): Piece {
  let end = at + 1
  while (end < text.length) {
    const char = text.charAt(end)
    if (char === close && text.charAt(end + 1) !== close) break
    end += char === close || (backslashes && char === '\\') ? 2 : 1
  }
  return { kind, text: text.slice(at + 1, end), end: Math.min(end + 1, text.length) }
}

function dollarQuoted(text: string, at: number, tag: string): Piece {
  const close = text.indexOf(tag, at + tag.length)
  const end = close < 0 ? text.length : close
  return { kind: 'string', text: text.slice(at + tag.length, end), end: close < 0 ? end : end + tag.length }
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
