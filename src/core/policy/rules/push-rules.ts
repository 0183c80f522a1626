import { type Push, type PushRef, pushSubjects } from '../git/push.ts'
import { GIT_PROGRAMS } from '../git/read-git-call.ts'
import { OTHER_PUBLISHERS } from '../git/read-other-push.ts'
import { readPush } from '../git/read-push.ts'
import type { PolicyContext, PolicyRule, RuleHit, Span } from '../rule.ts'

const PUSHERS = [...GIT_PROGRAMS, ...OTHER_PUBLISHERS]

function pushHit(push: Push, span: Span): RuleHit {
  return { span, subjects: pushSubjects(push) }
}

function isProtected({ name }: PushRef, { protectedBranches }: PolicyContext): boolean {
  return name !== null && protectedBranches.includes(name.toLowerCase())
}

/** A `+` before a protected branch is the matter of `main-push`, as in the specification; a flag is one of both rules. */
function forcedSpan({ force, refs, span }: Push, context: PolicyContext): Span | null {
  const ref = refs.find((one) => one.forced && !isProtected(one, context))
  return force ?? (ref === undefined ? null : (ref.word?.span ?? span))
}

function protectedRef({ refs }: Push, context: PolicyContext): PushRef | null {
  return refs.find((ref) => isProtected(ref, context)) ?? null
}

/** Who permits a push to a branch has not permitted to force it. */
function withoutForced(push: Push): Push {
  return { ...push, refs: push.refs.map((ref) => (ref.forced ? { ...ref, name: null } : ref)) }
}

export const PUSH_RULES: readonly PolicyRule[] = [
  {
    id: 'force-push',
    level: 'BLOCK',
    area: 'git',
    reason: 'force push rewrites shared history',
    programs: PUSHERS,
    find(command, context) {
      const push = readPush(command, context)
      const span = push && forcedSpan(push, context)
      return push && span && pushHit(push, span)
    },
    hits: [
      'git push --force origin feature',
      'git push origin feature -f',
      'git push -uf origin feature',
      'git push origin +feature',
      'git push --mirror backup',
      'git -C ../app push -f origin HEAD',
      'git push --force-with-lease --force origin feature',
      'git -c alias.p="push -f" p origin feature',
      'git -c remote.origin.mirror=true push origin',
      'git send-pack --force origin feature',
      'git subtree push --prefix docs origin +pages',
      'hub push --force origin feature',
      '/usr/lib/git-core/git-push -f origin feature',
    ],
    misses: [
      'git push origin my-f',
      'git push origin +main',
      'git push --force --no-force origin feature',
      'git push --force-with-lease origin feature',
      'git push --force-if-includes origin feature',
      'git push --follow-tags origin feature',
      'git push -o -f origin feature',
      'git push --force --dry-run origin feature',
      'git push origin -- feature -f',
      'git push origin HEAD && test -f out.txt',
      'git fetch --force origin',
      'git add -f dist/manifest.json',
    ],
  },
  {
    id: 'main-push',
    level: 'BLOCK',
    area: 'git',
    reason: 'main branch must be merged through review',
    programs: PUSHERS,
    find(command, context) {
      const push = readPush(command, context)
      const ref = push && protectedRef(push, context)
      return push && ref && pushHit(withoutForced(push), ref.word?.span ?? push.span)
    },
    hits: [
      'git push origin main',
      'git push origin HEAD:main',
      'git push origin +HEAD:refs/heads/main',
      'git push origin heads/master',
      'git push origin :main',
      'git push --delete origin main',
      'git push origin $BRANCH:main',
      'git push --force-with-lease origin main',
      'git push origin feature -- main',
      "git push --prune origin 'refs/heads/*'",
      'git checkout main && git push',
      'git --git-dir=.git --work-tree . push origin main',
      'git -c remote.origin.push=HEAD:main push origin',
      'git send-pack origin main',
      'git subtree push --prefix docs origin main',
      'hub push origin main',
      'jj git push --bookmark main',
    ],
    misses: [
      'git push origin feature-main',
      'git push origin feature/main-menu',
      'git push origin release/master',
      'git push origin main:feature',
      'git push origin main:refs/tags/main',
      'git push origin tag main',
      'git push main feature',
      'git push main',
      'git push --dry-run origin main',
      'git push origin feature && git checkout main',
      'git checkout main && git checkout -b fix && git push -u origin HEAD',
      'git push origin HEAD',
      'git push',
      'git push --all origin',
      'git push origin --tags',
      'git pull origin main',
      'git stash push -m main',
    ],
  },
  {
    id: 'external-push',
    level: 'MANUAL',
    area: 'git',
    reason: 'external publication needs a human gate',
    programs: PUSHERS,
    find(command, context) {
      const push = readPush(command, context)
      if (push === null || push.lease !== null || forcedSpan(push, context) || protectedRef(push, context)) return null
      return pushHit(push, push.span)
    },
    hits: [
      'git push',
      'git push origin feature',
      'git push origin "$BRANCH"',
      'git push origin --tags',
      'git push --all origin',
      'git push --delete origin feature',
      'git push --forc origin feature',
      'git push origin --no-force',
      'git send-pack origin feature',
      'git subtree push --prefix docs origin pages',
      'git svn dcommit',
      'git lfs push origin feature',
      'git p4 submit',
      'hg push',
      'svn commit -m fix',
      'jj git push',
    ],
    misses: [
      'git push --dry-run origin feature',
      'git push -n origin feature',
      'git push --help',
      'git help push',
      'git push --force-with-lease origin feature',
      'git stash push -m wip',
      'git fetch origin feature',
      'git-push origin feature',
      'git pushall origin feature',
      'git svn dcommit --dry-run',
      'git svn rebase',
      'git lfs pull',
      'hg commit -m push',
      'svn update',
      'jj git fetch',
    ],
  },
  {
    id: 'lease-push',
    level: 'MANUAL',
    area: 'git',
    reason: 'a push with a lease may still rewrite published history',
    programs: PUSHERS,
    find(command, context) {
      const push = readPush(command, context)
      return push?.lease && !forcedSpan(push, context) ? pushHit(push, push.lease) : null
    },
    hits: [
      'git push --force-with-lease origin feature',
      'git push --force-with-lease=feature:1a2b3c4 origin feature',
      'git push --force-w',
      'git push --force-if-includes --force-with-lease',
      'git send-pack --force-with-lease origin feature',
    ],
    misses: [
      'git push --force-if-includes origin feature',
      'git push --force-with-lease --no-force-with-lease origin feature',
      'git push --force --force-with-lease origin feature',
      'git push --force-with-lease --dry-run origin feature',
      'git push origin force-with-lease',
    ],
  },
]
