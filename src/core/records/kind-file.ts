import {
  anything,
  countFromZero,
  listOf,
  mapOf,
  matching,
  nonEmptyText,
  objectOf,
  oneOf,
  type Shape,
  shapeOf,
  trueOrFalse,
} from './data-shape.ts'

type Field = { readonly field: string }
type SchemaRef = { readonly id: string; readonly path: string }

/** A kind file as it is written, once `kindFile` and the rules found nothing (records.md 2). */
export type KindFile = {
  readonly name: string
  readonly location: { readonly dir: string; readonly match: string }
  readonly format: 'markdown-front-matter' | 'json'
  readonly schema: SchemaRef & { readonly refs?: readonly SchemaRef[] }
  readonly idField?: string
  readonly idFrom?: 'sha256'
  readonly stateField?: string
  readonly states?: readonly string[]
  readonly closedStates?: readonly string[]
  readonly supersedes?: Field & { readonly key?: string }
  readonly remediates?: Field & { readonly key?: string }
  readonly approval?: Readonly<Record<string, number>>
  readonly pins?: Field
  readonly constrains?: Field
  readonly outOfScope?: Field
  readonly reviews?: Field & { readonly decider: string; readonly ratified?: string }
  readonly proposedBy?: Field
  readonly source?: Field
  readonly seal?: Field
  readonly spec?: boolean
  readonly session?: { readonly seal: string }
  readonly work?: Readonly<Record<string, unknown>>
  readonly answers?: Readonly<Record<string, unknown>>
}

const field = objectOf({ required: { field: nonEmptyText } })
const keyedField = objectOf({ required: { field: nonEmptyText }, optional: { key: nonEmptyText } })
const texts = listOf(nonEmptyText)
const schemaRef = objectOf({ required: { id: nonEmptyText, path: nonEmptyText } })
const subjects = both(
  objectOf({ optional: { kind: nonEmptyText, kinds: listOf(nonEmptyText, 1) } }),
  shapeOf((value) => JSON.stringify(value) !== '{}', 'must name a kind'),
)

/** The shape of a kind file, every key known. What ties keys together is in `kindRules`. */
export const kindFile: Shape = objectOf({
  required: {
    name: matching(/^[a-z][a-z0-9-]*$/),
    location: objectOf({ required: { dir: nonEmptyText, match: nonEmptyText } }),
    format: oneOf('markdown-front-matter', 'json'),
    schema: objectOf({ required: { id: nonEmptyText, path: nonEmptyText }, optional: { refs: listOf(schemaRef) } }),
  },
  optional: {
    idField: nonEmptyText,
    idFrom: oneOf('sha256'),
    stateField: nonEmptyText,
    states: listOf(nonEmptyText, 1),
    closedStates: texts,
    supersedes: keyedField,
    remediates: keyedField,
    approval: mapOf(/^/, countFromZero),
    pins: field,
    constrains: field,
    outOfScope: field,
    reviews: objectOf({
      required: { field: nonEmptyText, decider: nonEmptyText },
      optional: { ratified: nonEmptyText },
    }),
    proposedBy: field,
    source: field,
    seal: field,
    spec: trueOrFalse,
    session: objectOf({
      required: { verdicts: nonEmptyText, seal: nonEmptyText, subjects },
      optional: { openedRev: nonEmptyText, closedRev: nonEmptyText, closedOn: nonEmptyText },
    }),
    work: objectOf({
      required: { open: nonEmptyText, done: nonEmptyText },
      optional: {
        // Kept as they are: nothing here reads them, and their shapes are not written down.
        needs: anything,
        implements: anything,
        decisions: anything,
        closedOn: anything,
        tier: anything,
        contract: anything,
        acceptance: objectOf({ required: { field: nonEmptyText, implementer: nonEmptyText } }),
      },
    }),
    answers: objectOf({ required: { points: anything } }),
  },
})

function both(first: Shape, second: Shape): Shape {
  return (value, path) => {
    const found = first(value, path)
    return found.length > 0 ? found : second(value, path)
  }
}
