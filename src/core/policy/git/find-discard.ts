import type { Word } from '../../shell/simple-command.ts'
import type { PolicyCommand, PolicyContext, Subjects } from '../rule.ts'
import { branchScope } from './branch-scope.ts'
import { isOneFile, isSurelyPath, pathspecPlace } from './named-paths.ts'
import type { GitCall } from './read-git-call.ts'
import {
  type GitOption,
  type GitOptions,
  type GitOptionTable,
  gitOptionTable,
  optionInForce,
  readGitOptions,
} from './read-git-options.ts'

/** Work that a call of git throws away without keeping a copy. */
type Discard = {
  /** The word that decides; null: the verb itself. */
  readonly word: Word | null
  readonly subjects: Subjects
}

type Facts = {
  readonly call: GitCall
  readonly given: GitOptions
  readonly command: PolicyCommand
  readonly context: PolicyContext
}

type Verb = { readonly options: GitOptionTable; find(facts: Facts): Discard | null }

/** The work tree may begin above the folder of the call, and the text does not say where. */
const WHOLE_TREE: Subjects = { paths: [null] }

const VERBS: Readonly<Record<string, Verb>> = {
  reset: {
    options: gitOptionTable(
      'mixed soft hard merge keep q|quiet refresh recurse-submodules p|patch pathspec-from-file=',
    ),
    find: ({ given }) => {
      const modes = ['mixed', 'soft', 'hard', 'merge', 'keep']
      const mode = given.options.findLast(({ name, on }) => on && modes.includes(name))
      return mode?.name === 'hard' || mode?.name === 'merge' ? wholeTree(mode) : null
    },
  },
  checkout: {
    options: gitOptionTable(
      'b= B= l guess overlay q|quiet recurse-submodules progress m|merge conflict= d|detach t|track f|force orphan=' +
        ' overwrite-ignore ignore-other-worktrees 2|ours 3|theirs p|patch pathspec-from-file= pathspec-file-nul',
    ),
    find: findCheckout,
  },
  switch: {
    options: gitOptionTable(
      'c|create= C|force-create= guess discard-changes q|quiet recurse-submodules progress m|merge conflict=' +
        ' d|detach t|track f|force orphan= overwrite-ignore ignore-other-worktrees',
    ),
    find: (facts) => {
      const force = optionInForce(facts.given, 'force', 'discard-changes')
      return force === null ? overwrittenBranch(facts, optionInForce(facts.given, 'force-create')) : wholeTree(force)
    },
  },
  restore: {
    options: gitOptionTable(
      's|source= S|staged W|worktree ignore-unmerged overlay q|quiet recurse-submodules progress m|merge conflict=' +
        ' 2|ours 3|theirs p|patch pathspec-from-file= pathspec-file-nul',
    ),
    find: findRestore,
  },
  branch: {
    options: gitOptionTable(
      'v|verbose q|quiet t|track u|set-upstream-to= r|remotes contains= no-contains= a|all d|delete D m|move M c|copy' +
        ' C l|list show-current create-reflog edit-description f|force merged no-merged sort= points-at= format=',
    ),
    find: findBranch,
  },
  stash: {
    options: gitOptionTable('q|quiet'),
    find: ({ given: { operands } }) => {
      const [verb] = operands
      return verb !== undefined && /^(?:drop|clear)$/i.test(verb.text) ? { word: verb, subjects: WHOLE_TREE } : null
    },
  },
  worktree: { options: gitOptionTable('f|force'), find: (facts) => forcedOn('remove', facts) },
  submodule: { options: gitOptionTable('f|force all q|quiet'), find: (facts) => forcedOn('deinit', facts) },
  'read-tree': {
    options: gitOptionTable('index-output= m reset u i n|dry-run prefix= v|verbose q|quiet'),
    find: ({ given }) => {
      const dry = optionInForce(given, 'dry-run') !== null || optionInForce(given, 'u') === null
      return dry ? null : wholeTree(optionInForce(given, 'reset'))
    },
  },
  'checkout-index': {
    options: gitOptionTable('a|all f|force q|quiet n|no-create u|index z stdin temp prefix= stage='),
    find: ({ given }) => {
      const elsewhere = optionInForce(given, 'prefix', 'temp') !== null || optionInForce(given, 'all', 'stdin') === null
      return elsewhere ? null : wholeTree(optionInForce(given, 'force'))
    },
  },
  'update-ref': { options: gitOptionTable('m= d|delete deref z stdin create-reflog'), find: findMovedRef },
}

/** The work that a call of git throws away; null where it keeps everything. */
export function findDiscard(call: GitCall, command: PolicyCommand, context: PolicyContext): Discard | null {
  const verb = Object.hasOwn(VERBS, call.verb) ? VERBS[call.verb] : undefined
  if (verb === undefined) return null
  const given = readGitOptions(call.args, verb.options)
  return given.help ? null : verb.find({ call, given, command, context })
}

function wholeTree(option: GitOption | null): Discard | null {
  return option === null ? null : { word: option.word, subjects: WHOLE_TREE }
}

function findCheckout(facts: Facts): Discard | null {
  const { given } = facts
  const force = optionInForce(given, 'force')
  if (force !== null) return wholeTree(force)
  const reset = optionInForce(given, 'B')
  if (reset !== null) return overwrittenBranch(facts, reset)
  const makes = optionInForce(given, 'b', 'orphan', 'detach', 'track') !== null
  return makes || asksForEach(facts) ? null : lostPaths(facts, checkoutPaths(given))
}

/** What stands behind `--`, or behind a commit; a single word is a path only where it cannot be a branch. */
function checkoutPaths({ operands, before }: GitOptions): readonly Word[] {
  if (before !== null) return operands.slice(before)
  const [first, ...rest] = operands
  if (first === undefined) return []
  // `v1.2 a.ts` is a commit and a path, `a.ts b.ts` two paths.
  const path = isSurelyPath(first) && (rest.length === 0 || !/\.\d[^./]*$/.test(first.text))
  return path ? operands : rest
}

function findRestore(facts: Facts): Discard | null {
  const { given } = facts
  const indexOnly = optionInForce(given, 'staged') !== null && optionInForce(given, 'worktree') === null
  return indexOnly || asksForEach(facts) ? null : lostPaths(facts, given.operands)
}

/** `--patch` asks a person about each piece, unless something else gives the answers. */
function asksForEach({ given, command: { command } }: Facts): boolean {
  const answered = command.piped || command.stdin !== null || command.feed !== undefined
  return optionInForce(given, 'patch') !== null && !answered
}

function lostPaths({ call, given }: Facts, paths: readonly Word[]): Discard | null {
  const list = optionInForce(given, 'pathspec-from-file')
  if (list !== null) return wholeTree(list)
  const word = paths.find((path) => !isOneFile(path)) ?? paths[1]
  if (word === undefined) return null
  return { word, subjects: { paths: paths.map((path) => pathspecPlace(call, path)) } }
}

function forcedOn(wanted: string, { call, given }: Facts): Discard | null {
  const [verb, ...paths] = given.operands
  const force = optionInForce(given, 'force')
  if (verb?.text.toLowerCase() !== wanted || force === null) return null
  const places = paths.map((path) => pathspecPlace(call, path))
  return { word: force.word, subjects: { paths: places.length > 0 ? places : [null] } }
}

function findBranch(facts: Facts): Discard | null {
  const { given } = facts
  const { operands } = given
  const force = optionInForce(given, 'force')
  const remove = optionInForce(given, 'D') ?? (force && optionInForce(given, 'delete'))
  if (remove !== null && operands.length > 0) {
    return { word: remove.word, subjects: { refs: operands.map((word) => refName(word)) } }
  }
  const renames = optionInForce(given, 'move', 'M', 'copy', 'C') !== null
  const overwrite = optionInForce(given, 'M', 'C') ?? force
  return overwrittenBranch(
    facts,
    overwrite && { ...overwrite, value: operands[renames ? operands.length - 1 : 0] ?? null },
  )
}

/** A branch that is set anew loses its commits, unless it is known that there is none of that name yet. */
function overwrittenBranch({ call, command, context }: Facts, option: GitOption | null): Discard | null {
  if (option === null || option.value === null) return null
  const name = refName(option.value)
  const { local, current } = branchScope(call, command, context)
  const fresh =
    name !== null && local !== null && (!local.includes(name) || (call.verb === 'branch' && name === current))
  return fresh ? null : { word: option.word, subjects: { refs: [name] } }
}

/** `update-ref refs/heads/x COMMIT` sets a branch anew, unless it says that there is none of that name. */
function findMovedRef(facts: Facts): Discard | null {
  const [ref, , old] = facts.given.operands
  const branch = /^refs\/heads\/(.+)$/s.exec(ref?.text ?? '')?.[1]
  if (ref === undefined || branch === undefined || optionInForce(facts.given, 'delete') !== null) return null
  if (/^(?:|0{40}|0{64})$/.test(old?.text ?? '-')) return null
  const value = { ...ref, text: branch }
  return overwrittenBranch(facts, { name: 'update-ref', on: true, value, word: ref })
}

function refName(word: Word): string | null {
  return word.dynamic || word.assumed ? null : word.text
}
