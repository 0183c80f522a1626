import { type JsonDocument, parseJson } from '../codec/json.ts'
import { utf8Length } from '../codec/utf8-length.ts'
import type { Fault, Parsed } from '../fault.ts'
import { checkFaults, type DecisionFileOptions } from './check-faults.ts'
import type { Decision, DecisionFaultCode, LogFile } from './decision.ts'
import { readDecisionShape } from './decision-shape.ts'
import type { PointedFault } from './issue-faults.ts'

export type { DecisionFileOptions } from './check-faults.ts'

/** A decision file over this is refused by name. */
export const FILE_BYTES_MAX = 1_048_576

/**
 * From one file's text to a decision, or every fault in it at once, each with file, pointer and line. Versions 1 and 2
 * are read; keys starting with `x-` are allowed in every object and left to their owners.
 */
export function parseDecisionFile(
  file: LogFile,
  options: DecisionFileOptions = {},
): Parsed<Decision, DecisionFaultCode> {
  const bytes = utf8Length(file.text)
  if (bytes > FILE_BYTES_MAX) {
    const message = `${file.name} has ${bytes} bytes, more than ${FILE_BYTES_MAX}`
    return { ok: false, faults: [{ code: 'too-large', message, at: { file: file.name } }] }
  }
  const json = parseJson(file.text, { file: file.name })
  if (!json.ok) return json
  const shape = readDecisionShape(json.value.value)
  const faults = shape.ok ? checkFaults(shape.value, options) : shape.faults
  if (shape.ok && faults.length === 0) return { ok: true, value: { ...shape.value, file: file.name } }
  const placed = faults.map((fault) => placeFault(fault, file.name, json.value))
  return { ok: false, faults: placed.sort((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0)) }
}

/** What is missing has no line of its own: it takes the one of the object that should hold it. */
function placeFault(fault: PointedFault, file: string, document: JsonDocument): Fault<DecisionFaultCode> {
  const { pointer, ...rest } = fault
  let above = pointer
  while (above !== '' && document.place(above) === null) above = above.slice(0, above.lastIndexOf('/'))
  const line = document.place(above)?.line
  return { ...rest, at: { file, pointer, ...(line === undefined ? {} : { line }) } }
}
