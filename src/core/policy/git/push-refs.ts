import type { Word } from '../../shell/simple-command.ts'
import type { BranchScope } from './branch-scope.ts'
import type { PushRef } from './push.ts'

type PushAim = {
  readonly scope: BranchScope
  readonly protectedBranches: readonly string[]
  /** Refs of the other side that have no counterpart here are deleted. */
  readonly prune: boolean
}

export const EVERY_TAG = 'refs/tags/*'

/** A branch without what stands for `refs/heads/`; git takes `heads/main` for the branch too. */
export function branchName(ref: string): string {
  return ref.replace(/^(?:refs\/)?heads\//i, '')
}

/** The refs of the refspecs of one push. */
export function pushRefs(specs: readonly Word[], aim: PushAim): readonly PushRef[] {
  const kept = new Set(specs.flatMap(({ text }) => (text.startsWith('^') ? [branchName(text.slice(1))] : [])))
  const refs: PushRef[] = []
  for (let at = 0; at < specs.length; at += 1) {
    const word = specs[at]
    if (word === undefined) break
    const tagged = specs[at + 1]
    if (word.text === 'tag' && tagged !== undefined) {
      refs.push({ name: tagged.dynamic ? null : `refs/tags/${tagged.text}`, forced: false, word: tagged })
      at += 1
    } else if (!word.text.startsWith('^')) refs.push(...readRefspec(word, aim, kept))
  }
  return refs
}

function readRefspec(word: Word, aim: PushAim, kept: ReadonlySet<string>): readonly PushRef[] {
  const forced = word.text.startsWith('+')
  const spec = forced ? word.text.slice(1) : word.text
  if (spec === ':') return everyBranch(word, aim.scope).map((ref) => ({ ...ref, forced }))
  const colon = spec.lastIndexOf(':')
  const source = colon < 0 ? spec : spec.slice(0, colon)
  const target = colon < 0 ? source : spec.slice(colon + 1) || source
  if (target.includes('*') && isPattern(word)) {
    return globNames(source, target, aim, kept).map((name) => ({ name, forced, word }))
  }
  const unknown = /[*?[\\]/.test(target) || target === ''
  return [{ name: unknown ? null : targetName(target, colon < 0, aim.scope), forced, word }]
}

/** The star is git's, not one of the shell for file names and not something unknown. */
function isPattern({ text, dynamic, glob }: Word): boolean {
  return !dynamic || (glob === true && text.includes('refs/'))
}

function targetName(target: string, alone: boolean, { current }: BranchScope): string | null {
  return alone && /^(?:HEAD|@)$/i.test(target) ? current : branchName(target)
}

/** What `--all` and the matching refspec push: the branches that are here. */
export function everyBranch(word: Word | null, { local }: BranchScope): readonly PushRef[] {
  return (local ?? [null]).map((name) => ({ name, forced: false, word }))
}

/** The branches that a refspec with a star pushes; with `--prune` those that it deletes too. */
function globNames(
  source: string,
  target: string,
  aim: PushAim,
  kept: ReadonlySet<string>,
): readonly (string | null)[] {
  const pruned = aim.prune
    ? aim.protectedBranches.filter((name) => starPart(target, `refs/heads/${name}`) !== null && !kept.has(name))
    : []
  const pushed = (aim.scope.local ?? []).flatMap((name) => {
    const part = kept.has(name) ? null : starPart(source, `refs/heads/${name}`)
    return part === null ? [] : [branchName(target.replace('*', () => part))]
  })
  const known = aim.scope.local !== null && pushed.length > 0
  return known ? [...pruned, ...pushed] : [...pruned, null]
}

/** What the star of a pattern stands for in a full name; null where it does not fit. */
function starPart(pattern: string, name: string): string | null {
  const star = pattern.indexOf('*')
  const front = pattern.slice(0, star)
  const back = pattern.slice(star + 1)
  const fits = star >= 0 && name.length >= front.length + back.length && name.startsWith(front) && name.endsWith(back)
  return fits ? name.slice(front.length, name.length - back.length) : null
}
