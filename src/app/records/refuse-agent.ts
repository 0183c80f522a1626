import { Refusal } from '../../core/fault.ts'
import { foldName } from '../../core/records/principal-name.ts'
import type { World } from '../world.ts'
import type { KindReading } from './read-kind.ts'

/** Refuses where an agent may be the one who types, as `decisions accept` tells it (records-ours.md, Verbs). */
export async function refuseAgent(world: World, reading: KindReading, what: string): Promise<void> {
  const why = await whyAgent(world, reading)
  if (why === null) return
  const hint = 'run it yourself in your own terminal, once the call has ended'
  throw new Refusal({ code: 'not-a-person', message: `${what}: ${why}`, hint })
}

/** Inside an agent a verdict is one of an agent: of a principal that has this role at base. */
export async function refuseBorrowedName(world: World, reading: KindReading, by: string): Promise<void> {
  if (reading.trust.agents.some((agent) => foldName(agent) === foldName(by))) return
  await refuseAgent(world, reading, `${by} is not known as an agent, and a verdict of a person is given by that person`)
}

/** Open calls are kept by the folders that have a decision log, and by the top of the work tree. */
async function whyAgent({ guard, logs, cwd }: World, { place }: KindReading): Promise<string | null> {
  for (const project of new Set([...(await logs.find(cwd)), place.root])) {
    const why = await guard.whyNoPerson(project)
    if (why !== null) return why
  }
  return null
}
