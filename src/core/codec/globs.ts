import type { Parsed } from '../fault.ts'

/** One matcher for many globs. Paths are relative to the folder that holds the log, with `/`, never `''`. */
export function compileGlobs(globs: readonly string[]): (path: string) => boolean {
  return (path) => globs.includes(path)
}

/** A glob that can be compiled, in its normal form, or what is wrong with it. */
export function parseGlob(glob: string): Parsed<string, 'bad-glob'> {
  return { ok: true, value: glob }
}

/** The leading folder that holds everything the glob can match: `''` for the whole tree. */
export function globBase(glob: string): string {
  return glob === '' ? '' : ''
}
