/** Seconds after which a harness may give up on our hook. Our own deadline lies well below. */
const DEFAULT_SECONDS = 30

/** Checks that run programs or git do so only at these events. */
const LONGER: Readonly<Record<string, number>> = { SessionStart: 60, Stop: 300, SubagentStop: 300 }

export function hookTimeoutSeconds(event: string): number {
  return LONGER[event] ?? DEFAULT_SECONDS
}
