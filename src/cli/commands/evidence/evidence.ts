import type { Command } from '../../define-command.ts'
import { evidenceListCommand } from './list.ts'
import { evidenceMutateCommand } from './mutate.ts'
import { evidenceRunCommand } from './run.ts'
import { evidenceVerifyCommand } from './verify.ts'

/** The verbs after `bylaw evidence`, in the order of the help. */
export const evidenceCommands: readonly Command[] = [
  evidenceRunCommand,
  evidenceMutateCommand,
  evidenceVerifyCommand,
  evidenceListCommand,
]
