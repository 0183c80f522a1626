/** The predicates that a unit of work may declare (protocol-a 9b). */
export const DONE_PREDICATES = ['clean_worktree', 'committed_changes', 'review_ready', 'evidence_ref_exists'] as const
export type DonePredicate = (typeof DONE_PREDICATES)[number]

export type DoneVerdict = 'pass' | 'fail' | 'undetermined'

/** What somebody else measured; nothing here looks at git or a file, and any fact may be invented. */
export type DoneFacts = { readonly [key: string]: unknown }

export type DoneGateResult = {
  readonly schema: 'hpp.done-gate/v1'
  readonly verdict: DoneVerdict
  readonly predicates: readonly {
    readonly predicate: DonePredicate
    readonly verdict: DoneVerdict
    readonly reason: string
  }[]
  readonly reason: string
}

/** Facts that contradict their form, such as a negative number of commits: a mistake of whoever measured them. */
export class DoneFactsError extends Error {}

type Answer = readonly [DoneVerdict, string]
type Judge = (facts: DoneFacts) => Answer

/**
 * Whether a unit of work is done, over facts that somebody else measured (protocol-a 9b). Facts from git count only where
 * they were read under a private index. Any `fail` fails, else any `undetermined` leaves it so; an empty list of
 * predicates determines nothing. Throws a DoneFactsError.
 */
export function judgeDoneGate(predicates: readonly DonePredicate[], facts: unknown): DoneGateResult {
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts)) {
    throw new DoneFactsError('the facts of a done gate must be an object')
  }
  const rows = predicates.map((predicate) => {
    const [verdict, reason] = JUDGES[predicate](facts as DoneFacts)
    return { predicate, verdict, reason }
  })
  const open = rows.filter(({ verdict }) => verdict !== 'pass')
  return {
    schema: 'hpp.done-gate/v1',
    verdict: verdictOf(rows.map(({ verdict }) => verdict)),
    predicates: rows,
    reason:
      rows.length === 0
        ? 'empty gate'
        : open.length === 0
          ? 'every predicate passed'
          : `blocked by: ${open.map(({ predicate }) => predicate).join(', ')}`,
  }
}

function verdictOf(verdicts: readonly DoneVerdict[]): DoneVerdict {
  if (verdicts.includes('fail')) return 'fail'
  return verdicts.length === 0 || verdicts.includes('undetermined') ? 'undetermined' : 'pass'
}

const JUDGES: Readonly<Record<DonePredicate, Judge>> = {
  clean_worktree: underPrivateIndex('dirty_paths', (paths) => {
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) {
      throw new DoneFactsError('dirty_paths must be a list of text')
    }
    return paths.length === 0 ? ['pass', 'no dirty path'] : ['fail', `${paths.length} dirty path(s)`]
  }),
  committed_changes: underPrivateIndex('commits', (commits) => {
    if (typeof commits !== 'number' || !Number.isInteger(commits) || commits < 0) {
      throw new DoneFactsError('commits must be a whole number, 0 or more')
    }
    return commits > 0 ? ['pass', `${commits} commit(s)`] : ['fail', 'no commit']
  }),
  review_ready: known('review_ready', (ready) => {
    if (typeof ready !== 'boolean') throw new DoneFactsError('review_ready must be true or false')
    return ready ? ['pass', 'ready for review'] : ['fail', 'not ready for review']
  }),
  evidence_ref_exists: known('evidence_ref', (reference) => {
    if (typeof reference !== 'string') throw new DoneFactsError('evidence_ref must be text')
    return reference.trim() === '' ? ['fail', 'the evidence reference is blank'] : ['pass', 'evidence is referred to']
  }),
}

function known(key: string, judge: (value: unknown) => Answer): Judge {
  return (facts) => {
    const value = Object.hasOwn(facts, key) ? facts[key] : undefined
    return value === undefined || value === null ? ['undetermined', `${key} is not known`] : judge(value)
  }
}

function underPrivateIndex(key: string, judge: (value: unknown) => Answer): Judge {
  const judged = known(key, judge)
  return (facts) => {
    const answer = judged(facts)
    return facts['index'] === 'private' ? answer : ['undetermined', 'not read under a private index']
  }
}

/** What is wrong with the predicates that a spec declares; null where nothing is (protocol-a 9b, protocol-b 7.1). */
export function faultOfDonePredicates(declared: unknown): string | null {
  if (!Array.isArray(declared) || !declared.every((one): one is string => typeof one === 'string')) {
    return 'needs a list of done gate predicate names'
  }
  if (declared.length === 0) return 'empty done gate'
  if (new Set(declared).size < declared.length) return 'repeats a done gate predicate'
  const unknown = declared.find((one) => !(DONE_PREDICATES as readonly string[]).includes(one))
  return unknown === undefined ? null : `unknown done gate predicate: ${unknown}`
}
