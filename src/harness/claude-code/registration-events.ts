/** Every lifecycle event that we register. */
export const REGISTERED_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PreSkillShellCommand',
  'PermissionRequest',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
  'ConfigChange',
] as const

/**
 * Events that stand before a call. A broken entry under one of them makes the harness drop the whole file, under any
 * other event it only skips that entry (seen in 2.1.332).
 */
export const GATE_EVENTS: readonly string[] = ['PreToolUse', 'PreSkillShellCommand', 'PermissionRequest']

/** Events at which `onFailure: "block"` counts: a hook that cannot run or runs too long denies the call. */
export const BLOCK_ON_FAILURE: readonly string[] = ['PreToolUse', 'PreSkillShellCommand']

/** The other events the harness knows. Anything under an unknown name is skipped by it. */
const OTHER_EVENTS: readonly string[] = [
  'Setup',
  'InstructionsLoaded',
  'UserPromptExpansion',
  'PermissionDenied',
  'StopFailure',
  'Notification',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'PreModelSwitch',
  'PostModelSwitch',
  'WorktreeCreate',
  'WorktreeRemove',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'Elicitation',
  'ElicitationResult',
  'MessageDisplay',
]

const KNOWN = new Set<string>([...REGISTERED_EVENTS, ...OTHER_EVENTS])

export function isKnownEvent(name: string): boolean {
  return KNOWN.has(name)
}
