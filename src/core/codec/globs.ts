import type { Parsed } from '../fault.ts'
import { foldPath } from './fold-path.ts'
import { expandBraces } from './glob-braces.ts'
import { compileSegment, type Segment } from './glob-segment.ts'

// Our own matcher: picomatch makes backtracking expressions (`**/a/**/a/**/a/**/b` against 400 letters of `a/` takes
// seconds), and a guard that can be made to time out is no guard. This one costs at most the product of both lengths.

const GLOB_LENGTH_MAX = 1024
const ANY_DEPTH = '**'

/** A name pattern, or `**` for any number of folders. */
export type GlobPart = Segment | typeof ANY_DEPTH

/**
 * One matcher for many globs. Paths are relative to the folder that holds the log, with `/`, never `''`. Dot files
 * match, letter case does not count, and `a/**` matches `a` too. Throws on a glob that `parseGlob` refuses.
 */
export function compileGlobs(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs, foldPath)
}

/** The same where letter case counts: for what is let through, which on most systems is that one spelling alone. */
export function compileExactGlobs(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs, (text) => text)
}

function matcherOf(globs: readonly string[], fold: (text: string) => string): (path: string) => boolean {
  const compiled = globs.flatMap((glob) => compileGlob(glob, fold))
  return (path) => {
    const names = fold(path).split('/')
    return compiled.some((parts) => matchParts(parts, names))
  }
}

/** The alternatives of one glob, each a list of parts. Throws on a glob that `parseGlob` refuses. */
export function compileGlob(glob: string, fold: (text: string) => string = foldPath): readonly (readonly GlobPart[])[] {
  const parsed = parseGlob(glob)
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message ?? 'bad glob')
  const alternatives = expandBraces(fold(parsed.value)) ?? []
  return alternatives.map((alternative) => {
    const parts = splitGlob(alternative).map((part) => (part === ANY_DEPTH ? ANY_DEPTH : compileSegment(part)))
    const before = parts.at(-2)
    // `*/**` is what lies in some folder; only behind a plain name does `**` hold the folder itself.
    const below = parts.at(-1) === ANY_DEPTH && before !== undefined && before !== ANY_DEPTH && before.literal === null
    return below ? [...parts, compileSegment('*')] : parts
  })
}

/**
 * A glob that can be compiled, in its normal form (no `./`, no doubled slash, `**` behind a trailing slash), or what
 * is wrong with it. Wildcards: `*`, `?`, `[…]`, `{a,b}`, and `**` as a whole part; a backslash before one makes it
 * a letter.
 */
export function parseGlob(glob: string): Parsed<string, 'bad-glob'> {
  const wrong = RULES.find((rule) => rule.refuses(glob))
  if (wrong === undefined) return { ok: true, value: normalGlob(glob) }
  const shown = JSON.stringify(glob.length > 80 ? `${glob.slice(0, 77)}...` : glob)
  return { ok: false, faults: [{ code: 'bad-glob', message: `the glob ${shown} ${wrong.message}`, hint: wrong.hint }] }
}

/** The leading folder that holds everything the glob can match: `''` for the whole tree. */
export function globBase(glob: string): string {
  const parts = splitGlob(normalGlob(glob))
  const wild = parts.findIndex((part) => /(?<!\\)[*?[{]/.test(part))
  const literal = parts.slice(0, wild === -1 ? -1 : wild)
  return literal.map((part) => part.replace(/\\(.)/gsu, '$1')).join('/')
}

type Rule = { readonly refuses: (glob: string) => boolean; readonly message: string; readonly hint: string }

const RULES: readonly Rule[] = [
  {
    refuses: (glob) => glob.trim() === '',
    message: 'is empty',
    hint: 'write ** for every file',
  },
  {
    refuses: (glob) => glob.length > GLOB_LENGTH_MAX,
    message: `is longer than ${GLOB_LENGTH_MAX} letters`,
    hint: 'write several globs',
  },
  {
    refuses: (glob) => /^(?:\/|~\/|[a-zA-Z]:[\\/])/.test(glob),
    message: 'is absolute',
    hint: 'globs are relative to the folder that holds .hdr',
  },
  {
    refuses: (glob) => /(?:^|[/{,])\.\.(?:[/},]|$)/.test(glob),
    message: 'leaves the folder through ".."',
    hint: 'globs are relative to the folder that holds .hdr and stay below it',
  },
  {
    refuses: (glob) => glob.startsWith('!'),
    message: 'is negated',
    hint: 'use "except" where the check has it, or \\! for a name that begins so',
  },
  {
    refuses: (glob) => /(?<!\\)[?*+@!]\(/.test(glob),
    message: 'uses (…) with a sign before it, which is not supported',
    hint: 'use {a,b}, or \\( for a name that holds a bracket',
  },
  {
    refuses: (glob) => /\\(?:[\p{L}\p{N}_.-]|$)/u.test(glob),
    message: 'has a backslash before an ordinary letter',
    hint: 'separate folders with /',
  },
  {
    refuses: (glob) => /\{[^{},/]*\.\.[^{},/]*\}/.test(glob),
    message: 'has a range in braces, which is not supported',
    hint: 'list the alternatives: {1,2,3}',
  },
  {
    refuses: (glob) => hasOpenBrace(glob),
    message: 'has a brace that is not closed or not opened',
    hint: 'write \\{ for a name that holds a brace',
  },
  {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a path with one of them is a mistake or an attack
    refuses: (glob) => /[\u0000-\u001f\u007f]/.test(glob),
    message: 'holds a control character',
    hint: 'remove it',
  },
  {
    refuses: (glob) => expandBraces(glob) === null,
    message: 'stands for too many alternatives',
    hint: 'write several globs, or one with *',
  },
]

function hasOpenBrace(glob: string): boolean {
  let depth = 0
  for (const letter of glob.replace(/\\./gsu, '')) {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (depth < 0) return true
  }
  return depth !== 0
}

function normalGlob(glob: string): string {
  const below = glob.endsWith('/') ? `${glob}${ANY_DEPTH}` : glob
  const parts = below.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? ANY_DEPTH : parts.join('/')
}

/** Splits at slashes; neighbouring `**` are one. */
function splitGlob(glob: string): readonly string[] {
  const parts = glob.split('/').filter((part) => part !== '' && part !== '.')
  return parts.filter((part, index) => part !== ANY_DEPTH || parts[index - 1] !== ANY_DEPTH)
}

/** As in a segment, one level up: on a mismatch go back to the last `**` only. */
function matchParts(parts: readonly GlobPart[], names: readonly string[]): boolean {
  let part = 0
  let name = 0
  let deepPart = -1
  let deepName = 0
  while (name < names.length) {
    const current = parts[part]
    if (current === ANY_DEPTH) {
      deepPart = part
      deepName = name
      part += 1
    } else if (current?.matches(names[name] as string)) {
      part += 1
      name += 1
    } else if (deepPart !== -1) {
      deepName += 1
      name = deepName
      part = deepPart + 1
    } else return false
  }
  return parts.slice(part).every((rest) => rest === ANY_DEPTH)
}
