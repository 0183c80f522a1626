/** Beside the kind file, which goes by `decision.kind.mjs`. */
export const DECISION_SCHEMA_FILE = 'decision.schema.json'
export const DECISION_SCHEMA_ID = 'urn:intentius:chant:decision:1'

/**
 * The decision kind as a file (records.md 2): the same object as chant's, so that either tool reads the other's records.
 * Whoever changes the schema must give it another id and another name, as readers go by both.
 */
export const DECISION_KIND_TEXT = `// The decision record kind. It is read as data and never run: literals only.
// Copy it together with ${DECISION_SCHEMA_FILE}; only comments may differ.
export const recordKind = {
  name: 'decision',
  location: { dir: '.', match: '^[a-z][a-z0-9]{0,15}-[0-9]{3,}-.+\\\\.md$' },
  format: 'markdown-front-matter',
  schema: { id: '${DECISION_SCHEMA_ID}', path: '${DECISION_SCHEMA_FILE}' },
  idField: 'id',
  stateField: 'state',
  states: ['proposed', 'decided', 'ratified', 'superseded', 'withdrawn'],
  closedStates: ['ratified', 'superseded'],
  seal: { field: 'closed_digest' },
  spec: true,
  supersedes: { field: 'supersedes', key: 'decision' },
  remediates: { field: 'remediates', key: 'decision' },
  approval: { proposed: 0, withdrawn: 0, decided: 1, ratified: 2, superseded: 2 },
  pins: { field: 'evidence' },
  constrains: { field: 'constrains' },
  outOfScope: { field: 'out_of_scope' },
  reviews: { field: 'reviews', decider: 'decided_by', ratified: 'ratified' },
  proposedBy: { field: 'proposed_by' },
  source: { field: 'source' },
}
`
