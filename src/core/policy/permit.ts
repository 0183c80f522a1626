import { compileExactGlobs } from '../codec/globs.ts'
import type { FoundHit } from './find-hits.ts'
import { isPlainEnough } from './permit-conditions.ts'
import type { PolicyCommand, PolicyContext } from './rule.ts'

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

/**
 * The permit that lets a hit pass: the text is plain (`isPlainEnough`), and every subject that the rule names is known and
 * listed.
 */
export function findPermit(
  found: FoundHit,
  context: PolicyContext,
  permits: readonly GrantedPermit[],
  resolve: PathResolver,
): PermitUse | null {
  if (!permits.some(({ permit }) => permit.rule === found.rule.id) || !isPlainEnough(found, context)) return null
  const granted = permits.find(({ permit }) => isPermitted(found, permit, resolve))
  return granted === undefined ? null : { decision: granted.decision, rule: found.rule.id }
}

function isPermitted({ rule, hit, command }: FoundHit, permit: Permit, resolve: PathResolver): boolean {
  if (permit.rule !== rule.id || command === null) return false
  const { paths, refs, hosts, commands } = permit
  if ((paths ?? refs ?? hosts ?? commands) === undefined) return false
  const { subjects = {} } = hit
  return (
    (paths === undefined || every(subjects.paths, (path) => coversPath(paths, resolve(path)))) &&
    (refs === undefined || (isPlainPush(command) && every(subjects.refs, (ref) => refs.includes(ref)))) &&
    (hosts === undefined ||
      (isPlainRequest(command) && every(subjects.hosts, (host) => hosts.includes(host.toLowerCase())))) &&
    (commands === undefined || isOneOf(commands, command))
  )
}

/** All of the command, word by word. */
function isOneOf(commands: readonly string[], { command: { words, folder } }: PolicyCommand): boolean {
  if (folder !== '' || words.some((word) => word.dynamic || word.assumed)) return false
  const written = words.map(({ text }) => text).join(' ')
  return commands.some((one) => one.trim().split(/\s+/).join(' ') === written)
}

const PUSH_WORD =
  /^(?:-u|--set-upstream|-q|--quiet|-v|--verbose|-f|--force|--force-with-lease|--force-if-includes|\+?\w[\w./-]*(?::\w[\w./-]*)?)$/

/** `git push [known options] NAME REF…`: what is deleted, goes to a place of its own or by a program of its own is not. */
function isPlainPush({ name, args }: PolicyCommand): boolean {
  const [verb, ...rest] = args
  if (name !== 'git' || verb?.text !== 'push' || rest.some((word) => word.dynamic || !PUSH_WORD.test(word.text)))
    return false
  const remote = rest.find(({ text }) => !text.startsWith('-'))
  return remote === undefined || /^[\w.-]+$/.test(remote.text)
}

const REQUEST_OPTION =
  /^(?:-[sSfLIOJgv#iNk]+|-[oHXdmAw]|--(?:silent|show-error|fail|fail-with-body|location|head|include|remote-name|compressed|max-time|retry|connect-timeout|request|header|data|data-raw|data-binary|json|output|user-agent|get)(?:=.*)?)$/

/** No option that could send the request somewhere else. */
function isPlainRequest({ args }: PolicyCommand): boolean {
  return args.every(({ text }) => !text.startsWith('-') || REQUEST_OPTION.test(text))
}

function every(subjects: readonly (string | null)[] | undefined, covers: (subject: string) => boolean): boolean {
  return subjects !== undefined && subjects.length > 0 && subjects.every((one) => one !== null && covers(one))
}

/** What git and we keep is never permitted, whatever a pattern reaches. */
const OURS = /\/\.(?:git|hdr|hpp)(?:\/|$)/i

/** Both spellings have to match: a link inside the repository may lead out of it. */
function coversPath(globs: readonly string[], { written, real, absolute, absoluteReal }: ResolvedPath): boolean {
  if ([absolute, absoluteReal].some((path) => OURS.test(path))) return false
  const outside = compileExactGlobs(globs.filter((glob) => glob.startsWith('/')).map((glob) => glob.slice(1)))
  if (outside(absolute.slice(1)) && outside(absoluteReal.slice(1))) return true
  if (written === null || real === null) return false
  const inside = compileExactGlobs(globs.filter((glob) => !glob.startsWith('/')))
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
