import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OURS_REFUSES } from '../../../test/support/record-vectors.ts'
import { recordSeal, sealedText } from './record-seal.ts'
import { parseRecordText } from './record-text.ts'
import type { RecordFormat } from './record-text-types.ts'
import { digestFieldsOf, digestText, reviewDigest } from './review-digest.ts'
import { authorSealText, verdictSealText } from './seal-text.ts'

type Vector = {
  readonly name: string
  readonly format: RecordFormat
  readonly digestFields: readonly string[]
  readonly sealField: string | null
  readonly text: string
  readonly stripped: string
  readonly digest: string
  readonly parses: boolean
  readonly seal: string | null
  readonly canonical: string | null
  readonly storedSeal: string | null
  readonly sealState: string
}

const { cases: VECTORS }: { readonly cases: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/chant-digest.json', import.meta.url), 'utf8'),
)

describe('vectors of the two hashes', () => {
  test.each(VECTORS)('$name', (vector) => {
    const { format, digestFields, sealField, text } = vector
    expect(digestText(text, format, digestFields)).toBe(vector.stripped)
    expect(reviewDigest(text, format, digestFields)).toBe(vector.digest)
    const parsed = parseRecordText(text, { file: 'r', format, digestFields })
    expect(parsed.ok).toBe(vector.parses && !OURS_REFUSES.has(`digest ${vector.name}`))
    if (!parsed.ok) return
    expect(sealField === null ? null : sealedText(parsed.value, format, sealField)).toBe(vector.canonical)
    const seal = sealField === null ? null : recordSeal(parsed.value, format, sealField)
    expect(seal).toBe(vector.seal)
    const stored = sealField === null ? null : (parsed.value.core[sealField] ?? null)
    expect(stored).toBe(vector.storedSeal)
    const state = stored === null ? 'no-seal-field' : stored === seal ? 'match' : 'mismatch'
    expect(state).toBe(vector.sealState)
  })
})

describe('the worked example', () => {
  const text = '---\nid: "k-001"\nstate: "ratified"\nreviews: []\n---\n\n# K\n'
  const fields = ['reviews', 'seal', 'state', 'closed_digest']
  const digest = 'b850ab396e2ed95134e7e3190f10867b59bbf9a3b546b9fcb417424f5a70a19d'
  const seal = 'sha256:c1179d1b8bc3a4d7007eb29177908bb5fca2427b3ee5325bca3469226a45e67d'

  test.each([text, text.replace('[]\n---', `[]\nclosed_digest: "${seal}"\n---`)])('sealed or not', (file) => {
    const parsed = parseRecordText(file, { file: 'r', format: 'markdown-front-matter', digestFields: fields })
    expect(reviewDigest(file, 'markdown-front-matter', fields)).toBe(digest)
    expect(parsed.ok && recordSeal(parsed.value, 'markdown-front-matter', 'closed_digest')).toBe(seal)
  })

  test('the signed texts', () => {
    const verdict = { record: 'k-001', digest, verdict: 'agree', reviewer: 'alice@example.org', on: '2026-11-03' }
    expect(verdictSealText(verdict)).toBe(`k-001\n${digest}\nagree\nalice@example.org\n2026-11-03`)
    expect(verdictSealText(verdict)?.length).toBe(105)
    const record = { record: 'k-001', digest, author: 'carol' }
    expect(authorSealText({ ...record, state: 'decided' })).toBe(`k-001\n${digest}\ncarol\ndecided`)
    expect(authorSealText({ ...record, state: null })).toBe(`k-001\n${digest}\ncarol\n`)
  })
})

test.each([
  [{}, []],
  [{ seal: { field: 'stamp' }, stateField: 'state' }, ['stamp']],
  [{ reviews: { field: 'votes' }, stateField: 'phase' }, ['votes', 'seal']],
  [{ reviews: { field: 'votes', ratified: 'r' }, stateField: 'phase' }, ['votes', 'seal', 'phase']],
  [
    { reviews: { field: 'reviews', ratified: 'r' }, stateField: 'state', seal: { field: 'closed_digest' } },
    ['reviews', 'seal', 'state', 'closed_digest'],
  ],
])('digest fields of %j', (kind, fields) => {
  expect(digestFieldsOf(kind)).toEqual(fields)
})

test('a line that only looks like a line end in other languages ends no line', () => {
  const text = '---\nid: "a\u2028state: b"\n---\n'
  expect(digestText(text, 'markdown-front-matter', ['state'])).toBe(text)
})
