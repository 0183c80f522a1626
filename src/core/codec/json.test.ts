import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalJson } from './equal-json.ts'
import { parseJson } from './json.ts'
import type { JsonValue } from './json-value.ts'

function read(text: string): unknown {
  const parsed = parseJson(text, { file: 'a.json' })
  return parsed.ok ? parsed.value.value : parsed.faults.map((fault) => fault.code)
}

describe('the JSON reader', () => {
  test.each([
    ['{"a":[1,2,{"b":null}],"c":"x"}', { a: [1, 2, { b: null }], c: 'x' }],
    ['\uFEFF {}\r\n', {}],
    ['[]', []],
    [' "a\\u00e9\\n\\/\\ud83d\\ude00" ', 'a\u00e9\n/\u{1f600}'],
    ['-0', -0],
    ['1e2', 100],
    ['-0.5E-2', -0.005],
    ['true', true],
    ['[false,null]', [false, null]],
    ['9007199254740991', 9007199254740991],
    ['9007199254740994', 9007199254740994],
    ['100000000000000000000', 1e20],
    ['0.1234567890123456789', 0.12345678901234568],
    ['1e-400', 0],
  ])('%s is read', (text, value) => expect(read(text)).toEqual(value))

  test.each([
    '',
    ' ',
    '{',
    '[',
    '[1',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    "{'a':1}",
    '[1] 2',
    '\uFEFF\uFEFF{}',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    'NaN',
    'Infinity',
    'nul',
    'trueX',
    '"a',
    '"a\nb"',
    '"\\x"',
    '"\\u12"',
    '"\\',
    '// c\n{}',
    '{}\u00a0',
    '{}\u0000',
    '"\\ud800"',
    '["\\ude00\\ud83d"]',
    '"\ud800"',
    '{"\\ud800":1}',
    '[1}',
    '{"a":1]',
  ])('%j is no JSON', (text) => expect(read(text)).toEqual(['not-json']))

  test.each([
    ['{"a":1,"a":2}', ['duplicate-key']],
    ['{"a":1,"\\u0061":1}', ['duplicate-key']],
    ['{"a":{"b":1,"b":2},"c":[{"d":1,"d":1,"d":1}]}', ['duplicate-key', 'duplicate-key', 'duplicate-key']],
    ['{"__proto__":1,"__proto__":2}', ['duplicate-key']],
    ['9007199254740993', ['inexact-number']],
    ['[1e400,-1e400]', ['inexact-number', 'inexact-number']],
    [`${'9'.repeat(400)}`, ['inexact-number']],
    ['{"a":1,"a":9007199254740993,', ['duplicate-key', 'inexact-number', 'not-json']],
    ['['.repeat(65) + ']'.repeat(65), ['too-deep']],
    ['['.repeat(1_000_000), ['too-deep']],
    ['{"a":'.repeat(100_000), ['too-deep']],
  ])('%.60s is refused by name', (text, codes) => expect(read(text)).toEqual(codes))

  test('64 containers inside one another are fine, and the limit can be moved', () => {
    const text = '['.repeat(64) + ']'.repeat(64)
    expect(parseJson(text, { file: 'a' }).ok).toBe(true)
    expect(parseJson(text, { file: 'a', depthMax: 63 }).ok).toBe(false)
  })

  test('numbers can be rounded on demand, but never to infinity', () => {
    const parsed = parseJson('[9007199254740993]', { file: 'a', numbers: 'rounded' })
    expect(parsed.ok && parsed.value.value).toEqual([9007199254740992])
    expect(parseJson('[1e400]', { file: 'a', numbers: 'rounded' }).ok).toBe(false)
  })

  test('__proto__ and other inherited names are ordinary keys', () => {
    const parsed = parseJson('{"__proto__":{"a":1},"constructor":2}', { file: 'a' })
    const value = parsed.ok ? parsed.value.value : null
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"constructor":2}')
    expect(({} as { a?: number }).a).toBeUndefined()
    expect(read('{"toString":1,"hasOwnProperty":2}')).toEqual(JSON.parse('{"toString":1,"hasOwnProperty":2}'))
  })

  test('a fault names file, pointer and line', () => {
    const parsed = parseJson('{\r\n "a/b": [\r\n  {"x": 1, "x": 2},\r\n  1e999\r\n ]\r\n', { file: 'f.json' })
    expect(parsed).toEqual({
      ok: false,
      faults: [
        {
          code: 'duplicate-key',
          message: 'the key "x" stands more than once in one object',
          at: { file: 'f.json', pointer: '/a~1b/0/x', line: 3 },
        },
        {
          code: 'inexact-number',
          message: 'the number 1e999 cannot be held exactly',
          at: { file: 'f.json', pointer: '/a~1b/1', line: 4 },
        },
        {
          code: 'not-json',
          message: 'no valid JSON: the text ends where "," or "}" should stand',
          at: { file: 'f.json', pointer: '', line: 6 },
        },
      ],
    })
  })

  test('every pointer has a line and a span', () => {
    const text = '{\n "a": {\n  "b~/c":\n   [1,\n  "two"]\n },\n "": 0 }'
    const parsed = parseJson(text, { file: 'f' })
    if (!parsed.ok) throw new Error('must be read')
    const { place, span } = { place: parsed.value.place.bind(parsed.value), span: parsed.value.span.bind(parsed.value) }
    expect(['', '/a', '/a/b~0~1c', '/a/b~0~1c/0', '/a/b~0~1c/1', '/'].map((at) => place(at)?.line)).toEqual([
      1, 2, 3, 4, 5, 7,
    ])
    expect(text.slice(...(span('/a/b~0~1c/1') ?? [0, 0]))).toBe('"two"')
    expect(text.slice(...(span('/a') ?? [0, 0]))).toMatch(/^\{\n[\s\S]*\}$/)
    expect(text.slice(...(span('') ?? [0, 0]))).toBe(text)
    expect([place('/b'), place('/a/b'), span('/a/b~0~1c/2'), place('/a/b~0~1c/1/0')]).toEqual([null, null, null, null])
  })

  test('reads back what JSON.stringify wrote, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, noUnicodeString: false }), (text) => {
        const parsed = parseJson(text, { file: 'f', numbers: 'rounded' })
        expect(JSON.stringify(parsed.ok && parsed.value.value)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  test('accepts and refuses the same texts as JSON.parse, apart from its own rules', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', '0', '.', 'e', 'null', ' ', '\\', '"')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('')
        const codes = read(text)
        fc.pre(!(Array.isArray(codes) && (codes[0] === 'duplicate-key' || codes[0] === 'inexact-number')))
        expect(parseJson(text, { file: 'f' }).ok).toBe(isJson(text))
      }),
      { numRuns: 5000 },
    )
  })

  test('a key written twice is always found', () => {
    const value = fc
      .jsonValue({ maxDepth: 3 })
      .filter((found) => isObject(found) && Object.keys(found as object).length > 0)
    fc.assert(
      fc.property(value, fc.nat(), (found, pick) => {
        const members = Object.entries(found as object).map(
          ([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`,
        )
        const text = `[{"deep":{${[...members, members[pick % members.length]].join(',')}}}]`
        const parsed = parseJson(text, { file: 'f', numbers: 'rounded' })
        expect(parsed.ok ? [] : parsed.faults.map((fault) => fault.code)).toEqual(['duplicate-key'])
      }),
    )
  })

  test('time grows with the text and no faster', () => {
    const texts = [
      `[${'"\\u0041",'.repeat(100_000)}1]`,
      `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',\n')}}`,
      `{${'"a":1,\n'.repeat(100_000)}"a":1}`,
      `[${'9'.repeat(1_000_000)}]`,
    ]
    const started = performance.now()
    for (const text of texts) parseJson(text, { file: 'f' })
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

describe('equality of JSON values', () => {
  test.each<[JsonValue, JsonValue, boolean]>([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [-0, 0, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: null }, { b: null }, false],
    [[], {}, false],
    [{}, [], false],
    [null, {}, false],
    ['1', 1, false],
    [{ toString: 1 }, {}, false],
    [{ a: 1 } as JsonValue, JSON.parse('{"__proto__":1}') as JsonValue, false],
  ])('%j and %j: %s', (a, b, expected) => expect(equalJson(a, b)).toBe(expected))
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
