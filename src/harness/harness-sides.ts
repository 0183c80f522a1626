import type { HarnessSide } from '../core/registration/harness-care.ts'
import { claudeCodeRegistration } from './claude-code/registration.ts'
import { claudeCodeCare } from './claude-code/registration-care.ts'
import { codexRegistration } from './codex/registration.ts'
import { codexCare } from './codex/registration-care.ts'
import { opencodeRegistration } from './opencode/registration.ts'
import { opencodeCare } from './opencode/registration-care.ts'

/** Registration and care of each harness, for the commands. */
export const HARNESS_SIDES: readonly HarnessSide[] = [
  { registration: claudeCodeRegistration, care: claudeCodeCare },
  { registration: codexRegistration, care: codexCare },
  { registration: opencodeRegistration, care: opencodeCare },
]
