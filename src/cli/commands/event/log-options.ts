import { option } from '../../options.ts'

/** Which piece of work is meant. */
export const workOption = {
  work: option.text('ID', 'the log of this piece of work, .hpp/work/ID/events.jsonl'),
} as const

/** Which log is meant, and by which loop it is read. */
export const logOptions = {
  ...workOption,
  manifest: option.text('FILE', 'the loop of this manifest instead of hpp.manifest.json here or above'),
} as const
