import { describeDecisions, describeTrouble, type LogState } from '../../core/sessions/log-state.ts'
import type { SessionFolder } from '../world-hook.ts'

/** One log with what this event knows of it. */
export type JudgedLog = {
  readonly at: SessionFolder
  readonly state: LogState
  /** Windows that this event closes once everything was judged. */
  readonly closable: readonly string[]
}

/** The list of decisions and everything that is wrong or new, for the model. */
export function contextText(logs: readonly JudgedLog[], whole: boolean): string {
  return logs
    .flatMap(({ state }) => {
      const list = whole || state.untold ? describeDecisions(state.decisions) : shortList(state)
      return [list, ...describeTrouble(state).map((line) => `! ${line}`)]
    })
    .join('\n')
}

function shortList(state: LogState): string {
  const count = state.decisions.length
  return `${count} current ${count === 1 ? 'decision applies' : 'decisions apply'} in ${state.project} as told before (bylaw explain).`
}
