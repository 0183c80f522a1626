import type { World } from '../world.ts'

export type HooksWorld = Pick<World, 'cwd' | 'environment' | 'clock' | 'files' | 'git' | 'hooks'>
