import { compileGlobs } from '../codec/globs.ts'
import { matchesCommandPattern } from '../shell/command-pattern.ts'
import type { FoundHit } from './find-hits.ts'
import type { PolicyContext, Subjects } from './rule.ts'

/** What a decision lets pass by name: hits of one rule, and only on what it lists. */
export type Permit = {
  readonly rule: string
  /** Globs relative to the folder that holds the log, or absolute. */
  readonly paths?: readonly string[] | undefined
  /** Branches or tags, as `main`. */
  readonly refs?: readonly string[] | undefined
  readonly hosts?: readonly string[] | undefined
  /** Words of the command, as in `command_denied`. */
  readonly commands?: readonly string[] | undefined
}

/** A permit of a current decision. */
export type GrantedPermit = { readonly decision: string; readonly permit: Permit }
export type PermitUse = { readonly decision: string; readonly rule: string }

/** A path's spellings relative to the folder of the log, links followed and not; null where it lies outside. */
export type ResolvedPath = {
  readonly written: string | null
  readonly real: string | null
  readonly absolute: string
  readonly absoluteReal: string
}
export type PathResolver = (path: string) => ResolvedPath

/** The permit that lets a hit pass: every subject that its rule names has to be known and listed. */
export function findPermit(
  found: FoundHit,
  context: PolicyContext,
  permits: readonly GrantedPermit[],
  resolve: PathResolver,
): PermitUse | null {
  if (found.command === null || movesPlaces(found.command.index, context)) return null
  const granted = permits.find(({ permit }) => isPermitted(found, permit, resolve))
  return granted === undefined ? null : { decision: granted.decision, rule: found.rule.id }
}

/** A link that the text itself makes first would lead a permitted name elsewhere. */
function movesPlaces(before: number, { commands }: PolicyContext): boolean {
  return commands.slice(0, before).some(({ name }) => MOVERS.has(name))
}

const MOVERS: ReadonlySet<string> = new Set(['ln', 'link', 'mv', 'cp', 'mount', 'mklink', 'install'])

function isPermitted(found: FoundHit, permit: Permit, resolve: PathResolver): boolean {
  const { rule, hit, command } = found
  if (permit.rule !== rule.id || command === null) return false
  const subjects = hit.subjects ?? {}
  if (!coversSubjects(permit, subjects, resolve)) return false
  if (permit.commands === undefined) return true
  const { words } = command.command
  const known = words.every((word) => !word.dynamic && !word.assumed)
  return known && permit.commands.some((pattern) => matchesCommandPattern(pattern, command.command))
}

/** Each list that the permit has must cover the subjects of its kind; without any list nothing is permitted. */
function coversSubjects(permit: Permit, subjects: Subjects, resolve: PathResolver): boolean {
  const { paths, refs, hosts, commands } = permit
  if (paths === undefined && refs === undefined && hosts === undefined && commands === undefined) return false
  return (
    (paths === undefined || every(subjects.paths, (path) => coversPath(paths, resolve(path)))) &&
    (refs === undefined || every(subjects.refs, (ref) => refs.includes(ref))) &&
    (hosts === undefined || every(subjects.hosts, (host) => hosts.includes(host.toLowerCase())))
  )
}

function every(subjects: readonly (string | null)[] | undefined, covers: (subject: string) => boolean): boolean {
  return subjects !== undefined && subjects.length > 0 && subjects.every((one) => one !== null && covers(one))
}

/** Both spellings have to match: a link inside the repository may lead out of it. */
function coversPath(globs: readonly string[], { written, real, absolute, absoluteReal }: ResolvedPath): boolean {
  const outside = compileGlobs(globs.filter((glob) => glob.startsWith('/')).map((glob) => glob.slice(1)))
  if (outside(absolute.slice(1)) && outside(absoluteReal.slice(1))) return true
  if (written === null || real === null) return false
  const inside = compileGlobs(globs.filter((glob) => !glob.startsWith('/')))
  return inside(written) && inside(real)
}

/** A permit on one line. */
export function describePermit({ rule, paths, refs, hosts, commands }: Permit): string {
  const lists = [
    ['of', paths],
    ['to', refs],
    ['to', hosts],
    ['by', commands],
  ] as const
  return `${rule}${lists.map(([word, list]) => (list === undefined ? '' : ` ${word} ${list.join(', ')}`)).join('')}`
}
