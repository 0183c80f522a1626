import type { Word } from '../../shell/simple-command.ts'
import type { PolicyCommand, Span } from '../rule.ts'
import { type GitCall, readGitCall } from './read-git-call.ts'
import { type GitOptions, gitOptionTable, optionInForce, readGitOptions } from './read-git-options.ts'

type Verb = (call: GitCall, command: PolicyCommand) => Word | 'verb' | null

const REFLOG = gitOptionTable(
  'n|dry-run expire= expire-unreachable= rewrite updateref stale-fix verbose all single-worktree',
)
const GC = gitOptionTable('q|quiet prune cruft aggressive auto force keep-largest-pack')
const PRUNE = gitOptionTable('n|dry-run v|verbose progress expire= exclude-promisor-objects')
const UPDATE_REF = gitOptionTable('m= d|delete deref z stdin create-reflog')
const FILTER_REPO = gitOptionTable('h|help analyze dry-run')
const LFS = gitOptionTable('h|help rewrite')

/**
 * What takes commits away for good, or puts others in their place. `rebase` and `commit --amend` leave the old ones in
 * the reflog.
 */
const VERBS: Readonly<Record<string, Verb>> = {
  'filter-branch': ({ args }) => (/^(?:--help|-h)$/.test(args[0]?.text ?? '') ? null : 'verb'),
  'filter-repo': ({ args }) => {
    const given = readGitOptions(args, FILTER_REPO)
    return given.help || optionInForce(given, 'analyze', 'dry-run') !== null ? null : 'verb'
  },
  reflog: ({ args }) => {
    const given = readGitOptions(args, REFLOG)
    const [verb] = given.operands
    const dry = given.help || optionInForce(given, 'dry-run') !== null
    return !dry && verb !== undefined && /^(?:expire|delete)$/i.test(verb.text) ? verb : null
  },
  gc: collect,
  prune: ({ args }) => {
    const given = readGitOptions(args, PRUNE)
    if (given.help || optionInForce(given, 'dry-run') !== null) return null
    const expire = optionInForce(given, 'expire')
    if (expire === null) return 'verb'
    return isNow(expire.value?.text ?? '') ? expire.word : null
  },
  'update-ref': ({ args }, command) => {
    const given = readGitOptions(args, UPDATE_REF)
    if (given.help) return null
    return optionInForce(given, 'delete')?.word ?? listedDelete(given, command)
  },
  lfs: ({ args }) => {
    const given = readGitOptions(args, LFS)
    const [group, verb] = given.operands
    const keeps = given.help || given.options.some(({ name, on }) => name === 'rewrite' && !on)
    return !keeps && group?.text === 'migrate' && /^(?:import|export)$/.test(verb?.text ?? '') ? (group ?? null) : null
  },
}

/** The piece of the text that rewrites history. */
export function findRewrite(command: PolicyCommand): Span | null {
  const call = readGitCall(command)
  if (call === null) return runsBfg(command)
  const verb = Object.hasOwn(VERBS, call.verb) ? VERBS[call.verb] : undefined
  const found = verb?.(call, command) ?? null
  return found === 'verb' ? call.span : (found?.span ?? null)
}

const EXPIRY = /^gc\.(?:.+\.)?(?:pruneexpire|reflogexpire|reflogexpireunreachable)$/

function collect({ args, config }: GitCall): Word | null {
  const given = readGitOptions(args, GC)
  if (given.help) return null
  const prune = optionInForce(given, 'prune')
  if (prune !== null && isNow(prune.value?.text ?? '')) return prune.word
  return [...config].find(([key, { value }]) => EXPIRY.test(key) && isNow(value))?.[1].word ?? null
}

/** Nothing is old enough to be kept. */
function isNow(date: string): boolean {
  return /^(?:now|all|0|\d+[. ](?:second|minute|hour)s?(?:[. ]ago)?)$/i.test(date)
}

/** `--stdin` reads its orders: a list that the text does not show may hold a deletion. */
function listedDelete(given: GitOptions, { command }: PolicyCommand): Word | null {
  const stdin = optionInForce(given, 'stdin')
  if (stdin === null || (command.stdin !== null && !/(?:^|[\n\0])delete[ \0]/.test(command.stdin))) return null
  return stdin.word
}

/** The program `bfg`, alone or as a Java archive. */
function runsBfg({ name, args, command }: PolicyCommand): Span | null {
  if (args.some(({ text }) => /^(?:--help|-h|--version)$/.test(text))) return null
  if (name === 'bfg') return command.words[0]?.span ?? command.span
  const jar = name === 'java' ? args.findIndex(({ text }) => text === '-jar') : -1
  const file = jar < 0 ? undefined : args[jar + 1]
  return file !== undefined && /(?:^|\/)bfg[\w.-]*\.jar$/i.test(file.text) ? file.span : null
}
