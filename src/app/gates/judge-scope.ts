import { parseJson } from '../../core/codec/json.ts'
import { isJsonList, isJsonObject } from '../../core/codec/json-value.ts'
import { dataText, type GateAnswer, type GateQuestion, type GateReach, OPEN, shut } from './gate-question.ts'

/** `scope`: the event names a unit of work, or the work itself does, and the spec file has it. */
export async function judgeScope(world: GateReach, { gates, event, work }: GateQuestion): Promise<GateAnswer> {
  const spec = gates.scope?.spec ?? ''
  const run = `bylaw event append --type ${event.type} --data '{"unit":"ID"}'`
  const unit = dataText(event, 'unit') ?? work
  if (unit === null) return shut('the event names no unit of work', run)
  const units = await readUnits(world, spec)
  if (typeof units === 'string') return shut(units, run)
  return units.includes(unit) ? OPEN : shut(`no unit ${unit} in ${spec}`, run)
}

/** The ids of a work graph's units (protocol-b 7.1), or why they cannot be had. */
async function readUnits({ cwd, files }: GateReach, spec: string): Promise<readonly string[] | string> {
  const path = spec.startsWith('/') ? spec : `${cwd}/${spec}`
  const text = (await files.kindOf(path)) === 'file' ? await files.readText(path) : null
  if (text === null) return `there is no spec ${spec}`
  const parsed = parseJson(text, { file: spec, numbers: 'rounded' })
  const work = parsed.ok && isJsonObject(parsed.value.value) ? parsed.value.value['work'] : undefined
  if (!isJsonList(work)) return `${spec} is no work graph: it needs a list work`
  return work.flatMap((unit) => (isJsonObject(unit) && typeof unit['id'] === 'string' ? [unit['id']] : []))
}
