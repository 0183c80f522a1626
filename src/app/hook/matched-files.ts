import { compileGlobs, globBase } from '../../core/codec/globs.ts'
import type { HookWorld } from '../world-hook.ts'

const CAPS = { matched: 5_000, visited: 100_000 }

/** Files below the globs' own folders; at most 5,000 count. */
export function matchedFiles(world: HookWorld, project: string, globs: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const glob of globs) {
    const base = globBase(glob)
    const folder = base === '' ? project : `${project}/${base}`
    const kind = world.disk.kindOf(folder)
    if (kind === null) continue // most protected folders of a long log are not there at all
    const accepts = compileGlobs([glob])
    const prefix = base === '' ? '' : `${base}/`
    if (kind !== 'folder') {
      if (accepts(base)) found.add(base)
      continue
    }
    for (const path of world.disk.walk(folder, (name) => accepts(prefix + name), CAPS).paths) found.add(prefix + path)
  }
  return [...found].slice(0, CAPS.matched)
}
