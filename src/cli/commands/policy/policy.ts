import type { Command } from '../../define-command.ts'
import { policyCheckCommand } from './check.ts'
import { policyExplainCommand } from './explain.ts'

/** The verbs after `bylaw policy`, in the order of the help. */
export const policyCommands: readonly Command[] = [policyCheckCommand, policyExplainCommand]
