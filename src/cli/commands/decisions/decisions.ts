import type { Command } from '../../define-command.ts'
import { acceptCommand } from './accept.ts'
import { addCommand } from './add.ts'
import { initCommand } from './init.ts'
import { listCommand } from './list.ts'
import { restoreCommand } from './restore.ts'
import { retireCommand } from './retire.ts'
import { reviseCommand } from './revise.ts'
import { showCommand } from './show.ts'

/** The verbs after `bylaw decisions`, in the order of the help. */
export const decisionsCommands: readonly Command[] = [
  listCommand,
  showCommand,
  initCommand,
  addCommand,
  reviseCommand,
  retireCommand,
  restoreCommand,
  acceptCommand,
]
