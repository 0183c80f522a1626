import type { Command } from '../../define-command.ts'
import { attestCreateCommand } from './create.ts'
import { attestExportCommand } from './export.ts'
import { attestVerifyCommand } from './verify.ts'

/** The verbs after `bylaw attest`, in the order of the help. */
export const attestCommands: readonly Command[] = [attestCreateCommand, attestVerifyCommand, attestExportCommand]
