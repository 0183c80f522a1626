import { eachFieldLine, keyLineOf } from './front-matter-lines.ts'
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
    const isKeyLine = keyLineOf(field)
    const found = lines.flatMap((line, index) => (isKeyLine(line) ? [index] : []))
    if (found.length === (Object.hasOwn(core, field) ? 1 : 0)) continue
    const message = `the field ${field} must stand once as a line of its own at column 0; such lines: ${found.length}`
    const hint = `the review digest leaves out the lines of ${field}: write it as "${field}: ..." at column 0, once`
    faults.push({ message, hint, offset: offsetOf(lines, found.at(-1) ?? 0), field })
  }
  return faults.length > 0 ? faults : hiddenFields(fields, top, digestFields)
}

function hiddenFields(fields: string, top: Place, digestFields: readonly string[]): readonly DigestFieldFault[] {
  const keys = new Map([...top.inside].map(([field, { at }]) => [at, field]))
  const faults: DigestFieldFault[] = []
  eachFieldLine(fields, [0, fields.length], digestFields, ({ at, inBlock }) => {
    const field = inBlock && fields[at] === '-' ? keys.get(at) : undefined
    if (field === undefined) return
    const message = 'a field that starts with a dash would pass for a part of the digest field above it'
    faults.push({ message, hint: 'put the key in double quotes', offset: at, field })
  })
  return faults
}

function offsetOf(lines: readonly string[], index: number): number {
  return lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0)
}
