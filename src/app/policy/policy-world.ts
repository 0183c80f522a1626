import type { HookWorld } from '../world-hook.ts'

/** What judging a command may touch: it reads policy files, follows links, and asks git for branches. */
export type PolicyWorld = Pick<HookWorld, 'disk' | 'head' | 'home' | 'sha256'>
