import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { DECISION_KIND_TEXT, DECISION_SCHEMA_FILE, DECISION_SCHEMA_ID } from './decision-kind.ts'
import { DECISION_SCHEMA, DECISION_SCHEMA_TEXT } from './decision-schema.ts'
import { compileRecordSchema, type RecordSchema, sayErrors } from './record-schema.ts'

type Case = {
  readonly name: string
  readonly data: JsonValue
  readonly valid: boolean
  readonly at?: readonly string[]
}
const { cases } = JSON.parse(readFileSync('test/vectors/chant-schema.json', 'utf8')) as { cases: readonly Case[] }

function decisions(): RecordSchema {
  const compiled = compileRecordSchema({ id: DECISION_SCHEMA_ID, schema: DECISION_SCHEMA })
  if (!compiled.ok) throw new Error(compiled.faults[0]?.message)
  return compiled.value
}
const judge = decisions()
const base = cases[0]?.data as { readonly [key: string]: JsonValue }

describe('the schema of decisions says what the vectors say', () => {
  test('there are 156 of them', () => expect(cases).toHaveLength(156))
  test.each(cases)('$name', ({ data, valid, at }) => {
    const { errors } = judge(data)
    expect(errors.length === 0).toBe(valid)
    expect([...new Set(errors.map((error) => error.at))].sort()).toEqual([...(at ?? [])].sort())
  })
})

test('the kind names the schema file that is written beside it', () => {
  expect(DECISION_KIND_TEXT).toContain(`path: '${DECISION_SCHEMA_FILE}'`)
  expect(JSON.parse(DECISION_SCHEMA_TEXT)).toEqual(DECISION_SCHEMA)
})

describe('what a person is told', () => {
  const verdict = { reviewer: 'bob', on: '2026-11-03' }
  test('a dissent without a note is named by its reviewer, in place of the errors of the branch', () => {
    const { told } = judge({
      ...base,
      reviews: [
        { ...verdict, verdict: 'dissent' },
        { ...verdict, verdict: 'maybe' },
      ],
    })
    expect(sayErrors(told)).toContain('/reviews/0 A dissent needs a reason: the dissent by bob has no note.')
    expect(told.filter(({ at }) => at.startsWith('/reviews/0'))).toHaveLength(1)
    expect(told.some(({ at }) => at === '/reviews/1/verdict')).toBe(true)
  })
  test('a description without a value for its field stays as it is written', () => {
    const schema = { $id: 'urn:own:a', if: false, else: { description: 'by {who}, {n}', required: ['x'] } }
    const compiled = compileRecordSchema({ id: 'urn:own:a', schema })
    expect(compiled.ok && compiled.value({ who: 'bo', n: 1 }).told).toEqual([{ at: '/', message: 'by bo, {n}' }])
  })
  test('where the record is no object there is nothing to fill in', () => {
    const schema = { $id: 'urn:own:a', if: false, else: { description: 'not {who}', type: 'object' } }
    const compiled = compileRecordSchema({ id: 'urn:own:a', schema })
    expect(compiled.ok && compiled.value(7).told).toEqual([{ at: '/', message: 'not {who}' }])
  })
  test('two branches of one object keep their own descriptions', () => {
    const branch = (field: string) => ({ if: false, else: { description: `no ${field}`, required: [field] } })
    const schema = { $id: 'urn:own:a', allOf: [branch('a'), branch('b'), { required: ['c'] }] }
    const compiled = compileRecordSchema({ id: 'urn:own:a', schema })
    expect(compiled.ok && compiled.value({}).told.map(({ message }) => message)).toEqual([
      'no a',
      'no b',
      "must have required property 'c'",
    ])
  })
  test('an agree that is addressed too', () => {
    const { told } = judge({ ...base, reviews: [{ ...verdict, verdict: 'agree', addressed_by: 'vec-002' }] })
    expect(sayErrors(told)).toBe(
      '/reviews/0 Only a dissent is a concern: the agree by bob cannot carry addressed_by or withdrawn_on.',
    )
  })
  test('all errors stand in one message, an unknown field by its name', () => {
    expect(sayErrors(judge({ ...base, title: '', extra: 1 }).told)).toBe(
      '/ must NOT have additional properties: "extra"; /title must NOT have fewer than 1 characters',
    )
  })
})

describe('schemas of others', () => {
  const own = (rest: JsonValue) => ({ id: 'urn:own:a', schema: { $id: 'urn:own:a', ...(rest as object) } })
  test('refer to each other', () => {
    const compiled = compileRecordSchema(own({ $ref: 'urn:own:b' }), [
      { id: 'urn:own:b', schema: { $id: 'urn:own:b', type: 'string' } },
    ])
    expect(compiled.ok && compiled.value('x').errors).toEqual([])
    expect(compiled.ok && compiled.value(1).errors).toEqual([{ at: '/', message: 'must be string' }])
  })
  test.each([
    ['another $id', { id: 'urn:own:x', schema: { $id: 'urn:own:a' } }, 'schema-id-mismatch'],
    ['no object', { id: 'urn:own:x', schema: 7 }, 'schema-id-mismatch'],
    ['a reference to nothing', own({ $ref: 'urn:own:nowhere' }), 'schema-invalid'],
    ['one that answers later', own({ $async: true, type: 'string' }), 'schema-invalid'],
    ['a keyword with a wrong value', own({ type: 'wrong' }), 'schema-invalid'],
  ])('%s is refused', (_, schema, code) => {
    const compiled = compileRecordSchema(schema)
    expect(compiled.ok ? null : compiled.faults[0]?.code).toBe(code)
  })
})
