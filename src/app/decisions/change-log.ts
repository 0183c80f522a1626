import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { type Fault, Refusal } from '../../core/fault.ts'
import type { LogChange, LogOnDisk, SessionReport, World } from '../world.ts'
import { findDecision } from './find-decision.ts'
import { type ListedDecision, listed } from './list-decisions.ts'
import { loadReader, openLog } from './open-log.ts'

export type LogChangeReport = {
  readonly kind: 'log-change'
  readonly project: string
  readonly id: string
  readonly file: string
  readonly before: string
  readonly after: string
  /** False for a dry run: nothing was written. */
  readonly written: boolean
  /** The decision as it now lies on the disk, or would. */
  readonly decision: ListedDecision
  /** What the log warns of in that file. */
  readonly warnings: readonly string[]
}

export type ChangeWorld = Pick<World, 'cwd' | 'logs' | 'clock' | 'guard' | 'sessions'>

/** What to write, from the log as it is under the lock. Throws a Refusal where it cannot be. */
export type PlanChange = (log: DecisionLog, disk: LogOnDisk) => { readonly id: string; readonly change: LogChange }

/**
 * The one way a person's commands write to a log: planned under the lock, refused where the result would not be
 * valid, and reported as it was read back.
 */
export async function changeLog(world: ChangeWorld, plan: PlanChange, dryRun: boolean): Promise<LogChangeReport> {
  const { project, disk } = await openLog(world)
  if (!dryRun) await world.guard.assertPersonMayWrite(project)
  const { violations } = await world.sessions.report(project)
  const read = await loadReader()
  let planned: ReturnType<PlanChange> | null = null
  const decide = (now: LogOnDisk): LogChange => {
    refuseOutside(now)
    const log = read(now)
    planned = plan(log, now)
    refuseViolated(planned.id, violations)
    refuseNewFaults(log, read(withChange(now, planned.change)), planned.change.name)
    return planned.change
  }
  const after = dryRun ? withChange(disk, decide(disk)) : await world.logs.change(project, decide)
  return report(project, planned, read(after), !dryRun)
}

/** A new entry on a rewritten past would make the rewrite look like history. */
function refuseViolated(id: string, violations: SessionReport['violations']): void {
  const found = violations.find((violation) => violation.id === id)
  if (found === undefined) return
  throw new Refusal({
    code: 'violated',
    message: `the session ${found.session} finds the history of ${id} broken: ${found.what}`,
    hint: `first bylaw decisions restore ${id} --session ${found.session}, or bylaw decisions accept ${id}`,
  })
}

/** Nothing is written through a link that leads out of the repository. */
function refuseOutside({ others }: LogOnDisk): void {
  const outside = others.find(({ kind }) => kind === 'outside-workspace')
  if (outside === undefined) return
  const message = `${outside.name} leads out of the repository: ${outside.detail ?? 'a link'}`
  throw new Refusal({ code: 'outside-workspace', message, hint: 'the decision log must lie in the repository' })
}

function withChange(disk: LogOnDisk, { name, after }: LogChange): LogOnDisk {
  const others = disk.files.filter((file) => file.name !== name)
  return { ...disk, files: [...others, { name, text: after }] }
}

/** Faults that were there before stay a matter of `validate`; what the change itself brings is refused. */
function refuseNewFaults(before: DecisionLog, after: DecisionLog, name: string): void {
  const known = new Set(errorsOf(before).map(keyOf))
  const faults = errorsOf(after).filter((fault) => !known.has(keyOf(fault)))
  if (faults.length === 0) return
  const reasons = faults.map(({ at, message }) => (at?.pointer ? `${at.pointer}: ${message}` : message))
  throw new Refusal({
    code: faults[0]?.code ?? 'invalid-decision',
    message: `${name} would not be valid: ${reasons.join('; ')}`,
    hint: faults.find(({ hint }) => hint !== undefined)?.hint ?? 'nothing was written',
  })
}

function errorsOf(log: DecisionLog): readonly Fault[] {
  return [
    ...log.invalid.flatMap(({ faults }) => faults),
    ...log.findings.filter(({ severity }) => severity === 'error'),
  ]
}

function keyOf({ code, message, at }: Fault): string {
  return JSON.stringify([code, message, at?.file, at?.pointer])
}

function report(
  project: string,
  planned: ReturnType<PlanChange> | null,
  log: DecisionLog,
  written: boolean,
): LogChangeReport {
  if (planned === null) throw new Error('a change that was never planned')
  const { id, change } = planned
  const decision = listed(findDecision(log, id), log)
  const own = log.findings.filter(({ severity, at }) => severity === 'warning' && at?.file === change.name)
  const warnings = own.map(({ message }) => message)
  return {
    kind: 'log-change',
    project,
    id,
    file: change.name,
    before: change.before ?? '',
    after: change.after,
    written,
    decision,
    warnings,
  }
}
