import type { HarnessName } from '../harness.ts'
import type { TrustRow } from './codex-trust.ts'
import type { HarnessFolders, HarnessRegistration } from './registration.ts'

/** From this release on something holds; below it, say why that matters. */
export type VersionMark = { readonly from: readonly [number, number, number]; readonly why: string }

/** What `hooks doctor` must know of a harness beside its registration. */
export type HarnessCare = {
  readonly harness: HarnessName
  readonly title: string
  /** Its program on PATH; `--version` makes it print its version. */
  readonly program: string
  /** Below it our hooks do not hold. */
  readonly floor: VersionMark
  /** Below it they hold less well. */
  readonly preferred: VersionMark | null
  /** The shell it gives our command to. */
  readonly shell: string
  /** Variables that switch hooks off for a whole session when they are set to a yes. */
  readonly offVariables: readonly string[]
  /** Whether sessions that run already see a new registration. */
  readonly seesChangesAtOnce: boolean
  /** A payload before a harmless read in that folder. */
  samplePayload(folder: string): string
  /** Null where the harness runs every registered hook without asking its user. */
  readonly trust: HarnessTrust | null
}

export type HarnessTrust = {
  /** The file in which the user's trust is kept. */
  configFile(folders: HarnessFolders): string
  rows(config: string | null, hooksFile: string, hooksText: string): readonly TrustRow[]
  /** Null where the user was never asked. */
  isTrustedProject(config: string | null, project: string): boolean | null
}

export type HarnessSide = { readonly registration: HarnessRegistration; readonly care: HarnessCare }
