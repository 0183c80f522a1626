import { parseDecisionFile } from '../../core/decisions/parse-decision-file.ts'
import {
  type ChangeMark,
  cutHeld,
  isSameMark,
  markEntries,
  markFile,
  standsIn,
} from '../../core/sessions/agent-marks.ts'
import type { FoundAppend, LogComparison, Violation } from '../../core/sessions/compare-log.ts'
import type { AgentAppend, Window } from '../../core/sessions/window.ts'
import type { HookWorld, LogFolder, SessionFolder } from '../world-hook.ts'

type ChangeWorld = Pick<HookWorld, 'state' | 'now'>

const FORGOTTEN_AFTER_MS = 60 * 24 * 60 * 60 * 1000

/** What earlier events attributed to an agent's call and did not let into force. */
export type AttributedChanges = { readonly held: readonly ChangeMark[]; readonly refused: readonly ChangeMark[] }

export function attributedChanges(world: Pick<HookWorld, 'state'>, project: string): AttributedChanges {
  const known = world.state.appends(project)
  return {
    held: known.filter((append) => append.state === 'held'),
    refused: known.filter((append) => append.state === 'refused'),
  }
}

/** The texts of a log without what is held or refused: what a new session may begin with. */
export function withoutAttributed(
  texts: Readonly<Record<string, string>>,
  { held, refused }: AttributedChanges,
): Readonly<Record<string, string>> {
  const files = Object.entries(texts).map(([name, text]) => ({ name, text }))
  return Object.fromEntries(
    files
      .filter((file) => !refused.some((mark) => standsIn(mark, file)))
      .map((file) => [file.name, cutHeld(held, file)]),
  )
}

/** What became of the changes of this event. */
export type NotedChanges = {
  readonly held: readonly AgentAppend[]
  /** Appends that are in force, one line each. */
  readonly news: readonly string[]
}

/**
 * Writes down what appeared while an agent's call ran. Records belong to the project. A change that is not on the disk
 * now (stashed, on another branch, cut off by half a save) may be back at the next event, so a record of one is kept
 * until a person accepts it or `FORGOTTEN_AFTER_MS` has passed.
 */
export function noteChanges(
  world: ChangeWorld,
  at: SessionFolder,
  comparison: LogComparison,
  folder: LogFolder | null,
  windows: readonly Window[],
): NotedChanges {
  if (!folder) return { held: [], news: [] }
  const known = world.state.appends(at.project)
  const isStanding = (one: ChangeMark) => folder.files.some((file) => standsIn(one, file))
  const stale = known.filter((one) => world.now() - Date.parse(one.at) > FORGOTTEN_AFTER_MS && !isStanding(one))
  const fileOf = (name: string) => folder.files.find((file) => file.name === name)
  const [window] = windows
  const fresh = window
    ? [...newAppends(comparison.appends, fileOf), ...newFiles(comparison.violations, fileOf)]
        .filter((change) => !known.some((one) => isSameMark(one, change)))
        .map((change) => attribute(world, change, window))
    : []
  if (fresh.length > 0 || stale.length > 0) {
    world.state.changeAppends(at.project, (before) => [
      ...before.filter((one) => !stale.some((two) => isSameMark(one, two))),
      ...fresh,
    ])
  }
  const inForce = comparison.appends.filter((append) => !append.held)
  return {
    held: [...known, ...fresh].filter((append) => append.state === 'held' && isStanding(append)),
    news: inForce.map((append) => describeNews(append, fresh.find((one) => one.file === append.file) ?? null)),
  }
}

type Change = ChangeMark & Pick<AgentAppend, 'id' | 'state'>
type FileOf = (name: string) => LogFolder['files'][number] | undefined

function newAppends(appends: readonly FoundAppend[], fileOf: FileOf): readonly Change[] {
  return appends.flatMap(({ id, file, from, held }) => {
    const found = fileOf(file)
    const parsed = found && parseDecisionFile(found)
    if (!parsed?.ok) return []
    return [{ ...markEntries(parsed.value, from), id, state: held ? ('held' as const) : ('reported' as const) }]
  })
}

function newFiles(violations: readonly Violation[], fileOf: FileOf): readonly Change[] {
  return violations.flatMap(({ id, file, extra }) => {
    const found = extra ? fileOf(file) : undefined
    return found ? [{ ...markFile(found), id, state: 'refused' as const }] : []
  })
}

function attribute(world: ChangeWorld, change: Change, window: Window): AgentAppend {
  const { harness, session, tool, command } = window
  return { ...change, harness, session, tool, command, at: new Date(world.now()).toISOString() }
}

function describeNews(found: FoundAppend, by: AgentAppend | null): string {
  if (!by) return `${found.id} was revised by a person and applies as it is now`
  return `${found.id} has a new entry; it appeared while an agent's ${by.tool} call ran: ${by.command}`
}
