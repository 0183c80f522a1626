import { option } from '../../options.ts'
import { UsageMistake } from '../../trouble.ts'

/** What every command that runs a criterion takes. */
export const criterionOptions = {
  id: option.requiredText('NAME', 'a plain name for the criterion, such as unit'),
  timeout: option.text('SECONDS', 'how long it may take, 600 by default, at most 86400'),
  out: option.text('FOLDER', 'where records are kept, .hpp/evidence by default'),
} as const

const TIMEOUT_S = 600

/** What is no number is a mistake of typing; one that cannot be a timeout is refused by the command itself. */
export function secondsOf(text: string | null, name = '--timeout'): number {
  if (text === null) return TIMEOUT_S
  if (/^[+-]?(?:nan|inf|infinity)$/i.test(text)) return Number.NaN
  if (/^[+-]?(?:\d+[.]?\d*|[.]\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text)
  throw new UsageMistake(`${name} is a number of seconds, not ${text}`, 'bylaw evidence run --help')
}
