import type { RestoreReport, World } from '../world.ts'

/** Puts back what a session's baseline holds; a log that is gone altogether is looked for in the folder itself. */
export async function restoreLog(
  world: Pick<World, 'cwd' | 'logs' | 'sessions'>,
  input: { readonly id: string | null; readonly session: string | null },
): Promise<RestoreReport> {
  const [project = world.cwd] = await world.logs.find(world.cwd)
  return world.sessions.restore(project, input)
}
