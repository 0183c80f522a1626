import type { Command } from '../../define-command.ts'
import { recordsAmendCommand } from './amend.ts'
import { recordsInitCommand } from './init.ts'
import { recordsListCommand } from './list.ts'
import { recordsNewCommand } from './new.ts'
import { recordsPinCommand } from './pin.ts'
import { recordsReviewCommand } from './review.ts'

/** `bylaw records` and the verbs after it, in the order of the help. */
export const recordsCommands: readonly Command[] = [
  recordsListCommand,
  recordsInitCommand,
  recordsNewCommand,
  recordsAmendCommand,
  recordsReviewCommand,
  recordsPinCommand,
]
