import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OURS_REFUSES } from '../../../test/support/record-vectors.ts'
import { equalJson } from '../codec/equal-json.ts'
import type { JsonValue } from '../codec/json-value.ts'
import { parseRecordText, readRecordBytes } from './record-text.ts'
import type { ParsedRecordText, RecordFormat } from './record-text-types.ts'

type Vector = {
  readonly name: string
  readonly format: RecordFormat
  readonly text: string
  readonly accepted: boolean
  readonly value?: JsonValue
  readonly body?: string
}
type Case = {
  readonly id: string
  readonly title: string
  readonly input: { readonly text?: string; readonly base64?: string; readonly validate?: string }
  readonly expect: {
    readonly ok?: boolean
    readonly data?: { readonly [key: string]: JsonValue }
    readonly data_if_ok?: { readonly [key: string]: JsonValue }
    readonly code?: string
    readonly code_in?: readonly string[]
    readonly line?: number
    readonly must_mention?: string
    readonly body_contains?: readonly string[]
  }
}

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(`../../../test/${path}`, import.meta.url), 'utf8'))
const { cases: VECTORS } = read<{ readonly cases: readonly Vector[] }>('vectors/chant-frontmatter.json')
const CASES = read<readonly Case[]>('cases/front-matter.json')
const DIGEST_FIELDS = ['reviews', 'seal', 'state', 'closed_digest']
const NO_DIGEST = { file: 'd-001-x.md', format: 'markdown-front-matter', digestFields: [] } as const
const DECISION = { ...NO_DIGEST, digestFields: DIGEST_FIELDS } as const

function md(fields: string, options: { readonly digestFields: readonly string[] } = NO_DIGEST): ParsedRecordText {
  return parseRecordText(`---\n${fields}\n---\n\n# Body\n`, { ...NO_DIGEST, ...options })
}

function told(parsed: ParsedRecordText): unknown {
  return parsed.ok ? 'accepted' : parsed.faults.map(({ cause, at }) => `${cause} ${at?.line}`)
}

describe('vectors of the parser', () => {
  test.each(VECTORS)('$name', ({ name, text, format, ...vector }) => {
    const parsed = parseRecordText(text, { file: 'r', format, digestFields: [] })
    const accepted = vector.accepted && !OURS_REFUSES.has(`frontmatter ${name}`)
    expect(parsed.ok).toBe(accepted)
    if (!parsed.ok) {
      expect(new Set(parsed.faults.map(({ code }) => code))).toEqual(new Set(['record-unparseable']))
      return
    }
    expect(equalJson(parsed.value.core, vector.value as JsonValue)).toBe(true)
    expect(parsed.value.body).toBe(vector.body ?? '')
  })
})

describe('cases of the parser', () => {
  // A record that lacks fields or has too many is for the schema; here it is read.
  test.each(CASES)('$id $title', ({ input, expect: expected }) => {
    const bytes = input.text === undefined ? Buffer.from(input.base64 ?? '', 'base64') : Buffer.from(input.text, 'utf8')
    const { parsed } = readRecordBytes(bytes, DECISION)
    const codes = [...(expected.code_in ?? []), ...(expected.code === undefined ? [] : [expected.code])]
    const forSchema = codes.every((code) => code === 'missing-field' || code === 'unknown-field')
    if (expected.ok !== undefined) expect(parsed.ok).toBe(expected.ok || (codes.length > 0 && forSchema))
    if (!parsed.ok) {
      if (codes.length > 0) expect(codes).toContain(parsed.faults[0]?.cause)
      if (expected.line !== undefined) expect(parsed.faults[0]?.at?.line).toBe(expected.line)
      expect(parsed.faults[0]?.message).toContain(expected.must_mention ?? '')
      return
    }
    expect({ ...parsed.value.core }).toMatchObject({ ...expected.data, ...expected.data_if_ok })
    for (const part of expected.body_contains ?? []) expect(parsed.value.body).toContain(part)
  })
})

describe('what our reader refuses beside', () => {
  test.each([
    ['an anchor', 'a: &x 1', 'unsupported 2'],
    ['an alias', 'a: 1\nb: *x', 'unsupported 3'],
    ['a tag', 'a:\n  - b: !!str 5', 'unsupported 3'],
    ['a tag on a key', 'a: 1\n!!str b: 2', 'unsupported 3'],
    ['an anchor under an empty value', 'a:\n&x b: 2', 'unsupported 3'],
    ['an alias as a key', 'a: 1\n*x : 2', 'unsupported 3'],
    ['a tag in brackets', 'a: [1, ! 2]', 'unsupported 2'],
    ['an explicit key', 'a: 1\n? b\n: 2', 'unsupported 3'],
    ['an explicit key in brackets', 'a: {? b : 2}', 'unsupported 2'],
    ['an explicit key in a list in brackets', 'a: [? b : 2]', 'unsupported 2'],
    ['a list as a key', '[a]: 1', 'unsupported 2'],
    ['a map as a key', 'x:\n  {a: 1}: 1', 'unsupported 3'],
    ['an empty key in brackets', 'a: {: 1}', 'unsupported 2'],
    ['__proto__', '__proto__: 1', 'unsupported 2'],
    ['__proto__ below, by an escape', 'a:\n  - "__pr\\u006fto__": 1', 'unsupported 3'],
    ['__proto__ in brackets without a value', 'a: {__proto__}', 'unsupported 2'],
    ['hexadecimal', 'a: 0x1F', 'bad-number 2'],
    ['a leading zero', 'a:\n- 007', 'bad-number 3'],
    ['a plus sign', 'a: {b: +5}', 'bad-number 2'],
    ['underscores', 'a: 1_000.5', 'bad-number 2'],
    ['a bare dot', 'a: .5 # half', 'bad-number 2'],
    ['a dot at the end', 'a: 5.', 'bad-number 2'],
    ['2^53', 'a: 9007199254740992', 'bad-number 2'],
    ['-2^53', 'a: -9007199254740992', 'bad-number 2'],
    ['infinity', 'a: .inf', 'non-finite-number 2'],
    ['an overflow', 'a: -1e400', 'non-finite-number 2'],
    ['a hexadecimal key', '0x1F: a', 'bad-number 2'],
    ['a tilde as a key', 'a:\n  ~: b', 'unsupported 3'],
    ['a capital True as a key', 'True: b', 'unsupported 2'],
    ['1.0 as a key', '1.0: b', 'unsupported 2'],
    ['half a pair', 'a: "\\udc00"', 'unsupported 2'],
    ['half a pair in a key', '"\\ud800": 1', 'unsupported 2'],
    ['a quoted text at column 0', 'a: "x\ny"', 'unsupported 2'],
    ['a single-quoted text at column 0', "a: 'x\n\ny'", 'unsupported 2'],
    ['a list closed at column 0', 'a: [\n  1\n]', 'unsupported 2'],
    ['a dash in brackets at column 0', 'a: [1,\n-2]', 'unsupported 2'],
    ['a comment in brackets at column 0', 'a: [1,\n# c\n 2]', 'unsupported 2'],
    ['a top-level map closed at column 0', '{"a": 1\n}', 'unsupported 2'],
    ['a mark before the fields', '\ufeffa: 1', 'unsupported 2'],
    ['--- as line 2', '---\na: 1', 'unsupported 2'],
    ['65 lists in one another', `a: ${'['.repeat(65)}${']'.repeat(65)}`, 'too-deep 2'],
  ])('%s', (_, fields, expected) => {
    const answer = told(md(fields)) as readonly string[]
    expect(answer).toContain(expected)
  })

  test('every fault is told at once, with its pointer', () => {
    const parsed = md('a: 0x1\nb:\n  c: [.5, "\\ud800"]\n1.0: x')
    expect(parsed.ok ? [] : parsed.faults.map(({ message, at }) => `${at?.line} ${message}`)).toEqual([
      '2 /a: 0x1, which is not a JSON number, is not allowed',
      '4 /b/c/0: .5, which is not a JSON number, is not allowed',
      '4 /b/c/1: half a surrogate pair is not allowed',
      '5 the key 1.0, which becomes "1", is not allowed',
    ])
  })

  test('bytes that are no UTF-8 name their line, and the text keeps the rest', () => {
    const bytes = Buffer.concat([Buffer.from('---\na: "\ufffd"\nb: x'), Buffer.from([0xe9]), Buffer.from('\n---\n')])
    const { text, parsed } = readRecordBytes(bytes, NO_DIGEST)
    expect([text, told(parsed)]).toEqual(['---\na: "\ufffd"\nb: x\ufffd\n---\n', ['encoding 3']])
  })
})

describe('what it accepts', () => {
  test.each([
    ['53 bits', 'a: 9007199254740991', { a: 9007199254740991 }],
    ['exponents', 'a: 1e21\nb: -0.5E-3', { a: 1e21, b: -0.0005 }],
    ['null forms', 'a: ~\nb: Null', { a: null, b: null }],
    ['plain keys that stay what they are', 'null: 1\ntrue: 2\n1: 3\n<<: 4', { null: 1, true: 2, 1: 3, '<<': 4 }],
    ['signs within a text', 'a: x & y * z ! "q"\nb: "&x"', { a: 'x & y * z ! "q"', b: '&x' }],
    ['a question within', 'a: what? yes\nb: [x?, ?y]', { a: 'what? yes', b: ['x?', '?y'] }],
    ['a comment with a question', 'a:\n  # ? no key\n  b: 1', { a: { b: 1 } }],
    ['an empty line in a quoted text', 'a: "x\n\n  y"', { a: 'x\ny' }],
    ['pairs and bare keys in brackets', 'a: [b: 1, {c, d: 2}]', { a: [{ b: 1 }, { c: null, d: 2 }] }],
    ['dashes with nothing', 'a:\n-\n- 1\n-\n-\n- b: 2', { a: [null, 1, null, null, { b: 2 }] }],
    ['lists in lists', 'a:\n  - - 1\n    - 2\n  - [[3]]', { a: [[1, 2], [[3]]] }],
    ['block texts', 'a: |+\n  x: 0x1\n\nb: >-\n  & *\n  !', { a: 'x: 0x1\n\n', b: '& * !' }],
    ['a map in brackets, indented', 'a: {\n  b: 1,\n }', { a: { b: 1 } }],
    ['64 lists in one another', `a: ${'['.repeat(63)}${']'.repeat(63)}`, expect.anything()],
  ])('%s', (_, fields, value) => {
    const parsed = md(fields)
    expect(told(parsed)).toBe('accepted')
    if (parsed.ok && !('asymmetricMatch' in value)) expect(equalJson(parsed.value.core, value as JsonValue)).toBe(true)
  })
})

describe('digest fields', () => {
  test.each([
    ['once, bare', 'id: a\nstate: x', 'accepted'],
    ['none of them', 'id: a', 'accepted'],
    ['quoted, with blanks', '"state" \t:\tx\n\'reviews\': []', 'accepted'],
    ['by an escape', 'id: a\n"st\\u0061te": x', ['digest-field 2']],
    ['in a map of brackets', '{state: x}', ['digest-field 2']],
    ['indented', '  state: x\n  id: a', ['digest-field 2']],
    ['behind dashes', '--- {state: x}', ['digest-field 2']],
    ['in a text only', 'id: |\n  state: x', 'accepted'],
    ['below another field', 'x:\n  state: y', 'accepted'],
    ['a key with a dash under a digest field', 'state: x\n-hidden: y', ['digest-field 3']],
    ['a key with a dash elsewhere', 'id: x\n-shown: y\nstate: x', 'accepted'],
    ['a list at column 0', 'reviews:\n- a: 1\n-\n  b: 2\nid: x', 'accepted'],
  ])('%s', (_, fields, expected) => {
    expect(told(md(fields, DECISION))).toEqual(expected)
  })
})

describe('places', () => {
  test('every key and element has its line, what is missing has the nearest', () => {
    const parsed = md('# top\nid: a\no:\n  - b: 1\n    c: [1,\n      {d: 2}]\n  -\n  - x\n"e/f~":\n    g: 1')
    const lines = ['/id', '/o', '/o/0/b', '/o/0/c/1/d', '/o/2', '/e~1f~0/g', '/o/0/zz', '/none', ''].map((pointer) =>
      parsed.ok ? parsed.value.lineOf(pointer) : null,
    )
    expect(lines).toEqual([3, 4, 5, 7, 9, 11, 5, 2, 2])
  })

  test('in JSON records too', () => {
    const parsed = parseRecordText('{\n "a": {\n  "b": [1,\n   2]}\n}', { ...NO_DIGEST, format: 'json' })
    expect(parsed.ok && ['/a/b/1', '/a/x', ''].map((pointer) => parsed.value.lineOf(pointer))).toEqual([4, 2, 1])
  })
})
