import { sessionOption } from '../../core/sessions/state-keys.ts'
import type { SessionReport } from '../world.ts'
import type { SessionWorld } from '../world-sessions.ts'
import { isLive, standingAppends, viewSession } from './session-violations.ts'

/** What the sessions of a project left behind that a person should know. Changes nothing. */
export function reportSessions(world: SessionWorld, project: string): SessionReport {
  const sessions = world.state.sessionsOf(project)
  return {
    appends: standingAppends(world, project),
    unproven: sessions.flatMap((at) => {
      const note = world.state.readNote(at, 'unproven')
      return note === null
        ? []
        : note
            .trim()
            .split('\n')
            .map((what) => ({ session: sessionOption(at), what }))
    }),
    violations: sessions.flatMap((at) => {
      const view = viewSession(world, at)
      if (typeof view === 'string' || !isLive(world, view.baseline)) return []
      return view.comparison.violations.map(({ id, what }) => ({ session: sessionOption(at), id, what }))
    }),
  }
}
