import { createHash } from 'node:crypto'
import type { HarnessName } from '../../core/harness.ts'
import { projectKey } from '../../core/sessions/state-keys.ts'
import { stateHome } from './hook-folders.ts'
import type { HooksWorld } from './hooks-world.ts'

/** When a hook of the harness last ran in a session of the project: the youngest mark it left, or null. */
export async function lastHeartbeat(world: HooksWorld, harness: HarnessName, project: string): Promise<Date | null> {
  const folder = `${stateHome(world)}/hdr/sessions/${harness}`
  const key = projectKey(await world.files.resolve(project), (text) => createHash('sha256').update(text).digest('hex'))
  let last: Date | null = null
  for (const session of await world.hooks.listFolder(folder)) {
    const mark = await world.hooks.entry(`${folder}/${session}/${key}/heartbeat`)
    if (mark !== null && (last === null || mark.modifiedAt > last)) last = mark.modifiedAt
  }
  return last
}
