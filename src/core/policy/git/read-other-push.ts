import type { Word } from '../../shell/simple-command.ts'
import type { PolicyCommand } from '../rule.ts'
import type { Push, PushRef } from './push.ts'
import { branchName } from './push-refs.ts'
import { readGitCall } from './read-git-call.ts'
import { type GitOptionTable, gitOptionTable, optionInForce, readGitOptions } from './read-git-options.ts'

/** How another program, or a verb of git that has verbs of its own, publishes commits. */
type Publisher = {
  /** The leading operands that publish, one of each list. */
  readonly verbs: readonly (readonly string[])[]
  readonly options: GitOptionTable
  /** Options whose values are the branches that are sent. */
  readonly branches?: readonly string[]
}

const SVN = gitOptionTable('m|message= F|file= username= password= config-dir= config-option= depth= N|non-recursive')

const PUBLISHERS: Readonly<Record<string, Publisher>> = {
  hg: {
    verbs: [['push']],
    options: gitOptionTable(
      'R|repository= cwd= config= f|force r|rev= B|bookmark= b|branch= e|ssh= remotecmd= v|verbose',
    ),
  },
  svn: { verbs: [['commit', 'ci', 'import']], options: SVN },
  jj: {
    verbs: [['git'], ['push']],
    options: gitOptionTable(
      'R|repository= config= remote= b|bookmark= branch= all tracked deleted N|allow-new r|revisions= c|change= dry-run',
    ),
    branches: ['bookmark', 'branch'],
  },
  'git svn': {
    verbs: [['dcommit']],
    options: gitOptionTable('n|dry-run commit-url= revision= m|mergeinfo= i|id= R|svn-remote='),
  },
  'git lfs': { verbs: [['push']], options: gitOptionTable('d|dry-run all o|object-id stdin') },
  'git p4': {
    verbs: [['submit']],
    options: gitOptionTable('n|dry-run origin= commit= git-dir= shelve update-shelve= v|verbose'),
  },
}

/** Programs that publish commits without git's own push. */
export const OTHER_PUBLISHERS: readonly string[] = ['hg', 'svn', 'jj']

export function readOtherPush(command: PolicyCommand): Push | null {
  const call = readGitCall(command)
  const key = call === null ? command.name : `git ${call.verb}`
  const publisher = Object.hasOwn(PUBLISHERS, key) ? PUBLISHERS[key] : undefined
  if (publisher === undefined) return null
  const given = readGitOptions(call?.args ?? command.args, publisher.options)
  if (given.help || optionInForce(given, 'dry-run') !== null) return null
  const verbs = given.operands.slice(0, publisher.verbs.length)
  const publishes = publisher.verbs.every((names, at) => names.includes(verbs[at]?.text.toLowerCase() ?? ''))
  if (!publishes) return null
  const branches = given.options.flatMap(({ name, value }) =>
    value && publisher.branches?.includes(name) ? [value] : [],
  )
  const refs = branches.map(branchRef)
  const span = spanBetween(command.command.words[0], verbs[verbs.length - 1])
  return { span, force: null, lease: null, refs: refs.length > 0 ? refs : [{ name: null, forced: false, word: null }] }
}

function branchRef(word: Word): PushRef {
  const known = !word.dynamic && !/[:*?[]/.test(word.text)
  return { name: known ? branchName(word.text) : null, forced: false, word }
}

function spanBetween(first: Word | undefined, last: Word | undefined): Push['span'] {
  const start = first?.span ?? [0, 0]
  const end = last?.span ?? start
  return end[1] >= start[0] ? [start[0], end[1]] : end
}
