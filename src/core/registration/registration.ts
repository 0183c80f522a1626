import type { HarnessName } from '../harness.ts'
import type { PlanStep } from '../plan.ts'

/** Where a registration may stand. `shared` is the file that is committed. */
export type Level = 'project' | 'user' | 'shared'

/** One file of a harness in which hooks can be registered or switched off. */
export type SettingsPlace = {
  readonly path: string
  readonly level: Level
  /** The harness's own kind of file, for `inspect`. */
  readonly role: string
}

/** The folders and variables that decide where a harness keeps its files. All paths absolute. */
export type HarnessFolders = {
  readonly project: string
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** What a settings file says about us. */
export type Inspection = {
  /** Our handlers that would really run, one row per event. */
  readonly ours: readonly { readonly event: string; readonly command: string }[]
  /** Switches in the file that turn hooks off or reach into our program's environment, each in one phrase. */
  readonly switches: readonly string[]
  /** What the file allows us and must go on allowing: trust in our hooks and in the project, each in one phrase. */
  readonly grants?: readonly string[]
  /** What in this file would silently drop a registration (specification harnesses 3.6 and 4.1). */
  readonly faults: readonly string[]
}

/** How our program is started: absolute paths, or by name on PATH for the shared level. */
export type HookProgram =
  | { readonly kind: 'absolute'; readonly node: string; readonly bundle: string; readonly stateHome: string }
  | { readonly kind: 'on-path' }

/** The registration side of one harness: pure, texts in and texts out. Not part of the clean hook path. */
export type HarnessRegistration = {
  readonly harness: HarnessName
  /** Every lifecycle event that we register, in the harness's spelling. */
  readonly events: readonly string[]
  /** All files that must be watched and inspected, existing or not. */
  places(folders: HarnessFolders): readonly SettingsPlace[]
  /** The file that `hooks install` writes at that level. */
  target(folders: HarnessFolders, level: Level): SettingsPlace
  inspect(place: SettingsPlace, text: string): Inspection
  /** Merge our entries in: everything else stays, byte for byte where the format allows it. Idempotent. */
  planInstall(place: SettingsPlace, before: string | null, program: HookProgram): PlanStep
  /** Take our entries out again. */
  planRemove(place: SettingsPlace, before: string | null): PlanStep
  /** The exact command that is registered, as the harness would run it. */
  command(program: HookProgram): string
}
