import type { Word } from '../../shell/simple-command.ts'
import { narrowSpan } from '../narrow-span.ts'
import type { PolicyCommand, PolicyContext, RuleHit, Span } from '../rule.ts'
import { findDestructiveSql, type SqlClass } from './find-destructive-sql.ts'
import { SQL_CLIENTS, type SqlClient } from './sql-clients.ts'
import { ANY_DIALECT, POSTGRES, type SqlDialect } from './sql-dialects.ts'
import { sqlTokens } from './sql-tokens.ts'

type Source = { readonly text: string; readonly span: Span }

/** The first statement of one of the classes that a command gives to a database, or that stands there instead of a command. */
export function findSqlIn(
  command: PolicyCommand,
  context: PolicyContext,
  classes: readonly SqlClass[],
): RuleHit | null {
  const client = SQL_CLIENTS.get(command.name)
  if (client === undefined) return findBareSql(command, context, classes)
  if (client.needs !== undefined && !command.args.some(({ text }) => text === client.needs)) return null
  return firstHit(clientSources(client, command, context), client.dialects, classes, context)
}

function firstHit(
  sources: readonly Source[],
  dialects: readonly SqlDialect[],
  classes: readonly SqlClass[],
  context: PolicyContext,
): RuleHit | null {
  for (const { text, span } of sources) {
    const found = dialects.flatMap((dialect) => findDestructiveSql(text, dialect))
    const hit = found.find((finding) => classes.includes(finding.class))
    if (hit !== undefined) return { span: narrowSpan(context.text, span, hit.text) }
  }
  return null
}

/** Every word is read as SQL, whichever option it belongs to: no host, user or file is called like a destructive statement. */
function clientSources(client: SqlClient, { args, command }: PolicyCommand, context: PolicyContext): readonly Source[] {
  const words = client.joined
    ? [{ text: args.map(({ text }) => text).join(' '), span: command.span }]
    : args.flatMap(wordSources)
  return command.stdin === null ? words : [...words, { text: command.stdin, span: stdinSpan(command.span, context) }]
}

/** A heredoc stands behind its command; what an `echo` feeds stands before it. */
function stdinSpan(span: Span, { text }: PolicyContext): Span {
  return text.slice(...span).includes('<<') ? [span[0], text.length] : [0, text.length]
}

const CODE_LETTERS = 'ceQqs'

/** A word, and what may be glued to an option in it (`--execute=…`, `-Ne…`). */
function wordSources({ text, span }: Word): readonly Source[] {
  if (!text.startsWith('-')) return [{ text, span }]
  if (text.startsWith('--')) return [{ text: text.slice(text.indexOf('=') + 1), span }]
  return [...text.slice(1, 5)].flatMap((letter, at) =>
    CODE_LETTERS.includes(letter) ? [{ text: text.slice(at + 2), span }] : [],
  )
}

const BARE_WORD = /^(?:drop|truncate|delete|update|alter)(?![\w-])/i
const MAYBE_SQL = /^(?:--|\/\*|(?:drop|truncate|delete|update|alter|with|begin|start|select|insert|create|explain)\b)/i

/** SQL that was typed as the command line. */
function findBareSql(command: PolicyCommand, context: PolicyContext, classes: readonly SqlClass[]): RuleHit | null {
  const { text } = context
  const [word] = command.command.words
  if (command.index > 0 && !BARE_WORD.test(word?.text ?? '')) return null
  const whole = isSqlText(context)
  if (whole && command.index > 0) return null
  if (whole) return firstHit([{ text, span: [0, text.length] }], ANY_DIALECT, classes, context)
  if (word === undefined || !BARE_WORD.test(word.text) || isTool(command)) return null
  const own = command.command.words.map((each) => each.text).join(' ')
  return firstHit([{ text: own, span: command.command.span }], ANY_DIALECT, classes, context)
}

/** Looked at once for each text, however many commands are in it. */
const SQL_TEXTS = new WeakMap<PolicyContext, boolean>()

function isSqlText(context: PolicyContext): boolean {
  const known = SQL_TEXTS.get(context) ?? (MAYBE_SQL.test(context.text) && isSql(context.text))
  SQL_TEXTS.set(context, known)
  return known
}

/** `truncate -s 0 file` is a tool: SQL has no options. */
function isTool({ name, args }: PolicyCommand): boolean {
  return name === 'truncate' && args.some(({ text }) => /^-(?:[^-]|-[a-z])/.test(text))
}

const SECOND_WORDS: Readonly<Record<string, RegExp>> = {
  drop: /^[a-z]+$/,
  truncate: /^[^-]/,
  delete: /^from$/,
  update: /^[^-]/,
  alter: /^[a-z]+$/,
  with: /^[^-]/,
  begin: /^(?:;|transaction|work|tran)$/,
  start: /^transaction$/,
  select: /^[^-]/,
  insert: /^into$/,
  create: /^[a-z]+$/,
  explain: /^[^-]/,
}

const HEAD_LENGTH = 2_000

/** Whether a text begins as SQL does: its first two words behind comments say so. */
function isSql(text: string): boolean {
  const [first, second] = sqlTokens(text.slice(0, HEAD_LENGTH), POSTGRES)
  if (first === undefined || second === undefined || first.kind !== 'word') return false
  const isTruncateTool = first.text === 'truncate' && /^[^\n;]*\s--?[a-z]/i.test(text)
  const isVerb = Object.hasOwn(SECOND_WORDS, first.text) && SECOND_WORDS[first.text]?.test(second.text)
  return isVerb === true && !isTruncateTool
}
