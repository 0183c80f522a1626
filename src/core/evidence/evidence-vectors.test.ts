import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  indentedTokenJson,
  isTokenObject,
  parseTokenJson,
  type TokenObject,
  type TokenValue,
} from '../codec/token-json.ts'
import { holdsSecret } from './command-secrets.ts'
import { isEvidenceId, isTimeout } from './evidence-request.ts'
import { hashedText, recordHash } from './verify-record.ts'
import { isInsideText } from './workspace-path.ts'

type Vectors = {
  readonly argv_secrets: readonly { argv: readonly (string | readonly string[])[]; refused: boolean; note?: string }[]
  readonly ids: readonly { id: string; accepted: boolean }[]
  readonly timeouts: readonly { value: unknown; accepted: boolean }[]
  readonly paths: readonly { path: string; inside: boolean }[]
}
const TEXT = readFileSync('test/vectors/hpp-evidence.json', 'utf8')
const VECTORS = JSON.parse(TEXT) as Vectors

/** Where ours answers otherwise, by the last words of the command line. */
const OURS: Readonly<Record<string, { refused: boolean; why: string }>> = {
  'https://user:pw@example.com': { refused: true, why: 'a password in an address' },
  'DATABASE_URL=postgres://u:p@h/db': { refused: true, why: 'a password in an address' },
  ['eyJ' + 'hbGciOiJIUzI1NiJ9.e30.x']: { refused: true, why: 'a web token' },
  ['glpat-' + 'abcdefghijklmnopqrst']: { refused: true, why: 'a token of another provider' },
}

describe('the vectors of evidence', () => {
  it.each(
    VECTORS.argv_secrets.map(
      ({ argv, refused }) => [argv.map((one) => (typeof one === 'string' ? one : one.join(''))), refused] as const,
    ),
  )('secrets: %j', (argv, refused) => {
    const last = argv.at(-1) ?? ''
    const ours = Object.hasOwn(OURS, last) ? OURS[last] : undefined
    expect(holdsSecret(argv)).toBe(ours?.refused ?? refused)
  })

  it.each(VECTORS.ids)('id $id', ({ id, accepted }) => {
    // A final line break is let through by the original's pattern, and is no part of a plain name.
    expect(isEvidenceId(id)).toBe(accepted && !id.endsWith('\n'))
  })

  it.each(VECTORS.timeouts)('timeout $value', ({ value, accepted }) => {
    const number = typeof value === 'number' ? value : Number.NaN
    expect(isTimeout(number)).toBe(accepted)
  })

  it.each(VECTORS.paths)('path $path', ({ path, inside }) => expect(isInsideText(path)).toBe(inside))

  it('hashes and writes a record as the original does', () => {
    const parsed = parseTokenJson(TEXT, { file: 'vectors' })
    const example = parsed.ok && isTokenObject(parsed.value) ? (parsed.value['hash_example'] as TokenObject) : {}
    const text = example['file_text'] as string
    const read = parseTokenJson(text, { file: 'record' })
    const record = (read.ok ? read.value : {}) as TokenObject
    expect(hashedText(record)).toBe(example['canonical_utf8'])
    expect(recordHash(record)).toBe(example['record_sha256'])
    expect(indentedTokenJson(record as TokenValue)).toBe(text)
  })
})
