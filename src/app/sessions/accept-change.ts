import type { Check, CheckOf } from '../../core/decisions/check.ts'
import { flattenCheck } from '../../core/decisions/check.ts'
import { commandDigest } from '../../core/decisions/command-digest.ts'
import { assembleLog, type DecisionLog } from '../../core/decisions/read-decision-log.ts'
import { Refusal } from '../../core/fault.ts'
import { isSameMark } from '../../core/sessions/agent-marks.ts'
import { sessionOption } from '../../core/sessions/state-keys.ts'
import type { LogFolder } from '../world-hook.ts'
import type { SessionWorld } from '../world-sessions.ts'
import { standingAppends, viewSession } from './session-violations.ts'

export type AcceptReport = {
  readonly kind: 'accept-report'
  readonly project: string
  readonly id: string
  /** What was taken on, one line each. */
  readonly accepted: readonly string[]
}

/**
 * A person takes on what lies on the disk for one decision: an append that was held, a change that a session flags,
 * or the commands of its `command_passes`. The caller has made sure that it is a person.
 */
export function acceptChange(world: SessionWorld, project: string, id: string): AcceptReport {
  const disk = world.disk.readLog(project)
  const log = assembleLog({ files: disk?.files ?? [], others: disk?.others ?? [] })
  const accepted = [
    ...acceptAppends(world, project, id),
    ...acceptFlagged(world, project, id, disk, log),
    ...acceptCommands(world, project, id, log),
  ]
  if (accepted.length === 0) {
    throw new Refusal({
      code: 'nothing-to-accept',
      message: `nothing of ${id} waits to be accepted`,
      hint: `bylaw explain ${id}`,
    })
  }
  return { kind: 'accept-report', project, id, accepted }
}

function acceptAppends(world: SessionWorld, project: string, id: string): readonly string[] {
  const mine = standingAppends(world, project).filter((append) => append.id === id)
  if (mine.length === 0) return []
  world.state.changeAppends(project, (before) => before.filter((one) => !mine.some((two) => isSameMark(one, two))))
  return mine.map((append) => `the entry that appeared during ${append.tool}: ${append.command}`)
}

/** Every session that sees the decision otherwise gets the present text into its baseline. */
function acceptFlagged(
  world: SessionWorld,
  project: string,
  id: string,
  disk: LogFolder | null,
  log: DecisionLog,
): readonly string[] {
  const decision = log.decisions.find((one) => one.id === id)
  const text = disk?.files.find((file) => file.name === decision?.file)?.text
  return world.state.sessionsOf(project).flatMap((at) =>
    world.state.locked(at, () => {
      const view = viewSession(world, at)
      if (typeof view === 'string') return []
      const flagged = view.comparison.violations.filter(
        (violation) => violation.id === id || violation.file === decision?.file,
      )
      const isBehind = decision !== undefined && text !== undefined && view.baseline.texts[decision.file] !== text
      if (flagged.length === 0 && !isBehind) return []
      const texts = { ...view.baseline.texts }
      for (const { file } of flagged) delete texts[file]
      if (decision && text !== undefined) texts[decision.file] = text
      world.state.writeBaseline(at, { ...view.baseline, texts })
      world.state.dropIndex(at)
      return flagged.map((violation) => `${violation.what} (${sessionOption(at)})`)
    }),
  )
}

function acceptCommands(world: SessionWorld, project: string, id: string, log: DecisionLog): readonly string[] {
  const check: Check | null = log.current.find((decision) => decision.id === id)?.check ?? null
  const commands = (check ? flattenCheck(check) : []).filter(
    (part): part is CheckOf<'command_passes'> => part.kind === 'command_passes',
  )
  return commands.flatMap(({ argv, timeout }) => {
    const digest = commandDigest(argv, timeout)
    if (world.state.isAccepted(project, digest)) return []
    world.state.accept(project, digest)
    return [`the command ${JSON.stringify(argv)} may run in this project on this machine`]
  })
}
