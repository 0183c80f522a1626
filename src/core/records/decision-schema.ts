import type { JsonValue } from '../codec/json-value.ts'
import { DECISION_SCHEMA_ID } from './decision-kind.ts'
import { PINNED_PATH } from './pinned-path.ts'

// Two tables of patterns and fields, longer than code should be: the fields stand in the order in which a new record
// writes them, and a reader compares them with records.md 5 line by line.
const MEMBER = '[a-z0-9][a-z0-9-]{0,39}'
const ID = '[a-z][a-z0-9]{0,15}-[0-9]{3,}'
const ISSUE = '[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+#[0-9]+'

const text: JsonValue = { type: 'string', minLength: 1 }
const textOrNull: JsonValue = { type: ['string', 'null'] }
const decisionId: JsonValue = { type: 'string', pattern: `^${ID}$` }
const issue: JsonValue = { type: 'string', pattern: `^${ISSUE}$` }
const day: JsonValue = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }
const hex64: JsonValue = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const option: JsonValue = { type: 'string', pattern: '^[a-z]$' }
const workspacePath: JsonValue = { type: 'string', pattern: `^${PINNED_PATH}$` }
const https: JsonValue = { type: 'string', pattern: '^https://' }
const count: JsonValue = { type: 'integer', minimum: 0 }

type Fields = Readonly<Record<string, JsonValue>>

/** An object that takes no other fields; those named in `required` must be there. */
function closed(required: readonly string[], properties: Fields, rest: Fields = {}): JsonValue {
  return { type: 'object', additionalProperties: false, required, properties, ...rest }
}

const client = closed(['name'], { name: text, version: text, title: text })
const session: JsonValue = {
  oneOf: [text, { type: 'null' }, closed([], { id: text, record: text }, { minProperties: 1 })],
}
const transcript: JsonValue = {
  oneOf: [
    closed(['path', 'sha256'], { path: text, sha256: hex64 }),
    closed(['uri', 'sha256'], { uri: text, sha256: hex64 }),
  ],
}
const via: JsonValue = { enum: ['cli', 'mcp', 'harvest'] }
const turns = closed(['from', 'to'], { from: count, to: count })
const sourceFields: Fields = { session, via, client, harness: text, model: text, turns, transcript }
const source: JsonValue = {
  oneOf: [
    closed(['issue', 'row'], { issue, row: text, revision: textOrNull, ...sourceFields }),
    closed(['kind', 'member'], {
      kind: { const: 'workspace' },
      member: { type: 'string', pattern: `^${MEMBER}$` },
      issue,
      ...sourceFields,
    }),
    closed(['via'], { issue, ...sourceFields }),
  ],
}

const seal = closed(['signer', 'key', 'signature'], {
  signer: text,
  key: { type: 'string', pattern: '^SHA256:[A-Za-z0-9+/]+=*$' },
  signature: { type: 'string', pattern: '^-----BEGIN SSH SIGNATURE-----\\n' },
})

const review = closed(
  ['reviewer', 'verdict', 'on'],
  {
    reviewer: text,
    verdict: { enum: ['agree', 'dissent', 'abstain'] },
    note: textOrNull,
    on: day,
    digest: hex64,
    session: text,
    seal,
    proposes: decisionId,
    addressed_by: { type: 'string', pattern: `^(?:${ID}|${ISSUE})$|^https://` },
    withdrawn_on: day,
  },
  {
    dependencies: { seal: ['digest'] },
    if: { properties: { verdict: { const: 'dissent' } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: {
      description: 'A dissent needs a reason: the dissent by {reviewer} has no note.',
      required: ['note'],
      properties: { note: { type: 'string', pattern: '\\S' } },
    },
    else: {
      description:
        'Only a dissent is a concern: the {verdict} by {reviewer} cannot carry addressed_by or withdrawn_on.',
      properties: { addressed_by: false, withdrawn_on: false },
    },
  },
)

const evidence: JsonValue = {
  oneOf: [
    closed(['title', 'url'], {
      title: text,
      url: https,
      as_of: textOrNull,
      sha256: { anyOf: [hex64, { type: 'null' }] },
    }),
    closed(['title', 'path', 'sha256'], { title: text, path: workspacePath, sha256: hex64, as_of: textOrNull }),
  ],
}

const whenDecided: JsonValue = {
  if: { properties: { state: { enum: ['decided', 'ratified', 'superseded'] } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: {
    properties: {
      area: { type: 'string' },
      question: text,
      choice: { type: 'object', properties: { reason: text } },
      rejected: { items: { properties: { why: text } } },
      options: { items: { properties: { how: text, tradeoff: text } } },
      decided_by: { type: 'string' },
      decided_on: { type: 'string' },
    },
  },
}
const whenUndecided: JsonValue = {
  if: { properties: { state: { enum: ['proposed', 'withdrawn'] } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { properties: { choice: { type: 'null' } } },
}

/** JSON Schema (draft-07) of a decision, by records.md 5. */
export const DECISION_SCHEMA: { readonly [key: string]: JsonValue } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: DECISION_SCHEMA_ID,
  title: 'Decision',
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x-': true },
  required: [
    'schema',
    'id',
    'title',
    'state',
    'area',
    'source',
    'question',
    'options',
    'choice',
    'rejected',
    'supersedes',
    'evidence',
    'decided_by',
    'decided_on',
    'reviews',
    'constrains',
  ],
  properties: {
    schema: { const: 1 },
    id: decisionId,
    title: text,
    state: { enum: ['proposed', 'decided', 'ratified', 'superseded', 'withdrawn'] },
    area: textOrNull,
    source,
    question: textOrNull,
    options: {
      type: 'array',
      minItems: 1,
      items: closed(['id', 'label', 'how', 'tradeoff'], {
        id: option,
        label: text,
        how: textOrNull,
        tradeoff: textOrNull,
        chosen_in: { type: 'string', pattern: '^v[0-9]+$' },
      }),
    },
    choice: { oneOf: [{ type: 'null' }, closed(['option', 'reason'], { option, reason: textOrNull })] },
    rejected: { type: 'array', items: closed(['option', 'why'], { option, why: textOrNull }) },
    supersedes: {
      type: 'array',
      items: {
        oneOf: [
          closed(['decision'], { decision: decisionId }),
          closed(['revision', 'option'], { revision: { type: 'string', pattern: '^v[0-9]+$' }, option }),
        ],
      },
    },
    remediates: { type: 'array', items: closed(['decision'], { decision: decisionId, reason: textOrNull }) },
    evidence: { type: 'array', items: evidence },
    decided_by: textOrNull,
    decided_on: { anyOf: [day, { type: 'null' }] },
    proposed_by: textOrNull,
    reviews: { type: 'array', items: review },
    constrains: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: `^(?:${ISSUE}|${ID}|member:${MEMBER}|path:${PINNED_PATH})$` },
    },
    out_of_scope: { type: 'array', uniqueItems: true, items: workspacePath },
    seal,
    closed_digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
  },
  allOf: [whenDecided, whenUndecided],
}

/** The text of the schema file. */
export const DECISION_SCHEMA_TEXT = `${JSON.stringify(DECISION_SCHEMA, null, 2)}\n`
