import type { HarnessName } from '../../core/harness.ts'
import type { HarnessSide } from '../../core/registration/harness-care.ts'
import type { HarnessFolders } from '../../core/registration/registration.ts'
import type { HooksWorld } from './hooks-world.ts'

/** The project is the top of the repository, or the folder itself outside of one. */
export async function hookFolders(world: HooksWorld): Promise<HarnessFolders> {
  const top = await world.git.topLevel(world.cwd)
  const project = top ?? (await world.files.resolve(world.cwd))
  return { project, home: world.hooks.home, environment: world.environment }
}

/** Where sessions are kept: fixed in the registration, so that hooks and commands agree. */
export function stateHome({ environment, hooks }: Pick<HooksWorld, 'environment' | 'hooks'>): string {
  return absoluteOr(environment['XDG_STATE_HOME'], `${hooks.home}/.local/state`)
}

export function dataHome({ environment, hooks }: Pick<HooksWorld, 'environment' | 'hooks'>): string {
  return absoluteOr(environment['XDG_DATA_HOME'], `${hooks.home}/.local/share`)
}

/** The XDG rules pass over a relative path. */
function absoluteOr(path: string | undefined, fallback: string): string {
  return path?.startsWith('/') === true ? path : fallback
}

/** The named harnesses, or all where none is named. */
export function pickSides(sides: readonly HarnessSide[], names: readonly HarnessName[]): readonly HarnessSide[] {
  return names.length === 0 ? sides : sides.filter((side) => names.includes(side.care.harness))
}
