import type { HarnessName } from '../harness.ts'
import type { Check, Effect, Moment } from './check.ts'

export type WorkspaceMoment = Exclude<Moment, 'before-tool'>

/** What a harness's settings say about us: nothing at all, or event by event. */
export type HookEvents =
  | 'no-registration'
  | { readonly registered: readonly string[]; readonly missing: readonly string[] }

export type CommandResult = 'passed' | 'failed' | 'not-accepted' | 'not-run'

/** All that a check may ask about the work tree. Paths are relative to the folder that holds the log. */
export type WorkspaceFacts = {
  pathExists(path: string): boolean
  /** Files that match one of the globs. */
  matchedFiles(globs: readonly string[]): readonly string[]
  /** Null where the file is no UTF-8 text or cannot be read. */
  readText(path: string): string | null
  matchText(pattern: string, flags: string | undefined, text: string): boolean
  hookEvents(harness: HarnessName): HookEvents
  commandResult(argv: readonly string[], timeoutSeconds: number | undefined): CommandResult
  /** Files of `append_only` whose earlier bytes are not as they were. Absent where nothing was noted before. */
  changedEarlier?(paths: readonly string[]): readonly string[]
  /** Files of `write_denied` that changed since they were noted. Absent where nothing was noted before. */
  changedFiles?(paths: readonly string[], except: readonly string[]): readonly string[]
}

export type WorkspaceOutcome =
  | { readonly kind: 'passed'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly effect: Effect }
  /** It should have been looked at and could not be; the message says why and what to do. */
  | { readonly kind: 'not-checked'; readonly message: string }
  /** Not looked at at this moment. */
  | { readonly kind: 'not-applicable'; readonly message: string }

/** Whether a check holds in the work tree at this moment. */
export function evaluateWorkspace(check: Check, moment: WorkspaceMoment, facts: WorkspaceFacts): WorkspaceOutcome {
  void facts
  return { kind: 'not-applicable', message: `${check.kind} is not evaluated at ${moment}` }
}
