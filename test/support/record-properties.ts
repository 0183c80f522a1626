import fc from 'fast-check'
import { JSON_SCHEMA, load } from 'js-yaml'
import { equalJson } from '../../src/core/codec/equal-json.ts'
import type { JsonValue } from '../../src/core/codec/json-value.ts'
import { splitFrontMatter } from '../../src/core/records/front-matter-split.ts'
import { rewriteFields } from '../../src/core/records/layout-rewrite.ts'
import { parseRecordText } from '../../src/core/records/record-text.ts'
import type { RecordCore, RecordText } from '../../src/core/records/record-text-types.ts'
import { digestText, reviewDigest } from '../../src/core/records/review-digest.ts'

const FORMAT = 'markdown-front-matter'
const FIELDS = ['reviews', 'seal', 'state', 'closed_digest']

const PIECES = [
  ...[
    'state',
    'reviews',
    'seal',
    'a',
    'b',
    '"state"',
    "'reviews'",
    '"st\\u0061te"',
    '-a',
    '- b',
    '"',
    "'",
    '"x"',
    'x y',
  ],
  ...[': ', ':', ':\n', ': \n  ', '? ', '- ', '-\n', '[', ']', '{', '}', ', ', ',', '|\n', '>-\n', '|+\n', '&x ', '*x'],
  ...[
    '!',
    '!!str ',
    '# c',
    ' # c',
    '\n',
    '\n\n',
    '\n ',
    '\n  ',
    '\n    ',
    '\n- ',
    '\n  - ',
    '\n---',
    '\n--- ',
    '\n...',
  ],
  ...['%YAML 1.2', '1', '-0', '0x1', '1_0', '.5', '1e400', '~', 'null', 'True', '9007199254740993', '\t', ' ', '  '],
  ...['\ufeff', '\u2028', '\u0085', '\u0007', '\\', '\\n', '\\ud800', '__proto__', '<<', '@', '`', '\r', '\r\n', '😀'],
]

const VALUES = [
  ...[
    'x',
    '"x"',
    "'x'",
    '1',
    '0.5',
    '[]',
    '{}',
    'null',
    '~',
    '[1, "b", {c: null}]',
    '{d: [1,\n  2]}',
    '"x\n  y"',
    '"x',
  ],
  ...[
    '"x\nstate: y"',
    '[\nstate: 1]',
    '|\n  x\n\n  state: y',
    '>-\n  x\n   y\n',
    'x\n  y: z',
    'x\n  state',
    '\n  - 1\n  -',
  ],
  ...['\n- 1\n- state: x\n  b: 2', '\n  c: 1\n  state:\n    - 2', '', ' # c', '\n# c\n\n', '\n  \n', '&a 1', '!!str 1'],
]

const KEYS = [
  'a',
  'b',
  '"c"',
  "'d'",
  'state',
  'reviews',
  '"seal"',
  "'state' ",
  'closed_digest',
  '-e',
  '"-f"',
  '? g',
  'x-h',
]

/** Fields that are YAML now and then: pieces at random, and lines of `key: value` with values that go wrong. */
const fields = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join('')),
  fc
    .array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(': ', ' : ', ':\t', ':'), fc.constantFrom(...VALUES)), {
      minLength: 1,
      maxLength: 6,
    })
    .map((lines) => lines.map(([key, colon, value]) => `${key}${colon}${value}`).join('\n')),
)

export const hostileRecords = fields.map((text) => `---\n${text}\n---\n\n# Body\n`)

/** Null where the record is refused, else what of the promises does not hold. */
export function brokenPromise(text: string): string | null {
  const parsed = parseRecordText(text, { file: 'r.md', format: FORMAT, digestFields: FIELDS })
  if (!parsed.ok) return parsed.faults.length > 0 && parsed.faults.every(({ at }) => at?.line) ? null : 'no line'
  const { value } = parsed
  if (!sameAsLibrary(text, value)) return 'another value than the library'
  if (!sameWithoutDigestFields(text, value)) return 'digest and parser read different fields'
  if (!hasLines(text, value)) return 'a line that does not hold its key'
  for (const changes of [{ reviews: [{ a: 1 }] }, { state: 'z', closed_digest: 'y' }]) {
    const amended = rewriteFields(text, changes, { file: 'r.md', digestFields: FIELDS })
    if (amended === null) continue
    if (reviewDigest(amended, FORMAT, FIELDS) !== reviewDigest(text, FORMAT, FIELDS))
      return 'a verdict moved the digest'
  }
  return null
}

export function isAccepted(text: string): boolean {
  return parseRecordText(text, { file: 'r.md', format: FORMAT, digestFields: FIELDS }).ok
}

function sameAsLibrary(text: string, { core, body }: RecordText): boolean {
  const split = splitFrontMatter(text.replace(/\r\n?/g, '\n'))
  if (split.kind !== 'split') return false
  return split.body === body && equalJson(load(split.fields, { schema: JSON_SCHEMA }) as JsonValue, core)
}

/** What the digest hashes must read as the record without the digest fields, and as nothing else. */
function sameWithoutDigestFields(text: string, { core, body }: RecordText): boolean {
  const rest: RecordCore = Object.fromEntries(Object.entries(core).filter(([field]) => !FIELDS.includes(field)))
  const stripped = digestText(text, FORMAT, FIELDS)
  const parsed = parseRecordText(stripped, { file: 'r.md', format: FORMAT, digestFields: [] })
  if (Object.keys(rest).length === 0 && !parsed.ok) return true
  return parsed.ok && parsed.value.body === body && equalJson(parsed.value.core, rest)
}

function hasLines(text: string, { core, lineOf }: RecordText): boolean {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return Object.keys(core).every((key) => {
    if (!/^[a-z_-]+$/.test(key)) return true
    const line = lines[lineOf(`/${key}`) - 1] ?? ''
    return line.includes(key) || line.includes('\\')
  })
}
