import { isJsonObject, parseJson } from '../codec/json.ts'
import type { LogFile } from './decision.ts'
import type { DecisionLog } from './decision-log.ts'

const ID_NAME = /^([A-Z][A-Z0-9]{0,15}-[0-9]{3,})\.json$/i
const ID_FIELD = /"id"\s*:\s*"([A-Z][A-Z0-9]{0,15}-[0-9]{3,})"/i

/**
 * The id that an invalid file means to hold: its field, else the first thing in the text that looks like one, else its
 * name. In the letter case found. A guess, good for naming clashes and for never handing the id out again.
 */
export function claimedId(file: LogFile): string | null {
  const parsed = parseJson(file.text, { file: file.name, numbers: 'rounded' })
  const field = parsed.ok && isJsonObject(parsed.value.value) ? parsed.value.value['id'] : undefined
  if (typeof field === 'string') return field
  return ID_FIELD.exec(file.text)?.[1] ?? ID_NAME.exec(file.name)?.[1] ?? null
}

/** Every id that is taken in a log, those of invalid files and of their names too. */
export function takenIds(log: Pick<DecisionLog, 'decisions' | 'invalid'>): readonly string[] {
  const guessed = log.invalid.flatMap(({ id, file }) => [id, ID_NAME.exec(file)?.[1] ?? null])
  return [...log.decisions.map(({ id }) => id), ...guessed.flatMap((id) => (id === null ? [] : [id.toUpperCase()]))]
}
