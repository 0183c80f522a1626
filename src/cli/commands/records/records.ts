import type { Command } from '../../define-command.ts'
import { recordsInitCommand } from './init.ts'
import { recordsListCommand } from './list.ts'

/** `bylaw records` and the verbs after it, in the order of the help. */
export const recordsCommands: readonly Command[] = [recordsListCommand, recordsInitCommand]
