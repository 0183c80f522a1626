import type { Word } from '../../shell/simple-command.ts'
import { type ExactSpec, exactValues, hasExact, readExactOptions } from '../exact-options.ts'

const API: ExactSpec = {
  values: 'XfFHqtpR',
  long: 'method raw-field field input header jq template cache hostname preview repo'.split(' '),
}

const FIELDS = ['-f', '-F', '--raw-field', '--field', '--form', '--input']

/** `gh api`, `glab api`: the word that makes it more than a reading request; null for one that only reads. */
export function writingCall(words: readonly Word[]): Word | null {
  const { options, operands } = readExactOptions(words, API)
  const [endpoint] = operands
  if (endpoint === undefined || hasExact(options, '--help')) return null
  const method = exactValues(options, '-X', '--method').at(-1)
  if (method !== undefined) return /^(?:get|head)$/i.test(method.text) ? null : method
  const fields = exactValues(options, ...FIELDS)
  if (endpoint.text === 'graphql' && !hasExact(options, '--input') && onlyQueries(fields)) return null
  return fields[0] ?? null
}

/** A query of GraphQL is sent as a field too; every text of it has to be there to be sure that it changes nothing. */
function onlyQueries(fields: readonly Word[]): boolean {
  const query = fields.filter(({ text }) => text.startsWith('query='))
  return query.length > 0 && query.every(isQuery)
}

function isQuery({ text, dynamic }: Word): boolean {
  const query = text.slice('query='.length)
  return !dynamic && !query.startsWith('@') && !/\bmutation\b/i.test(query)
}
