import { describe, expect, test } from 'vitest'
import { DECISION_KIND_TEXT, DECISION_SCHEMA_ID } from './decision-kind.ts'
import { joinFaults, parseRecordKind } from './parse-record-kind.ts'
import { digestKeysOf } from './record-kind.ts'

const FILE = 'docs/decision.kind.mjs'
const MINIMAL =
  "name: 'note', location: { dir: 'notes', match: '[.]md$' }, format: 'json', schema: { id: 'urn:n', path: 'n.json' }, idField: 'id'"
const STATES = "stateField: 'state', states: ['open', 'shut'], closedStates: ['shut']"

const kindOf = (body: string) => parseRecordKind(`export const recordKind = { ${body} }`, FILE)
const message = (body: string) => {
  const parsed = kindOf(body)
  return parsed.ok ? '' : joinFaults(parsed.faults)
}

describe('kind files are data', () => {
  test('the decision kind is read whole', () => {
    const parsed = parseRecordKind(DECISION_KIND_TEXT, FILE)
    expect(parsed.ok && parsed.value).toEqual({
      name: 'decision',
      location: { dir: '.', match: '^[a-z][a-z0-9]{0,15}-[0-9]{3,}-.+\\.md$' },
      format: 'markdown-front-matter',
      schema: { id: DECISION_SCHEMA_ID, path: 'decision.schema.json', refs: [] },
      idField: 'id',
      states: {
        field: 'state',
        all: ['proposed', 'decided', 'ratified', 'superseded', 'withdrawn'],
        closed: ['ratified', 'superseded'],
      },
      supersedes: { field: 'supersedes', key: 'decision' },
      remediates: { field: 'remediates', key: 'decision' },
      approval: new Map(Object.entries({ proposed: 0, withdrawn: 0, decided: 1, ratified: 2, superseded: 2 })),
      pins: 'evidence',
      constrains: 'constrains',
      outOfScope: 'out_of_scope',
      reviews: { field: 'reviews', decider: 'decided_by', ratified: 'ratified' },
      proposedBy: 'proposed_by',
      source: 'source',
      seal: 'closed_digest',
      spec: true,
      other: { session: false, work: false, answers: false },
    })
  })
  test('what the review digest leaves out is told as the file tells it', () => {
    const parsed = parseRecordKind(DECISION_KIND_TEXT, FILE)
    expect(parsed.ok && digestKeysOf(parsed.value)).toEqual({
      stateField: 'state',
      reviews: { field: 'reviews', ratified: 'ratified' },
      seal: { field: 'closed_digest' },
    })
    const plain = kindOf(MINIMAL)
    expect(plain.ok && digestKeysOf(plain.value)).toEqual({})
  })
  test('running the text gives the same object, so another reader sees no other kind', async () => {
    const run = await import(`data:text/javascript,${encodeURIComponent(DECISION_KIND_TEXT)}`)
    const written = parseRecordKind(`export const recordKind = ${JSON.stringify(run.recordKind)}`, FILE)
    expect(written).toEqual(parseRecordKind(DECISION_KIND_TEXT, FILE))
  })
  test('templates, earlier constants, negative numbers and quoted keys are data', () => {
    const text = `/** A kind. */
const name = \`note\`
const states = ['open', 'shut']
export const recordKind = { name, "location": { dir: 'x', match: '.' }, format: 'json',
  schema: { id: 'urn:n', path: 'n.json', refs: [{ id: 'urn:m', path: 'm.json' }] }, idFrom: 'sha256',
  stateField: 'state', states, closedStates: ['shut'], approval: { open: 0 }, spec: false };`
    const parsed = parseRecordKind(text, FILE)
    expect(parsed.ok && [parsed.value.name, parsed.value.states?.all, parsed.value.idField]).toEqual([
      'note',
      ['open', 'shut'],
      null,
    ])
  })
  test.each([
    ['a call', "export const recordKind = {\n  name: String('x'),\n}", 2],
    ['a call around the object', '\nexport const recordKind = Object.freeze({})', 2],
    ['an import', "import { states } from './states.mjs'\nexport const recordKind = {}", 1],
    ['a spread', 'const more = {}\nexport const recordKind = {\n  ...more,\n}', 3],
    ['a spread of a list', 'const more = []\nexport const recordKind = {\n  states: [...more],\n}', 3],
    ['a template with a value', `const a = 1\nexport const recordKind = { name: \`x\${a}\` }`, 2],
    ['no earlier constant', 'export const recordKind = { name: later }\nconst later = 1', 1],
    ['a function', 'function f() {}\nexport const recordKind = {}', 1],
    ['a method', 'export const recordKind = { name() {} }', 1],
    ['a getter', 'export const recordKind = { get name() { return 1 } }', 1],
    ['a computed key', "export const recordKind = { ['na' + 'me']: 1 }", 1],
    ['an operator', "export const recordKind = { name: 'a' + 'b' }", 1],
    ['__proto__', 'export const recordKind = {\n __proto__: {} }', 2],
    ['stands twice', "export const recordKind = { name: 'a', \"name\": 'b' }", 1],
    ['that can change', 'export let recordKind = {}', 1],
    ['a default export', 'export default {}', 1],
    ['other names', 'const recordKind = {}\nexport { recordKind }', 2],
    ['is no module', 'export const recordKind = {\n  name: \n}', 3],
    ['a regular expression', 'export const recordKind = { name: /x/ }', 1],
    ['a big number', 'export const recordKind = { name: 1n }', 1],
    ['a hole', 'export const recordKind = { states: [,] }', 1],
  ])('refused, with its line: %s', (_, text, line) => {
    const parsed = parseRecordKind(text, FILE)
    expect(parsed.ok ? null : parsed.faults.map(({ code, at }) => [code, at?.file, at?.line])).toEqual([
      ['kind-invalid', FILE, line],
    ])
  })
  test('constants that name constants cannot grow without end', () => {
    const doubled = Array.from({ length: 60 }, (_, at) => `const a${at + 1} = [a${at}, a${at}]`).join('\n')
    const parsed = parseRecordKind(`const a0 = 1\n${doubled}\nexport const recordKind = { name: a60 }`, FILE)
    expect(parsed.ok ? '' : parsed.faults[0]?.message).toContain('more than 10000 values')
  })
  test('a module without the export, and one nested too deep, are refused too', () => {
    expect(parseRecordKind('const recordKind = {}', FILE).ok).toBe(false)
    for (const [open, close, why] of [
      ['['.repeat(100_000), '', 'no module'],
      ['-'.repeat(100_000), '1', 'no module'],
      ['['.repeat(100), ']'.repeat(100), 'deeper than 32'],
    ] as const) {
      const deep = parseRecordKind(`export const recordKind = ${open}${close}`, FILE)
      expect(deep.ok ? '' : deep.faults[0]?.message).toContain(why)
    }
  })
})

describe('the object of a kind is checked key by key', () => {
  test('the least there can be is a kind', () => expect(kindOf(MINIMAL).ok).toBe(true))
  test('all faults come at once, joined in one message', () => {
    expect(message("name: 'Note', location: { dir: '' }, format: 'yaml', extra: 1, idField: 'id'")).toBe(
      [
        'schema: is required',
        'extra: is no known key',
        'name: must be a text like ^[a-z][a-z0-9-]*$',
        'location.match: is required',
        'location.dir: must be a non-empty text',
        'format: must be "markdown-front-matter" or "json"',
      ].join('; '),
    )
  })
  test('a fault points at its line, or at the nearest object', () => {
    const parsed = parseRecordKind(
      "export const recordKind = {\n  name: 'a',\n  location: {\n    dir: 7,\n  },\n}",
      FILE,
    )
    const lines = parsed.ok ? [] : parsed.faults.map(({ message, at }) => [message.split(':')[0], at?.line])
    expect(lines).toContainEqual(['location.dir', 4])
    expect(lines).toContainEqual(['location.match', 3])
    expect(lines).toContainEqual(['schema', 1])
  })
  test.each([
    [`${MINIMAL}, idFrom: 'sha256'`, 'idField: exactly one'],
    [MINIMAL.replace(", idField: 'id'", ''), 'idField: exactly one'],
    [`${MINIMAL}, stateField: 'state'`, 'states: must be given with stateField; closedStates: must be given'],
    [`${MINIMAL}, seal: { field: 'f' }`, 'seal: needs stateField, states, closedStates'],
    [`${MINIMAL}, ${STATES.replace("['shut']", "['gone']")}`, 'closedStates.0: names none of the states'],
    [`${MINIMAL}, ${STATES}, approval: { gone: 1 }`, 'approval.gone: names none of the states'],
    [`${MINIMAL}, ${STATES}, approval: { open: -1 }`, 'approval.open: must be a whole number from 0'],
    [`${MINIMAL}, ${STATES}, reviews: { field: 'r', decider: 'd', ratified: 'x' }`, 'reviews.ratified: names none'],
    [`${MINIMAL}, ${STATES}, reviews: { field: 'r' }`, 'reviews.decider: is required'],
    [`${MINIMAL}, ${STATES}, supersedes: { field: 's', kee: 'd' }`, 'supersedes.kee: is no known key'],
    [`${MINIMAL}, ${STATES}, work: { open: 'open', done: 'x' }`, 'work.done: names none'],
    [
      `${MINIMAL}, ${STATES}, work: { open: 'open', done: 'shut', acceptance: { field: 'a', implementer: 'i' } }`,
      'needs pins',
    ],
    [
      `${MINIMAL}, ${STATES}, seal: { field: 'a' }, session: { verdicts: 'v', seal: 'b', subjects: { kind: 'k' } }`,
      'seal.field',
    ],
    [
      `${MINIMAL}, ${STATES}, session: { verdicts: 'v', seal: 'b', subjects: {} }`,
      'session.subjects: must name a kind',
    ],
    [
      `${MINIMAL}, ${STATES}, answers: { points: 'p' }`,
      'answers: needs the format markdown-front-matter; answers: needs the stateField'.slice(0, 44),
    ],
    [`${MINIMAL}, spec: 'yes'`, 'spec: must be true or false'],
    [`${MINIMAL}, states: []`, 'states: must hold at least 1'],
    [`${MINIMAL.replace('[.]md$', '(')}`, 'location.match: the pattern'],
    [`${MINIMAL.replace('[.]md$', '(?=a)')}`, 'location.match: the pattern'],
  ])('%s', (body, expected) => expect(message(body)).toContain(expected))
  test('a kind of sessions, of work and of answers is taken whole', () => {
    const answers =
      "stateField: 'state', states: ['escalated', 'proposed', 'answered'], closedStates: ['answered'], answers: { points: 'p' }"
    const text = MINIMAL.replace("'json'", "'markdown-front-matter'")
    expect(kindOf(`${text}, ${answers}`)).toMatchObject({ ok: true, value: { other: { answers: true, work: false } } })
    const session =
      "seal: { field: 'b' }, session: { verdicts: 'v', seal: 'b', subjects: { kinds: ['k'] }, closedOn: 'c' }"
    expect(kindOf(`${MINIMAL}, ${STATES}, ${session}`)).toMatchObject({
      value: { seal: 'b', other: { session: true } },
    })
    const work =
      "pins: { field: 'p' }, work: { open: 'open', done: 'shut', needs: 'n', acceptance: { field: 'a', implementer: 'i' } }"
    expect(kindOf(`${MINIMAL}, ${STATES}, ${work}`)).toMatchObject({
      ok: true,
      value: { pins: 'p', other: { work: true } },
    })
  })
  test('answers say all that they need', () => {
    expect(
      message(`${MINIMAL.replace("idField: 'id'", "idFrom: 'sha256'")}, ${STATES}, answers: { points: 'p' }`),
    ).toBe(
      [
        'answers: needs the format markdown-front-matter',
        'answers: needs the idField id',
        'answers: needs the state escalated',
        'answers: needs the state proposed',
        'answers: needs the state answered',
        'answers: needs the closed state answered',
      ].join('; '),
    )
  })
  test.each([
    [`${MINIMAL}, ${STATES}, approval: 7`, 'approval: must be an object'],
    [`${MINIMAL}, ${STATES.replace("'shut']", "'shut', 7]")}`, 'states.2: must be a non-empty text'],
    [
      `${MINIMAL}, stateField: 'state', states: 7, closedStates: 'x'`,
      'states: must be a list; closedStates: must be a list',
    ],
    [`${MINIMAL}, reviews: 'r'`, 'reviews: must be an object'],
    [`${MINIMAL}, reviews: { field: 'r', decider: 'd', ratified: 'x' }`, 'reviews.ratified: names none of the states'],
    [`${MINIMAL.replace("match: '[.]md$'", 'match: -1')}`, 'location.match: must be a non-empty text'],
  ])('%s', (body, expected) => expect(message(body)).toBe(expected))
  test('no object at all', () => {
    expect(parseRecordKind('export const recordKind = 7', FILE)).toMatchObject({ ok: false })
  })
})
