/** Every lifecycle event that we register. `Interrupt` is left out: there is nothing to do in its three seconds. */
export const REGISTERED_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
] as const

const KNOWN = new Set<string>([...REGISTERED_EVENTS, 'Interrupt'])

/** What stands under an unknown name is passed over by the harness. */
export function isKnownEvent(name: string): boolean {
  return KNOWN.has(name)
}
