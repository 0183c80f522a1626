import { Refusal } from '../../core/fault.ts'
import { GATES_FILE } from '../../core/gates/gates-file.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'

const WORK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

/**
 * Where the event log of this folder lies: the nearest `.hpp` at or above it that holds one, up to the top of the
 * repository; else it would be made there, or in the folder itself outside of a repository (protocol-a 17.2, E11).
 * `work` names a log of its own for one piece of work.
 */
export async function findEventLog(
  world: Pick<World, 'cwd' | 'files' | 'git'>,
  work: string | null,
): Promise<EventLogPlace> {
  const name = logName(work)
  const folder = await world.files.resolve(world.cwd)
  const top = (await world.git.requireTop(folder)) ?? folder
  for (let at = folder; ; at = parentOf(at)) {
    if (await isProject(world, at, name)) return { project: at, name }
    if (at === top || at === '/' || !isWithin(at, top)) return { project: top, name }
  }
}

/** The folder of the log itself, or one whose `.hpp` says that work belongs there. */
async function isProject({ files }: Pick<World, 'files'>, folder: string, name: string): Promise<boolean> {
  for (const marker of [name, GATES_FILE, '.hpp/events.jsonl']) {
    if ((await files.entryKind(`${folder}/${marker}`)) !== null) return true
  }
  return false
}

function logName(work: string | null): string {
  if (work === null) return '.hpp/events.jsonl'
  if (!WORK_ID.test(work)) {
    throw new Refusal({
      code: 'event/bad-work',
      message: 'a piece of work has a plain name: letters, digits, . _ -, at most 80, a letter or digit first',
    })
  }
  return `.hpp/work/${work}/events.jsonl`
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(1, folder.lastIndexOf('/')))
}

function isWithin(folder: string, top: string): boolean {
  return folder === top || folder.startsWith(top.endsWith('/') ? top : `${top}/`)
}
