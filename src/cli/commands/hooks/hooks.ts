import type { Command } from '../../define-command.ts'
import { doctorCommand } from './doctor.ts'
import { installCommand } from './install.ts'
import { removeCommand } from './remove.ts'
import { statusCommand } from './status.ts'

export const hooksCommands: readonly Command[] = [installCommand, removeCommand, statusCommand, doctorCommand]
