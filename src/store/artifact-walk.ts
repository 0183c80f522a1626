import { lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compileSegment, type Segment } from '../core/codec/glob-segment.ts'
import { Refusal } from '../core/fault.ts'

const VISITED_MAX = 1_000_000
/** Folders that are only entered by their name: nothing in them is what a criterion wrote. */
const NEVER_WALKED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

type Part = Segment | '**'

/**
 * The files below `workspace` that a pattern matches, as paths below it. A name in the pattern is gone to directly;
 * a wildcard enters no `.git`, no `node_modules` and no folder that `isIgnored`. `**` follows no link (protocol-a 6.3).
 */
export function walkArtifacts(
  workspace: string,
  pattern: readonly string[],
  isIgnored: (path: string) => boolean,
): readonly string[] {
  const parts = pattern.map((part): Part => (part === '**' ? part : compileSegment(part)))
  const walk = new Walk(workspace, isIgnored)
  walk.step('', parts)
  return [...walk.found]
}

class Walk {
  readonly found = new Set<string>()
  private readonly workspace: string
  private readonly isIgnored: (path: string) => boolean
  private visited = 0

  constructor(workspace: string, isIgnored: (path: string) => boolean) {
    this.workspace = workspace
    this.isIgnored = isIgnored
  }

  step(folder: string, parts: readonly Part[]): void {
    const [part, ...rest] = parts
    if (part === undefined) return
    if (part === '**') this.deep(folder, rest)
    else if (part.literal !== null) this.take(below(folder, part.literal), rest)
    else
      for (const name of this.namesIn(folder)) {
        if (part.matches(name) && this.mayEnter(folder, name, rest)) this.take(below(folder, name), rest)
      }
  }

  /** Any number of folders, none included. */
  private deep(folder: string, rest: readonly Part[]): void {
    this.step(folder, rest)
    for (const name of this.namesIn(folder)) {
      const path = below(folder, name)
      if (this.kindOf(path, lstatSync) === 'folder' && this.mayEnter(folder, name, ['**'])) this.deep(path, rest)
    }
  }

  private take(path: string, rest: readonly Part[]): void {
    const kind = this.kindOf(path, statSync)
    if (rest.length === 0 && kind === 'file') this.found.add(path)
    if (rest.length > 0 && kind === 'folder') this.step(path, rest)
  }

  private mayEnter(folder: string, name: string, rest: readonly Part[]): boolean {
    if (rest.length === 0) return true // a file, or nothing that counts
    return !NEVER_WALKED.has(name) && !this.isIgnored(below(folder, name))
  }

  private namesIn(folder: string): readonly string[] {
    let names: readonly string[]
    try {
      names = readdirSync(join(this.workspace, folder))
    } catch {
      return [] // gone, no folder, or closed to us: there is no artifact that could be hashed
    }
    this.visited += names.length
    if (this.visited <= VISITED_MAX) return names
    const message = `an artifact pattern goes through more than ${VISITED_MAX} names`
    throw new Refusal({ code: 'evidence/too-many', message, hint: 'begin it with the folder that the files lie in' })
  }

  private kindOf(path: string, stat: typeof statSync): 'file' | 'folder' | null {
    try {
      const stats = stat(join(this.workspace, path), { throwIfNoEntry: false })
      if (stats === undefined) return null
      if (stats.isFile()) return 'file'
      return stats.isDirectory() ? 'folder' : null
    } catch {
      return null
    }
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
