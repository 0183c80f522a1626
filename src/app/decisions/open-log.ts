import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { assembleLog } from '../../core/decisions/read-decision-log.ts'
import { Refusal } from '../../core/fault.ts'
import { isKnownToolPattern } from '../../core/tools/tool-names.ts'
import type { LogOnDisk, World } from '../world.ts'

/** A log, read from the disk and understood. */
export type OpenLog = {
  readonly project: string
  readonly disk: LogOnDisk
  readonly log: DecisionLog
  /** Further projects above this one that hold a log, nearest first. */
  readonly above: readonly string[]
}

/** From the files of a log to the log. */
export type ReadLog = (source: Pick<LogOnDisk, 'files' | 'others'>) => DecisionLog

/** The nearest log at or above the folder. Refuses where there is none. */
export async function openLog(world: Pick<World, 'cwd' | 'logs'>): Promise<OpenLog> {
  const [project, ...above] = await world.logs.find(world.cwd)
  const disk = project === undefined ? null : await world.logs.read(project)
  if (project === undefined || disk === null) throw noLog(world.cwd)
  const read = await loadReader()
  return { project, disk, log: read(disk), above }
}

/** The one way a log is read by commands, wherever its texts come from. The pattern engine is loaded here. */
export async function loadReader(): Promise<ReadLog> {
  const { compileTextPattern } = await import('../../core/codec/text-pattern.ts')
  return (source) => assembleLog(source, { compileText: compileTextPattern, isKnownTool: isKnownToolPattern })
}

function noLog(folder: string): Refusal {
  return new Refusal({
    code: 'no-decision-log',
    message: `no decision log at or above ${folder}`,
    hint: 'bylaw decisions init --apply',
  })
}
