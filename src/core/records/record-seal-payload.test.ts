import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { authorPayload, SEAL_NAMESPACES, verdictPayload } from './record-seal-payload.ts'

type Vector = {
  readonly name: string
  readonly kind: 'verdict' | 'author'
  readonly namespace: string
  readonly fields: { readonly [name: string]: JsonValue }
  readonly payload: string | null
}

const { cases: VECTORS }: { readonly cases: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/chant-seals.json', import.meta.url), 'utf8'),
)

test.each(VECTORS)('$name signs what it says', ({ kind, namespace, fields, payload }) => {
  const { record, digest, verdict, reviewer, on, author, state } = fields
  const signed =
    kind === 'verdict'
      ? verdictPayload({ record, digest, verdict, reviewer, on })
      : authorPayload({ record, digest, author, state })
  expect(signed).toBe(payload)
  expect(SEAL_NAMESPACES[kind]).toBe(namespace)
})
