import type { LogComparison } from '../../core/sessions/compare-log.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import type { HookWorld, LogFolder, OpenWindow, SessionFolder } from '../world-hook.ts'

type ChangeWorld = Pick<HookWorld, 'state' | 'sha256' | 'now'>

/** Texts of the log that an earlier event attributed to an agent's call, known by the digest of the whole file. */
export type AttributedTexts = {
  readonly held: Readonly<Record<string, string>>
  readonly refused: Readonly<Record<string, string>>
}

/** What is held or refused now, as far as the files still say so. */
export function attributedTexts(
  world: Pick<HookWorld, 'state' | 'sha256'>,
  project: string,
  folder: Pick<LogFolder, 'files'> | null,
): AttributedTexts {
  const known = world.state.appends(project).filter((append) => append.state !== 'reported')
  const files = known.length === 0 ? [] : (folder?.files ?? [])
  const textsOf = (state: AgentAppend['state']) =>
    Object.fromEntries(
      files
        .filter(({ name, text }) => known.some((one) => one.state === state && isOf(one, name, world.sha256(text))))
        .map(({ name, text }) => [name, text]),
    )
  return { held: textsOf('held'), refused: textsOf('refused') }
}

function isOf(append: AgentAppend, file: string, sha256: string): boolean {
  return append.file === file && append.sha256 === sha256
}

/** What became of the changes of this event. */
export type NotedChanges = {
  readonly held: readonly AgentAppend[]
  /** Appends that are in force, one line each. */
  readonly news: readonly string[]
}

type Found = { readonly id: string; readonly file: string; readonly from: number; readonly state: AgentAppend['state'] }

/** Writes down what appeared while an agent's call ran, and forgets what is held or refused but no longer there. */
export function noteChanges(
  world: ChangeWorld,
  at: SessionFolder,
  comparison: LogComparison,
  folder: LogFolder | null,
  windows: readonly OpenWindow[],
): NotedChanges {
  const known = world.state.appends(at.project)
  const rows = foundChanges(comparison).map((found) => {
    const sha256 = world.sha256(folder?.files.find((file) => file.name === found.file)?.text ?? '')
    const old = known.find((append) => isOf(append, found.file, sha256))
    const window = windows[0]
    return { found, old, fresh: old || !window ? null : attribute(world, found, sha256, window) }
  })
  const fresh = rows.flatMap((row) => (row.fresh ? [row.fresh] : []))
  const standing = rows.flatMap((row) => row.old ?? row.fresh ?? [])
  const stale = known.filter(
    (one) => one.state !== 'reported' && !standing.some((two) => isOf(one, two.file, two.sha256)),
  )
  if (folder && (fresh.length > 0 || stale.length > 0)) {
    world.state.changeAppends(at.project, (before) => [
      ...before.filter((one) => !stale.some((two) => isOf(one, two.file, two.sha256))),
      ...fresh,
    ])
  }
  const news = rows.filter(({ found }) => found.state === 'reported').map((row) => describeNews(row.found, row.fresh))
  return { held: standing.filter((append) => append.state === 'held'), news }
}

function foundChanges(comparison: LogComparison): readonly Found[] {
  return [
    ...comparison.appends.map(
      ({ id, file, from, held }): Found => ({ id, file, from, state: held ? 'held' : 'reported' }),
    ),
    ...comparison.violations
      .filter((violation) => violation.extra)
      .map(({ id, file }): Found => ({ id, file, from: 0, state: 'refused' })),
  ]
}

function attribute(world: ChangeWorld, found: Found, sha256: string, window: OpenWindow): AgentAppend {
  const { harness, session, tool, command } = window
  return { ...found, sha256, harness, session, tool, command, at: new Date(world.now()).toISOString() }
}

function describeNews(found: Found, by: AgentAppend | null): string {
  if (!by) return `${found.id} was revised by a person and applies as it is now`
  return `${found.id} has a new entry; it appeared while an agent's ${by.tool} call ran: ${by.command}`
}
