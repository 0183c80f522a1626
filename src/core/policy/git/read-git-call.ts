import type { SimpleCommand, Word } from '../../shell/simple-command.ts'
import { joinPath, resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, Span } from '../rule.ts'

/** One call of git, its options in front of the verb taken off. */
export type GitCall = {
  /** Lower case. */
  readonly verb: string
  readonly args: readonly Word[]
  /** From `-c key=value`; keys in lower case. */
  readonly config: ReadonlyMap<string, { readonly value: string; readonly word: Word }>
  /** The folder that its paths start from, as in `SimpleCommand.folder`. */
  readonly folder: string | null
  readonly nesting: SimpleCommand['nesting']
  /** `--git-dir` or `GIT_DIR` names the repository, or it lies on another machine. */
  readonly elsewhere: boolean
  /** From the program to the verb. */
  readonly span: Span
}

/** Scripts that are found on `PATH`; other verbs have a program of their own in git's folder only. */
const ON_PATH = ['git-filter-repo', 'git-lfs', 'git-send-pack', 'git-subtree']

/** Programs that may be a call of git. */
export const GIT_PROGRAMS: readonly string[] = [
  'git',
  'hub',
  ...ON_PATH,
  'git-branch',
  'git-checkout',
  'git-checkout-index',
  'git-filter-branch',
  'git-gc',
  'git-prune',
  'git-push',
  'git-read-tree',
  'git-reflog',
  'git-reset',
  'git-restore',
  'git-stash',
  'git-submodule',
  'git-switch',
  'git-update-ref',
  'git-worktree',
]

/** Kept per command: rules and later pushes of the same text ask again. */
const CALLS = new WeakMap<PolicyCommand, GitCall | null>()

/** The verb that a command gives to git; null where it is no call of git or has no verb. */
export function readGitCall(command: PolicyCommand): GitCall | null {
  const kept = CALLS.get(command)
  if (kept !== undefined) return kept
  const call = readCall(command)
  CALLS.set(command, call)
  return call
}

function readCall(command: PolicyCommand): GitCall | null {
  const { name, args } = command
  const [program] = command.command.words
  if (program === undefined) return null
  if (name === 'git' || name === 'hub') return readVerb(command, program)
  const isCall = GIT_PROGRAMS.includes(name) && (ON_PATH.includes(name) || program.text.includes('/'))
  if (!isCall) return null
  return { ...startOf(command), verb: name.slice(4), args, span: program.span }
}

type Front = Pick<GitCall, 'nesting'> & {
  readonly config: Map<string, { value: string; word: Word }>
  folder: string | null
  elsewhere: boolean
}

function startOf({ command: { folder, nesting, assignments } }: PolicyCommand): Front {
  const elsewhere = nesting.includes('remote') || assignments.some(({ name }) => name === 'GIT_DIR')
  return { config: new Map(), folder, nesting, elsewhere }
}

const PRINTS = /^(?:--help|-h|--version|-v|--exec-path|--html-path|--man-path|--info-path|--list-cmds=.*)$/
const TAKES_NEXT = [
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--super-prefix',
  '--config-env',
  '--attr-source',
  '--shallow-file',
]

function readVerb(command: PolicyCommand, program: Word): GitCall | null {
  const { args } = command
  const front = startOf(command)
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (word === undefined || PRINTS.test(word.text)) return null
    if (!word.text.startsWith('-')) return verbCall(front, word, args.slice(at + 1), program)
    const equals = word.text.indexOf('=')
    if (TAKES_NEXT.includes(word.text)) {
      at += 1
      readFront(front, word.text, args[at])
    } else if (word.text.startsWith('--') && equals > 0) {
      readFront(front, word.text.slice(0, equals), { ...word, text: word.text.slice(equals + 1) })
    }
  }
  return null
}

function verbCall(front: Front, verb: Word, args: readonly Word[], program: Word): GitCall {
  const inOrder = verb.span[1] >= program.span[0]
  return { ...front, verb: verb.text.toLowerCase(), args, span: inOrder ? [program.span[0], verb.span[1]] : verb.span }
}

function readFront(front: Front, name: string, value: Word | undefined): void {
  if (value === undefined) return
  if (name === '-C' || name === '--work-tree') front.folder = resolvePath(front, value)
  if (name === '--git-dir') front.elsewhere = true
  if (name !== '-c') return
  const [key = '', ...rest] = value.text.split('=')
  front.config.set(key.toLowerCase(), { value: rest.length === 0 ? 'true' : rest.join('='), word: value })
}

/** Whether a folder lies in the one that the text starts in, as far as the text says: the same repository, as a rule. */
export function isInside(folder: string | null, start: string | null): boolean {
  if (folder === null || folder === '..' || folder.startsWith('../') || folder.startsWith('~')) return false
  if (!folder.startsWith('/')) return true
  const root = start === null ? null : joinPath(null, start)
  return root !== null && (folder === root || folder.startsWith(`${root}/`))
}
