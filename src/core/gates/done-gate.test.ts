import { describe, expect, it } from 'vitest'
import { DONE_PREDICATES, DoneFactsError, faultOfDonePredicates, judgeDoneGate } from './done-gate.ts'

const DONE = { index: 'private', dirty_paths: [], commits: 1, review_ready: true, evidence_ref: 'a.json' }

describe('the done gate', () => {
  it('passes where every predicate does', () => {
    expect(judgeDoneGate(DONE_PREDICATES, DONE)).toMatchObject({ verdict: 'pass', reason: 'every predicate passed' })
  })

  it.each([
    ['clean_worktree', { dirty_paths: ['a', 'b'] }, 'fail', '2 dirty path(s)'],
    ['clean_worktree', { index: 'shared' }, 'undetermined', 'not read under a private index'],
    ['clean_worktree', { dirty_paths: undefined }, 'undetermined', 'dirty_paths is not known'],
    ['committed_changes', { commits: 0 }, 'fail', 'no commit'],
    ['committed_changes', { index: undefined }, 'undetermined', 'not read under a private index'],
    ['review_ready', { review_ready: false }, 'fail', 'not ready for review'],
    ['review_ready', { review_ready: null }, 'undetermined', 'review_ready is not known'],
    ['evidence_ref_exists', { evidence_ref: ' ' }, 'fail', 'the evidence reference is blank'],
  ] as const)('%s with %j: %s', (predicate, facts, verdict, reason) => {
    const result = judgeDoneGate([predicate], { ...DONE, ...facts })
    expect(result).toMatchObject({ verdict, reason: `blocked by: ${predicate}`, predicates: [{ verdict, reason }] })
  })

  it('fails before it is undetermined, and an empty one determines nothing', () => {
    expect(judgeDoneGate(['review_ready', 'evidence_ref_exists'], { evidence_ref: '' }).verdict).toBe('fail')
    expect(judgeDoneGate([], DONE)).toMatchObject({ verdict: 'undetermined', reason: 'empty gate' })
  })

  it.each([
    [{ dirty_paths: 'a' }],
    [{ dirty_paths: [1] }],
    [{ commits: -1 }],
    [{ commits: true }],
    [{ commits: 1.5 }],
    [{ review_ready: 'yes' }],
    [{ evidence_ref: 1 }],
  ])('facts of another form are an error: %j', (facts) => {
    expect(() => judgeDoneGate(DONE_PREDICATES, { ...DONE, ...facts })).toThrow(DoneFactsError)
  })

  it.each([[null], [[]], ['x']])('facts that are no object are an error: %j', (facts) => {
    expect(() => judgeDoneGate([], facts)).toThrow(DoneFactsError)
  })

  it.each([
    ['x', 'list of done gate predicate names'],
    [[1], 'list of done gate predicate names'],
    [[], 'empty done gate'],
    [['review_ready', 'review_ready'], 'repeats'],
    [['done'], 'unknown done gate predicate: done'],
    [['review_ready'], null],
  ])('declared as %j: %s', (declared, fault) => {
    const found = faultOfDonePredicates(declared)
    if (fault === null) expect(found).toBeNull()
    else expect(found).toContain(fault)
  })
})
