import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { DataPath, ShapeIssue } from './data-shape.ts'

type KindObject = { readonly [key: string]: JsonValue }

const STATE_KEYS = ['stateField', 'states', 'closedStates']
const NEED_STATES = ['supersedes', 'remediates', 'approval', 'proposedBy', 'seal', 'session', 'work', 'answers']
const NO_STATE = 'names none of the states'

/**
 * What ties the keys of a kind file together (records.md 2). `found` is what the shape says already: a rule is silent
 * where one of its keys is wrong by itself.
 */
export function kindRules(kind: KindObject, found: readonly ShapeIssue[]): readonly ShapeIssue[] {
  const wrong = new Set(found.map(({ path }) => path[0]))
  const issues = [...idRules(kind), ...stateRules(kind), ...stateNames(kind), ...sealRules(kind), ...otherRules(kind)]
  return issues.filter(({ path }) => !wrong.has(path[0]))
}

function idRules(kind: KindObject): readonly ShapeIssue[] {
  const given = ['idField', 'idFrom'].filter((key) => key in kind).length
  return given === 1 ? [] : [{ path: ['idField'], why: 'exactly one of idField and idFrom must be given' }]
}

function stateRules(kind: KindObject): readonly ShapeIssue[] {
  const given = STATE_KEYS.filter((key) => key in kind)
  if (given.length === 0)
    return NEED_STATES.filter((key) => key in kind).map((key) => needs(key, STATE_KEYS.join(', ')))
  return STATE_KEYS.filter((key) => !given.includes(key)).map((key) => ({
    path: [key],
    why: `must be given with ${given.join(' and ')}`,
  }))
}

/** Every place that names a state, against the list of states. */
function stateNames(kind: KindObject): readonly ShapeIssue[] {
  const states = kind['states']
  const closed = kind['closedStates']
  const named: (readonly [DataPath, JsonValue | undefined])[] = [
    ...(isJsonList(closed) ? closed.map((state, at) => [['closedStates', at], state] as const) : []),
    ...Object.keys(objectAt(kind, 'approval')).map((state) => [['approval', state], state] as const),
    [['reviews', 'ratified'], objectAt(kind, 'reviews')['ratified']],
    [['work', 'open'], objectAt(kind, 'work')['open']],
    [['work', 'done'], objectAt(kind, 'work')['done']],
  ]
  const known = isJsonList(states) ? states : []
  return named
    .filter(([, state]) => typeof state === 'string' && !known.includes(state))
    .map(([path]) => ({ path, why: NO_STATE }))
}

function sealRules(kind: KindObject): readonly ShapeIssue[] {
  if (!('seal' in kind) || !('session' in kind)) return []
  if (objectAt(kind, 'seal')['field'] === objectAt(kind, 'session')['seal']) return []
  return [{ path: ['seal', 'field'], why: 'must name the same field as session.seal' }]
}

function otherRules(kind: KindObject): readonly ShapeIssue[] {
  const issues: ShapeIssue[] = []
  if ('acceptance' in objectAt(kind, 'work') && !('pins' in kind))
    issues.push({ path: ['work', 'acceptance'], why: 'needs pins' })
  if (!('answers' in kind)) return issues
  if (kind['format'] !== 'markdown-front-matter') issues.push(needs('answers', 'the format markdown-front-matter'))
  if (kind['idField'] !== 'id') issues.push(needs('answers', 'the idField id'))
  if (kind['stateField'] !== 'state') issues.push(needs('answers', 'the stateField state'))
  for (const state of ['escalated', 'proposed', 'answered']) {
    if (!holds(kind['states'], state)) issues.push(needs('answers', `the state ${state}`))
  }
  if (!holds(kind['closedStates'], 'answered')) issues.push(needs('answers', 'the closed state answered'))
  return issues
}

function needs(key: string, what: string): ShapeIssue {
  return { path: [key], why: `needs ${what}` }
}

function holds(list: JsonValue | undefined, value: string): boolean {
  return isJsonList(list) && list.includes(value)
}

function objectAt(kind: KindObject, key: string): KindObject {
  const value = kind[key]
  return isJsonObject(value) ? value : {}
}
