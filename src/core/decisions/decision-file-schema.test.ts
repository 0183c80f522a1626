import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decisionJsonSchemas } from './decision-file-schema.ts'

test.each(Object.entries(decisionJsonSchemas()))(
  'schemas/%s is what the code says (npm run schemas)',
  (file, schema) => {
    const text = readFileSync(new URL(`../../../schemas/${file}`, import.meta.url), 'utf8')
    expect(text).toBe(`${JSON.stringify(schema, null, 2)}\n`)
  },
)

test('every object of ours lets keys of others through, and no other key', () => {
  const open: unknown[] = []
  JSON.stringify(decisionJsonSchemas(), (_key, value) => {
    const isObject = value?.type === 'object'
    if (isObject && !(value.additionalProperties === false && value.patternProperties['^x-'] !== undefined))
      open.push(value)
    return value
  })
  expect(open).toEqual([])
})
