import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OURS_NAMES } from '../../../test/support/record-vectors.ts'
import { equalJson } from '../codec/equal-json.ts'
import type { JsonValue } from '../codec/json-value.ts'
import { layOut, orderFields, renderFields, renderRecord } from './layout.ts'
import { amendText, type FieldChanges, rewriteFields } from './layout-rewrite.ts'
import { allocateRecordId, checkGivenId, contentId, type IdEntry } from './record-id.ts'
import { parseRecordText } from './record-text.ts'
import type { RecordCore } from './record-text-types.ts'
import { recordFileName, slugOf } from './slug.ts'

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../test/vectors/${name}`, import.meta.url), 'utf8'))
const WRITE = read<{
  readonly slugs: readonly { readonly title: string; readonly slug: string; readonly fileName: string | null }[]
  readonly allocation: readonly {
    readonly name: string
    readonly entries: readonly IdEntry[]
    readonly prefix: string | null
    readonly id?: string
    readonly code?: string
  }[]
  readonly rendering: readonly { readonly name: string; readonly value: RecordCore; readonly text: string }[]
}>('chant-write.json')
const REWRITE = read<{
  readonly cases: readonly {
    readonly name: string
    readonly text: string
    readonly set: FieldChanges
    readonly result: string | null
  }[]
}>('records-rewrite.json')

const OPTIONS = {
  file: 'r.md',
  format: 'markdown-front-matter',
  digestFields: ['reviews', 'seal', 'state', 'closed_digest'],
} as const
const DECISION_NAME = /^[a-z][a-z0-9]{0,15}-[0-9]{3,}-.+\.md$/

describe('slugs', () => {
  test.each(WRITE.slugs)('$title', ({ title, slug, fileName }) => {
    expect(slugOf(title)).toBe(slug)
    const name = { id: 'd-001', title, kindName: 'decision' }
    expect(recordFileName({ ...name, matches: (file) => DECISION_NAME.test(file) })).toBe(
      OURS_NAMES.get(title) ?? fileName,
    )
  })

  test('a kind that lists bare ids gets one, a kind that lists neither gets null', () => {
    const name = { id: 'd-001', title: 'A', kindName: 'decision' }
    expect(recordFileName({ ...name, matches: (file) => file === 'd-001.md' })).toBe('d-001.md')
    expect(recordFileName({ ...name, matches: () => false })).toBe(null)
  })

  test.each(['../d-001', 'a/b', 'a\\b', 'a\0b'])('an id that leads elsewhere has no name: %j', (id) => {
    expect(recordFileName({ id, title: 'A', kindName: 'k', matches: () => true })).toBe(null)
  })
})

describe('ids', () => {
  test.each(WRITE.allocation)('$name', ({ entries, prefix, id, code }) => {
    const next = allocateRecordId({ entries, prefix, used: [] })
    expect(next.ok ? next.id : next.fault.code).toBe(id ?? code)
  })

  test('ids at HEAD and at base count as used', () => {
    const entries = [{ id: 'ws-001', file: 'ws-001-x.md' }]
    expect(allocateRecordId({ entries, prefix: null, used: ['ws-004', 'other-9'] })).toEqual({ ok: true, id: 'ws-005' })
    expect(allocateRecordId({ entries: [], prefix: null, used: ['ws-004'] })).toEqual({ ok: true, id: 'ws-005' })
  })

  test('a number beyond 2^53 is followed exactly', () => {
    const entries = [{ id: 'x-9007199254740993', file: '' }]
    expect(allocateRecordId({ entries, prefix: null, used: [] })).toEqual({ ok: true, id: 'x-9007199254740994' })
  })

  test('a prefix must look like one', () => {
    const next = allocateRecordId({ entries: [], prefix: '1a', used: [] })
    expect(next.ok || next.fault.code).toBe('write-usage-invalid')
  })

  test.each([
    ['d-002', 'd-002'],
    ['d-001', 'record-id-taken'],
    ['x-007', 'record-id-taken'],
    ['plain', 'record-id-taken'],
    ['h-001', 'record-id-taken'],
    ['', 'write-input-invalid'],
    [null, 'write-input-invalid'],
  ])('given %j: %s', (given, expected) => {
    const entries = [
      { id: 'd-001', file: 'a.md' },
      { id: null, file: 'x-007-broken.md' },
      { id: null, file: 'plain.md' },
    ]
    const answer = checkGivenId(given, { entries, used: ['h-001'] })
    expect(answer.ok ? answer.id : answer.fault.code).toBe(expected)
  })

  test('a content-addressed record drifts when its name claims another hash', () => {
    const bytes = Buffer.from('{}\n')
    const id = 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356'
    expect(contentId(bytes, `${id}.asset.json`)).toEqual({ id, drifted: false, claimed: id })
    expect(contentId(bytes, `${'0'.repeat(64)}.json`)).toEqual({ id, drifted: true, claimed: '0'.repeat(64) })
    expect(contentId(bytes, 'note.json')).toEqual({ id, drifted: true, claimed: null })
  })
})

describe('layout', () => {
  test.each(WRITE.rendering)('$name', ({ value, text }) => {
    expect(renderFields(value)).toBe(text)
  })

  test('a new record has its fields in schema order and its title as a heading', () => {
    const core = orderFields(
      { 'x-b': 1, title: 'T', area: null, id: 'd-1' },
      { required: ['schema', 'id', 'title'], properties: ['id', 'title', 'area'] },
    )
    expect(renderRecord(core, core['title'])).toBe('---\nid: "d-1"\ntitle: "T"\narea: null\nx-b: 1\n---\n\n# T\n')
    expect(renderRecord({ id: 'd' }, undefined)).toBe('---\nid: "d"\n---\n')
    expect(renderRecord({ id: 'd' }, 'a\r\nb')).toBe('---\nid: "d"\n---\n\n# a b\n')
  })

  const key = fc.oneof(
    fc.constantFrom('a', 'x-b', 'True', 'NULL', '-a', '- b', '#', '1', '0x1F', '~', 'a: b', ' ', '\u2028', 'y\n', '"'),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  )
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).filter((value) => {
    return !/^-?\d+$/.test(JSON.stringify(value)) || Number.isSafeInteger(value)
  })
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('---', 'a: b\n---\n'),
  )
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<JsonValue>(null, true, false),
      number,
      text,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }))
  const core = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5 })
  const isText = (input: JsonValue): boolean => !/\\ud[89a-f]|__proto__/i.test(JSON.stringify(input))

  test('what the writer lays out, the parser reads back, and writing it again changes no byte', () => {
    fc.assert(
      fc.property(core.filter(isText), fc.constantFrom('', '\n# A\n', 'x\n---\ny'), (fields, body) => {
        const once = layOut(fields, body)
        const parsed = parseRecordText(once, OPTIONS)
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
        expect(equalJson(parsed.value.core, fields)).toBe(true)
        expect(parsed.value.body).toBe(body)
        expect(layOut(parsed.value.core, parsed.value.body)).toBe(layOut(JSON.parse(JSON.stringify(fields)), body))
      }),
      { numRuns: 300 },
    )
  })

  test('a change in place leaves a record that reads as the old one with the change', () => {
    fc.assert(
      fc.property(core.filter(isText), key.filter(isText), value.filter(isText), (fields, field, next) => {
        const amended = rewriteFields(layOut(fields, '\n# A\n'), { [field]: next }, OPTIONS)
        const parsed = parseRecordText(
          amended ?? amendText(layOut(fields, ''), { [field]: next }, { ...OPTIONS, order: {} }) ?? '',
          OPTIONS,
        )
        expect(parsed.ok && equalJson(parsed.value.core, { ...fields, [field]: next })).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('rewriting in place', () => {
  test.each(REWRITE.cases)('$name', ({ text, set, result }) => {
    expect(rewriteFields(text, set, { ...OPTIONS, digestFields: [] })).toBe(result)
  })

  test.each([
    ['a: 1\nx: |\n  y\n\nb: 2', 'a: 1\n\nb: 2'],
    ['a: 1\nx: 2', 'a: 1'],
    ['a: 1', 'a: 1'],
  ])('a field is taken out with its block: %j', (fields, left) => {
    expect(rewriteFields(`---\n${fields}\n---\nbody`, { x: undefined }, OPTIONS)).toBe(`---\n${left}\n---\nbody`)
  })

  test('an unset last field leaves no record, so nothing', () => {
    expect(rewriteFields('---\nx: 1\n---\n', { x: undefined }, OPTIONS)).toBe(null)
  })

  test('what cannot be changed in place is laid out anew, in schema order, with its body', () => {
    const order = { required: ['id', 'b'], properties: [] }
    const text = '---\nb: [ 1,\n  2 ]\n{"id": "a"}: 1\n---\n'
    expect(amendText(text, { b: 2 }, { ...OPTIONS, order })).toBe(null)
    const flow = '---\n{"b": 1, "id": "a"}\n---\n\n# A\n'
    expect(amendText(flow, { b: 2 }, { ...OPTIONS, order })).toBe('---\nid: "a"\nb: 2\n---\n\n# A\n')
  })

  test('a refused text is not rewritten', () => {
    expect(amendText('---\na: &x 1\n---\n', { a: 2 }, { ...OPTIONS, order: {} })).toBe(null)
  })
})
