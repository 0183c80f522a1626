import type { Command } from '../../define-command.ts'
import { eventAppendCommand } from './append.ts'
import { eventRepairCommand } from './repair.ts'
import { eventVerifyCommand } from './verify.ts'

/** The verbs after `bylaw event`, in the order of the help. */
export const eventCommands: readonly Command[] = [eventAppendCommand, eventVerifyCommand, eventRepairCommand]
