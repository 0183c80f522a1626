import type { SqlToken } from './sql-tokens.ts'

/** Whether a condition holds for every row (`true`, `1=1`, `id = id`, also behind OR): it limits nothing. */
export function isAlwaysTrue(tokens: readonly SqlToken[]): boolean {
  const inner = withoutBrackets(tokens)
  return splitAt(inner, 'or').some((part) => splitAt(part, 'and').every((term) => isTrueTerm(withoutBrackets(term))))
}

function withoutBrackets(tokens: readonly SqlToken[]): readonly SqlToken[] {
  let from = 0
  let to = tokens.length
  while (to - from > 2 && closes(tokens, from, to)) {
    from += 1
    to -= 1
  }
  return tokens.slice(from, to)
}

/** The first and the last token are brackets; that they belong together is taken for granted. */
function closes(tokens: readonly SqlToken[], from: number, to: number): boolean {
  const first = tokens[from]
  const last = tokens[to - 1]
  return first?.kind === 'mark' && first.text === '(' && last?.kind === 'mark' && last.text === ')'
}

function splitAt(tokens: readonly SqlToken[], word: string): readonly (readonly SqlToken[])[] {
  const level = tokens[0]?.level
  const parts: SqlToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'word' && token.text === word && token.level === level) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

function isTrueTerm(tokens: readonly SqlToken[]): boolean {
  const [left, sign, right] = tokens
  if (tokens.length === 1) return left?.kind === 'word' && /^(?:true|[1-9]\d*)$/.test(left.text)
  if (tokens.length === 2) return left?.text === 'not' && /^(?:false|0)$/.test(sign?.text ?? '')
  return tokens.length === 3 && sign?.text === '=' && left?.kind === right?.kind && left?.text === right?.text
}
