import fc from 'fast-check'
import { JSON_SCHEMA, load } from 'js-yaml'
import { equalJson } from '../../src/core/codec/equal-json.ts'
import type { JsonValue } from '../../src/core/codec/json-value.ts'
import { digestFieldFaults } from '../../src/core/records/front-matter-digest-guard.ts'
import { readPlainLayout } from '../../src/core/records/front-matter-fast.ts'
import { splitFrontMatter } from '../../src/core/records/front-matter-split.ts'
import { readYaml } from '../../src/core/records/front-matter-tree.ts'
import { walkFrontMatter } from '../../src/core/records/front-matter-walk.ts'
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

const LAID_OUT = `id: "d-001"
title: "Where the \\"queue\\" lives\\n"
state: decided
n: -2.5e3
on: 2026-11-03
options:
  - id: "a"
    label: in memory, (fast)
    how: null
    list:
      - "x"
      - 12
  - "b"
choice:
  option: "b"
  deep:
    e: {}
reviews: []
closed_digest: "sha256:0"`

/** The layout of the writer with some letters changed: what the quick reader takes, and just not. */
const bent = fc
  .array(fc.tuple(fc.nat(LAID_OUT.length), fc.nat(3), fc.constantFrom('', ...PIECES, ...VALUES)), { maxLength: 3 })
  .map((changes) =>
    changes.reduce((text, [at, gone, piece]) => text.slice(0, at) + piece + text.slice(at + gone), LAID_OUT),
  )

export const hostileRecords = fc.oneof(fields, bent).map((text) => `---\n${text}\n---\n\n# Body\n`)

/** Null where the record is refused, else what of the promises does not hold. */
export function brokenPromise(text: string): string | null {
  if (!quickAsWhole(text)) return 'the quick reader takes what the whole one does not'
  const parsed = parseRecordText(text, { file: 'r.md', format: FORMAT, digestFields: FIELDS })
  if (!parsed.ok)
    return parsed.faults.length > 0 && parsed.faults.every(({ at, hint }) => at?.line && hint)
      ? null
      : 'no line or hint'
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

function quickAsWhole(text: string): boolean {
  const split = splitFrontMatter(text.replace(/\r\n?/g, '\n'))
  const quick = split.kind === 'split' ? readPlainLayout(split.fields) : null
  if (split.kind !== 'split' || quick === null) return true
  const reading = readYaml(split.fields)
  if (reading.kind !== 'read' || reading.tree.root === null || reading.marks.length > 0) return false
  const { faults, top } = walkFrontMatter(split.fields, reading.tree.root)
  if (faults.length > 0 || !equalJson(reading.tree.value as JsonValue, quick)) return false
  return digestFieldFaults(split.fields, quick, top, FIELDS).length === 0
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
