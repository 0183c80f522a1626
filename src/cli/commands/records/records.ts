import type { Command } from '../../define-command.ts'
import { recordsAmendCommand } from './amend.ts'
import { recordsNewCommand } from './new.ts'
import { recordsPinCommand } from './pin.ts'
import { recordsReviewCommand } from './review.ts'

/** The verbs after `bylaw records`, in the order of the help. */
export const recordsCommands: readonly Command[] = [
  recordsNewCommand,
  recordsAmendCommand,
  recordsReviewCommand,
  recordsPinCommand,
]
