import type { HookEvents } from '../decisions/evaluate-workspace.ts'
import type { HarnessName } from '../harness.ts'

/** The process that a session's hooks descend from: the nearest ancestor that is no shell and no `env`. */
export type HarnessProcess = {
  readonly pid: number
  /** Start time in clock ticks since boot, as the kernel prints it. */
  readonly start: string
  /** Shells and `env`s between it and the hook. */
  readonly depth: number
  /** The text that the nearest of these shells was given with `-c`, else null. */
  readonly command: string | null
}

/** One settings file, plugin or bundle file that HOOK-INTEGRITY watches. */
export type WatchedFile = {
  readonly path: string
  /** `settings` are inspected by their harness; `program` files are compared by digest. */
  readonly role: 'settings' | 'program'
  /** The harness whose settings these are; null for program files. */
  readonly harness: HarnessName | null
  /** SHA-256 of the text when the session began, null where the file did not exist. */
  readonly sha256: string | null
  /** Events for which our handler stood in it when the session began. */
  readonly events: readonly string[]
  /** Switches and faults that stood in it already. */
  readonly tolerated: readonly string[]
}

/** How a baseline came to be (specification decisions section 5). */
export type BaselineOrigin = 'session-start' | 'head' | 'disk'

/**
 * What a session holds the log against. `texts` are whole decision files, so that `restore` can give them back byte
 * for byte; base64 keeps bytes that are no UTF-8.
 */
export type Baseline = {
  readonly schema: 'bylaw.baseline/v1'
  readonly harness: string
  /** Folder name of the session. */
  readonly session: string
  /** Real path of the folder that holds `.hdr`. */
  readonly project: string
  readonly madeAt: string
  readonly origin: BaselineOrigin
  readonly process: HarnessProcess | null
  /** The last commit when it was made; null where there is none. */
  readonly commit: string | null
  readonly texts: Readonly<Record<string, string>>
  readonly watched: readonly WatchedFile[]
  /** What a person should hear once: rewrites between sessions and the like. */
  readonly notices: readonly string[]
  /** The list of current decisions as it was last told to the model. */
  readonly told: string
}

/** The digest that a baseline file carries over its own content. */
export function baselineText(baseline: Baseline, sha256: (text: string) => string): string {
  const body = JSON.stringify(baseline)
  return `${sha256(body)}\n${body}\n`
}

/** Reads a baseline back. Null where it is cut, edited or of another form: never a fresh start. */
export function parseBaseline(text: string, sha256: (text: string) => string): Baseline | null {
  const cut = text.indexOf('\n')
  if (cut !== 64 || !text.endsWith('\n')) return null
  const body = text.slice(cut + 1, -1)
  if (sha256(body) !== text.slice(0, cut)) return null
  return JSON.parse(body) as Baseline // its digest says that we wrote it
}

/** A settings file as the before-tool judgement needs it. */
export type GuardedFile = {
  readonly path: string
  /** Our handlers stand in it. */
  readonly registered: boolean
  /** Its harness has us registered somewhere, so that this file can switch us off. */
  readonly matters: boolean
}

/** Per harness the lifecycle events for which we are registered. */
export type RegisteredHooks = Readonly<Partial<Record<HarnessName, HookEvents>>>
