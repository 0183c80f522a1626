import type { HookEvents } from '../../core/decisions/evaluate-workspace.ts'
import type { HarnessName } from '../../core/harness.ts'
import { registeredHooks, type SettingsWorld } from '../hook/check-hooks.ts'

/** For which lifecycle events each harness has us registered, in the project and for the user. */
export async function readHookEvents(
  world: SettingsWorld,
  project: string,
): Promise<ReadonlyMap<HarnessName, HookEvents>> {
  const registered = await registeredHooks(world, [world.disk.realPath(project)])
  return new Map(Object.entries(registered) as [HarnessName, HookEvents][])
}
