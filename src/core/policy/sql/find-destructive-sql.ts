import { isAlwaysTrue } from './is-always-true.ts'
import type { SqlDialect } from './sql-dialects.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'

/**
 * `drop-data`: a table or more goes with its rows. `drop-other`: something else is dropped, a column too. `unbounded`:
 * every row is deleted or changed.
 */
export type SqlClass = 'drop-data' | 'drop-other' | 'unbounded'
type SqlFinding = { readonly class: SqlClass; readonly text: string }

const DEPTH_MAX = 3
const ANY_VERB = /drop|truncate|delete|update|alter/i

/** The destructive statements of a text, in their order. Linear in its length; total. */
export function findDestructiveSql(text: string, dialect: SqlDialect, depth = 0): readonly SqlFinding[] {
  if (!ANY_VERB.test(text)) return []
  return splitStatements(sqlTokens(text, dialect)).flatMap((tokens) => [
    ...(isExplained(tokens) ? [] : verbFindings(text, tokens, dialect)),
    ...(depth < DEPTH_MAX && runsStrings(tokens)
      ? tokens.flatMap(({ kind, text }) => (kind === 'string' ? findDestructiveSql(text, dialect, depth + 1) : []))
      : []),
  ])
}

function splitStatements(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind !== 'mark' || token.text !== ';') statements.at(-1)?.push(token)
    if (token.kind === 'meta' || (token.kind === 'mark' && token.text === ';')) statements.push([])
  }
  return statements
}

function isWord(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text)
}

function isMark(token: SqlToken | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.text === mark
}

/** A plan is shown and nothing runs; ANALYZE runs it. */
function isExplained(tokens: readonly SqlToken[]): boolean {
  if (!isWord(tokens[0], 'explain', 'describe', 'desc')) return false
  const option = tokens.findIndex((token, at) => at < 12 && isWord(token, 'analyze', 'analyse'))
  return option < 0 || isWord(tokens[option + 1], 'false', 'off', '0')
}

/** Blocks, dynamic SQL and `\gexec` run the SQL that stands in their strings. */
function runsStrings(tokens: readonly SqlToken[]): boolean {
  return (
    isWord(tokens[0], 'do', 'prepare') ||
    tokens.some((token) => isWord(token, 'exec', 'execute', 'sp_executesql') || token.text === '\\gexec')
  )
}

type Statement = { readonly text: string; readonly tokens: readonly SqlToken[]; readonly dialect: SqlDialect }
type Classify = (tokens: readonly SqlToken[], dialect: SqlDialect) => SqlClass | null

const VERBS: ReadonlyMap<string, Classify> = new Map([
  ['drop', classifyDrop],
  ['truncate', classifyTruncate],
  ['delete', classifyDelete],
  ['update', classifyUpdate],
  ['alter', classifyAlter],
])

function verbFindings(text: string, tokens: readonly SqlToken[], dialect: SqlDialect): readonly SqlFinding[] {
  const starts = new Set<number>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'word' && VERBS.has(token.text) && isStart(tokens, at, dialect)) starts.add(at)
  }
  return [...starts].flatMap((at) => classifyAt({ text, tokens, dialect }, at, starts))
}

/** Words behind which a further statement begins. */
const OPENERS = ['begin', 'then', 'else', 'loop', 'do', 'transaction', 'tran', 'work', 'analyze', 'analyse', 'verbose']

function isStart(tokens: readonly SqlToken[], at: number, dialect: SqlDialect): boolean {
  const before = tokens[at - 1]
  if (before === undefined || isMark(before, '(') || isWord(before, ...OPENERS)) return true
  if (isMark(before, ')')) return dialect.loose || isWord(tokens[0], 'with', 'explain')
  return dialect.loose && !isWord(before, 'for', 'on', 'or', 'before', 'after', 'of', 'grant', 'instead')
}

function classifyAt({ text, tokens, dialect }: Statement, at: number, starts: ReadonlySet<number>): SqlFinding[] {
  const own = tokens.slice(at, statementEnd(tokens, at, starts))
  const found = VERBS.get(own[0]?.text ?? '')?.(own, dialect) ?? null
  const [first, last] = [own[0], own.at(-1)]
  if (found === null || first === undefined || last === undefined) return []
  return [{ class: found, text: text.slice(first.start, last.end) }]
}

const LEVEL_MAX = 8

/** Up to the bracket that closes around it or the next statement beside it. Below many brackets only a few tokens are looked at. */
function statementEnd(tokens: readonly SqlToken[], at: number, starts: ReadonlySet<number>): number {
  const level = tokens[at]?.level ?? 0
  const limit = level > LEVEL_MAX ? Math.min(tokens.length, at + 64) : tokens.length
  for (let end = at + 1; end < limit; end += 1) {
    const token = tokens[end]
    if (token === undefined || token.level < level || (token.level === level && starts.has(end))) return end
  }
  return limit
}

const MODIFIERS = ['temporary', 'temp', 'foreign', 'external', 'global', 'local', 'snapshot', 'unique', 'public']
const DATA = ['table', 'database', 'schema', 'keyspace', 'catalog', 'measurement', 'series', 'owned']
const OTHER = new Set(
  `view materialized index column function procedure routine trigger sequence type domain extension role user group
  policy rule event server aggregate operator cast collation conversion language publication subscription statistics
  tablespace transform access text synonym package dictionary login certificate assembly stream task pipe stage
  warehouse share macro secret directory profile constraint partition integration`.split(/\s+/),
)

function classifyDrop(tokens: readonly SqlToken[]): SqlClass | null {
  const at = 1 + tokens.slice(1).findIndex((token) => !isWord(token, ...MODIFIERS))
  const [object, next] = [tokens[at], tokens[at + 1]]
  if (at === 0 || object === undefined) return null
  if (isWord(object, ...DATA)) return 'drop-data'
  if (next === undefined) return null
  if (isWord(object, 'tables')) return isName(next) ? 'drop-data' : null
  return isMark(object, '*') || (object.kind === 'word' && OTHER.has(object.text)) ? 'drop-other' : null
}

/** `*` stands for a part that the command line does not say. */
function isName(token: SqlToken | undefined): boolean {
  return token !== undefined && (token.kind !== 'mark' || token.text === '*')
}

/** Without TABLE only where nothing but names follows: `truncate` is a function and a tool too. */
function classifyTruncate(tokens: readonly SqlToken[]): SqlClass | null {
  if (isWord(tokens[1], 'table', 'database', 'all')) return 'drop-data'
  const names = tokens.slice(1)
  return isName(names[0]) && names.every((token) => isName(token) || isMark(token, '.') || isMark(token, ','))
    ? 'drop-data'
    : null
}

function classifyDelete(tokens: readonly SqlToken[], dialect: SqlDialect): SqlClass | null {
  const from = tokens.findIndex((token) => isWord(token, 'from'))
  const names = from < 0 ? (dialect.loose ? tokens.slice(1) : []) : tokens.slice(from + 1)
  return isName(names[0]) && !isWord(names[0], 'when') && !isBounded(tokens) ? 'unbounded' : null
}

/** `UPDATE SET` without a table is a part of INSERT or MERGE. */
function classifyUpdate(tokens: readonly SqlToken[]): SqlClass | null {
  const set = tokens.findIndex((token) => isWord(token, 'set') && token.level === tokens[0]?.level)
  return set > 1 && isName(tokens[1]) && !isBounded(tokens) ? 'unbounded' : null
}

const KEEPS = ['not', 'default', 'identity', 'expression']

function classifyAlter(tokens: readonly SqlToken[]): SqlClass | null {
  const level = tokens[0]?.level
  const drops = tokens.some(
    (token, at) =>
      token.level === level &&
      ((isWord(token, 'drop') && !isWord(tokens[at + 1], ...KEEPS)) ||
        (isWord(token, 'truncate', 'discard') && isWord(tokens[at + 1], 'partition', 'tablespace'))),
  )
  return drops ? 'drop-other' : null
}

function isBounded(tokens: readonly SqlToken[]): boolean {
  const level = tokens[0]?.level
  const where = tokens.findIndex((token) => isWord(token, 'where') && token.level === level)
  if (where < 0) return false
  const rest = tokens.slice(where + 1)
  const end = rest.findIndex((token) => token.level === level && isWord(token, 'returning', 'order', 'limit', 'option'))
  const condition = end < 0 ? rest : rest.slice(0, end)
  return condition.length > 0 && !isAlwaysTrue(condition)
}
