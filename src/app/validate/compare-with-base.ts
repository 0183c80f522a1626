import { relative } from 'node:path/posix'
import type { LogFile } from '../../core/decisions/decision.ts'
import { Refusal } from '../../core/fault.ts'
import { compareLog, type Violation } from '../../core/sessions/compare-log.ts'
import { loadReader, type OpenLog } from '../decisions/open-log.ts'
import type { Git, LogOnDisk, World } from '../world.ts'
import { logProblems, type Problem, problemOf } from './problem.ts'
import { readLogOfTree } from './read-log-of-tree.ts'

type CommittedLog = Pick<LogOnDisk, 'files' | 'others'>

/** The logs that a comparison needs, all of one repository. */
type Histories = {
  /** Where the two histories parted. */
  readonly base: CommittedLog
  readonly head: CommittedLog
  /** The tip of the revision that HEAD is to be merged into. */
  readonly target: CommittedLog
  /** What the merge would hold, and the files it could not join. */
  readonly merged: CommittedLog
}

/**
 * Holds HEAD and the work tree by the append rule against the merge base of a revision and HEAD, and looks at what
 * the merge of the two would hold.
 */
export async function compareWithBase(
  world: Pick<World, 'git'>,
  open: OpenLog,
  revision: string,
): Promise<readonly Problem[]> {
  const histories = await readHistories(world.git, open.project, revision)
  const atHead = brokenSince(histories.base, histories.head)
  const inTree = brokenSince(histories.base, open.disk)
  const afterMerge = brokenSince(histories.target, histories.merged)
  return unique([
    ...atHead.map((violation) => problemFromViolation(violation, `since ${revision}`)),
    ...inTree.map((violation) => problemFromViolation(violation, `since ${revision}`)),
    ...afterMerge.map((violation) => problemFromViolation(violation, `once merged with ${revision}`)),
    ...(await newTroubleOfMerge(open, histories.merged, revision)),
  ])
}

function brokenSince(before: CommittedLog, after: CommittedLog): readonly Violation[] {
  const baseline = Object.fromEntries(before.files.map(({ name, text }) => [name, text]))
  if (before.files.length === 0) return []
  return compareLog({ baseline, disk: after, guarded: false }).violations
}

function problemFromViolation({ id, file, what }: Violation, when: string): Problem {
  return problemOf(id, file, { severity: 'error', code: 'history-changed', message: `${what} (${when})` })
}

/** Faults that only the merge brings: clashing ids, files that git could not join. */
async function newTroubleOfMerge(open: OpenLog, merged: CommittedLog, revision: string): Promise<readonly Problem[]> {
  const known = new Set(logProblems(open.log).map(keyOf))
  const read = await loadReader()
  const found = logProblems(read(merged)).filter((problem) => problem.severity === 'error')
  return found
    .filter((problem) => !known.has(keyOf(problem)))
    .map((problem) => ({ ...problem, line: null, message: `${problem.message} (once merged with ${revision})` }))
}

function keyOf({ code, file, message }: Problem): string {
  return JSON.stringify([code, file, message])
}

function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()]
}

async function readHistories(git: Git, project: string, revision: string): Promise<Histories> {
  const top = await git.topLevel(project)
  if (top === null) {
    throw new Refusal({
      code: 'no-repository',
      message: `git finds no repository for ${project}`,
      hint: 'git rev-parse --show-toplevel says why',
    })
  }
  const target = await mustFind(git, top, revision)
  const head = await mustFind(git, top, 'HEAD')
  const base = await git.mergeBase(top, target, head)
  if (base === null) throw noMergeBase(revision)
  const path = [relative(top, project), '.hdr/decisions'].filter((part) => part !== '').join('/')
  const read = (tree: string) => readLogOfTree(git, top, tree, path)
  const atHead = await read(head)
  const atTarget = await read(target)
  const tree = await git.mergeTree(top, target, head)
  const merged = tree === null ? union(atTarget, atHead) : await read(tree)
  return { base: await read(base), head: atHead, target: atTarget, merged }
}

/** Where git cannot merge for us: all files of both, with HEAD's text where both have one. */
function union(target: CommittedLog, head: CommittedLog): CommittedLog {
  const files = new Map<string, LogFile>([...target.files, ...head.files].map((file) => [file.name, file]))
  return { files: [...files.values()], others: [...head.others] }
}

async function mustFind(git: Git, top: string, revision: string): Promise<string> {
  const commit = await git.commit(top, revision)
  if (commit !== null) return commit
  throw new Refusal({
    code: 'usage/unknown-revision',
    message: `git knows no commit ${revision}`,
    hint: 'a shallow clone holds only its tip: fetch the revision first',
  })
}

function noMergeBase(revision: string): Refusal {
  return new Refusal({
    code: 'no-merge-base',
    message: `${revision} and HEAD have no commit in common`,
    hint: 'a shallow clone is cut off before it: fetch the whole history',
  })
}
