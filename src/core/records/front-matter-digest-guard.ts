import { blockLines, isKeyLine } from './front-matter-lines.ts'
import type { Place } from './front-matter-walk.ts'
import type { RecordCore } from './record-text-types.ts'

/** `offset` is that of the line to look at. */
export type DigestFieldFault = {
  readonly message: string
  readonly hint: string
  readonly offset: number
  readonly field: string
}

/**
 * The faults by which the digest, which goes by lines, and the parser, which goes by YAML, would read different
 * fields: a digest field without its one key line, a key line that is no field, and a field within the lines that the
 * digest leaves out (a key that starts with a dash).
 */
export function digestFieldFaults(
  fields: string,
  core: RecordCore,
  top: Place,
  digestFields: readonly string[],
): readonly DigestFieldFault[] {
  if (digestFields.length === 0) return []
  const lines = fields.split('\n')
  const faults: DigestFieldFault[] = []
  for (const field of digestFields) {
    const found = lines.flatMap((line, index) => (isKeyLine(line, field) ? [index] : []))
    if (found.length === (Object.hasOwn(core, field) ? 1 : 0)) continue
    const message = `the field ${field} must stand once as a line of its own at column 0; such lines: ${found.length}`
    const hint = `the review digest leaves out the lines of ${field}: write it as "${field}: ..." at column 0, once`
    faults.push({ message, hint, offset: offsetOf(lines, found.at(-1) ?? 0), field })
  }
  return faults.length > 0 ? faults : hiddenFields(lines, top, digestFields)
}

function hiddenFields(
  lines: readonly string[],
  top: Place,
  digestFields: readonly string[],
): readonly DigestFieldFault[] {
  const left = blockLines(lines, digestFields)
  if (!lines.some((line, index) => left[index] && line[0] === '-')) return []
  const keys = new Map([...top.inside].map(([field, { at }]) => [at, field]))
  const faults: DigestFieldFault[] = []
  let offset = 0
  lines.forEach((line, index) => {
    const field = left[index] && line[0] === '-' ? keys.get(offset) : undefined
    if (field !== undefined) {
      const message = 'a field that starts with a dash would pass for a part of the digest field above it'
      faults.push({ message, hint: 'put the key in double quotes', offset, field })
    }
    offset += line.length + 1
  })
  return faults
}

function offsetOf(lines: readonly string[], index: number): number {
  return lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0)
}
