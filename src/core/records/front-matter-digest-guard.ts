import { blockLines, isKeyLine } from './front-matter-lines.ts'
import { FIELDS_AT } from './front-matter-split.ts'
import type { RecordCause, RecordCore, RecordTextFault } from './record-text-types.ts'

type Options = {
  readonly digestFields: readonly string[]
  report(cause: RecordCause, message: string, offset: number, hint: string, pointer: string): RecordTextFault
}

/**
 * The faults by which the digest, which goes by lines, and the parser, which goes by YAML, would read different
 * fields: a digest field without its one key line, a key line that is no field, and a field within the lines that the
 * digest leaves out (a key that starts with a dash).
 */
export function digestFieldFaults(
  fields: string,
  core: RecordCore,
  places: ReadonlyMap<string, number>,
  options: Options,
): readonly RecordTextFault[] {
  const { digestFields, report } = options
  if (digestFields.length === 0) return []
  const lines = fields.split('\n')
  const faults: RecordTextFault[] = []
  for (const field of digestFields) {
    const found = lines.filter((line) => isKeyLine(line, field)).length
    if (found === (Object.hasOwn(core, field) ? 1 : 0)) continue
    const message = `/${field}: the field ${field} must stand once as a line of its own at column 0; such lines: ${found}`
    const hint = `the review digest leaves out the lines of ${field}: write it as "${field}: ..." at column 0, once`
    faults.push(report('digest-field', message, offsetOf(lines, field) + FIELDS_AT, hint, `/${field}`))
  }
  return faults.length > 0 ? faults : hiddenFields(lines, core, places, options)
}

function hiddenFields(
  lines: readonly string[],
  core: RecordCore,
  places: ReadonlyMap<string, number>,
  { digestFields, report }: Options,
): readonly RecordTextFault[] {
  const faults: RecordTextFault[] = []
  const left = blockLines(lines, digestFields)
  let offset = 0
  lines.forEach((line, index) => {
    if (left[index] && line[0] === '-') {
      for (const field of Object.keys(core)) {
        if (places.get(`/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`) !== offset) continue
        const message = `the field ${field} starts with a dash, so the review digest takes it for a part of the field above`
        faults.push(report('digest-field', message, offset + FIELDS_AT, 'put the key in double quotes', `/${field}`))
      }
    }
    offset += line.length + 1
  })
  return faults
}

function offsetOf(lines: readonly string[], field: string): number {
  const found = lines.map((line) => isKeyLine(line, field))
  const index = Math.max(0, found.lastIndexOf(true))
  return lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0)
}
