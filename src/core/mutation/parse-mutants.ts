import { isTokenObject, NumberToken, parseTokenJson, type TokenObject, type TokenValue } from '../codec/token-json.ts'
import { isInsideText, plainPath } from '../evidence/workspace-path.ts'
import type { Fault, Parsed } from '../fault.ts'
import { isLeftOutPath } from './left-out.ts'
import type { Mutant, MutantPlace } from './mutant.ts'

export const MUTANTS_SCHEMA = 'hpp.mutants/v1'

export type MutantFaultCode = 'mutation/not-json' | 'mutation/bad-shape' | 'mutation/bad-mutant'

/** Reads a file of declared mutants with every fault at once. Whether the files are there is not asked here. */
export function parseMutants(text: string, file: string): Parsed<readonly Mutant[], MutantFaultCode> {
  const parsed = parseTokenJson(text, { file })
  if (!parsed.ok) {
    const message = `the mutants file is not JSON: ${parsed.faults[0]?.message}`
    return { ok: false, faults: [{ code: 'mutation/not-json', message, at: { file } }] }
  }
  const { value } = parsed
  if (!isTokenObject(value)) return wrongShape('the mutants file must be an object', file)
  if (value['schema'] !== MUTANTS_SCHEMA) return wrongShape(`the schema of mutants must be ${MUTANTS_SCHEMA}`, file)
  if (!Array.isArray(value['mutants'])) return wrongShape('mutants must be a list', file)
  return parseMutantList(value['mutants'] as readonly TokenValue[], file)
}

function wrongShape(message: string, file: string): Parsed<never, MutantFaultCode> {
  return { ok: false, faults: [{ code: 'mutation/bad-shape', message, at: { file } }] }
}

function parseMutantList(list: readonly TokenValue[], file: string): Parsed<readonly Mutant[], MutantFaultCode> {
  const faults: Fault<MutantFaultCode>[] = []
  const mutants = list.map((value, at) => {
    const place = { file, pointer: `/mutants/${at}` }
    const messages = isTokenObject(value) ? faultsOf(value) : ['a mutant must be an object']
    faults.push(...messages.map((message) => ({ code: 'mutation/bad-mutant' as const, message, at: place })))
    return messages.length === 0 && isTokenObject(value) ? mutantFrom(value) : null
  })
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, value: mutants.filter((mutant) => mutant !== null) }
}

function faultsOf(value: TokenObject): readonly string[] {
  const { id, find, replace, file } = value
  if (!isText(id) || id === '') return ['a mutant needs an id']
  const faults: string[] = []
  if (!isText(find) || find === '') faults.push(`${id}: find must be non-empty text`)
  if (!isText(replace)) faults.push(`${id}: replace must be text`)
  if (isText(find) && find === replace) faults.push(`${id}: it changes nothing`)
  if (placeOf(value) === null) faults.push(`${id}: ${numbersText(value)}`)
  const bad = isText(file) ? pathFault(file) : 'file must be a path inside the workspace'
  if (bad !== null) faults.push(`${id}: ${bad}`)
  return faults
}

/** Why no file of this path can be mutated, by its text alone; null where there is no reason. */
export function pathFault(path: string): string | null {
  if (!isInsideText(path)) return `${path} must lie inside the workspace`
  return isLeftOutPath(path) ? `${path} is left out of the copy` : null
}

/** Half of a surrogate pair is no text that a file could hold. */
function isText(value: TokenValue | undefined): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value)
}

function numbersText({ line, column }: TokenObject): string {
  return line === undefined && column === undefined
    ? 'occurrence must be a whole number from 1'
    : 'line (from 1) and column (from 0) must both be whole numbers'
}

function placeOf({ occurrence, line, column }: TokenObject): MutantPlace | null {
  if (line === undefined && column === undefined) {
    const count = occurrence === undefined ? 1 : wholeFrom(1, occurrence)
    return count === null ? null : { kind: 'occurrence', occurrence: count }
  }
  const at = { line: wholeFrom(1, line), column: wholeFrom(0, column) }
  if (at.line === null || at.column === null) return null
  return { kind: 'position', line: at.line, column: at.column }
}

function wholeFrom(least: number, value: TokenValue | undefined): number | null {
  if (!(value instanceof NumberToken) || !value.isWhole) return null
  return Number.isSafeInteger(value.value) && value.value >= least ? value.value : null
}

/** Only for a value without faults: the casts repeat what `faultsOf` found. */
function mutantFrom(value: TokenObject): Mutant {
  const { id, file, find, replace } = value as { readonly [key: string]: string }
  return {
    id: id as string,
    file: plainPath(file as string),
    find: find as string,
    replace: replace as string,
    place: placeOf(value) as MutantPlace,
  }
}

/** What is wrong with all mutants together; null where nothing is. */
export function faultOfMutants(mutants: readonly Mutant[]): Fault<'mutation/no-mutant' | 'mutation/twice'> | null {
  if (mutants.length === 0) return { code: 'mutation/no-mutant', message: 'there must be at least one mutant' }
  const seen = new Set<string>()
  for (const { id } of mutants) {
    if (seen.has(id)) return { code: 'mutation/twice', message: `the ids of mutants must be unique: ${id}` }
    seen.add(id)
  }
  return null
}
