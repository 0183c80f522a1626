import type { HarnessRegistration } from '../core/registration/registration.ts'
import { claudeCodeRegistration } from './claude-code/registration.ts'
import { codexRegistration } from './codex/registration.ts'
import { opencodeRegistration } from './opencode/registration.ts'

/** How each harness is told to run us. Not part of the clean hook path. */
export const REGISTRATIONS: readonly HarnessRegistration[] = [
  claudeCodeRegistration,
  codexRegistration,
  opencodeRegistration,
]
