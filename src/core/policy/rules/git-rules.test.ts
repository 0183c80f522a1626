import { describe, expect, it } from 'vitest'
import { readContext } from '../classify-command.ts'
import { findHits } from '../find-hits.ts'
import type { Branches } from '../rule.ts'
import { GIT_RULES } from './git-rules.ts'

const ON_MAIN: Branches = { current: 'main', pushTarget: 'main', local: ['main', 'feature'] }
const ON_FEATURE: Branches = { current: 'feature', pushTarget: 'feature', local: ['main', 'feature'] }
const ALONE: Branches = { current: 'feature', pushTarget: null, local: ['feature'] }
const DETACHED: Branches = { current: null, pushTarget: null, local: ['main'] }

function hits(text: string, branches: Branches | null = null, folder: string | null = null) {
  return findHits(readContext(text, { branches, folder }), GIT_RULES)
}

function ids(text: string, branches: Branches | null = null, folder: string | null = null): readonly string[] {
  return hits(text, branches, folder).map(({ rule }) => rule.id)
}

function first(text: string, branches: Branches | null = null) {
  const [found] = hits(text, branches)
  return { id: found?.rule.id, piece: found && text.slice(...found.hit.span), ...found?.hit.subjects }
}

describe('pushes', () => {
  it.each([
    ['GIT PUSH --FORCE origin x', 'force-push'],
    ['git push --mir backup', 'force-push'],
    ['git push --m backup', 'force-push'],
    ['git push -vfu origin x', 'force-push'],
    ['git push --no-force -f origin x', 'force-push'],
    ['git push --force --no-force-with-lease origin x', 'force-push'],
    ['git push origin +$BRANCH', 'force-push'],
    ['git push origin +:', 'force-push'],
    ['git push --dry-run --no-dry-run -f origin x', 'force-push'],
    ['git push -o --help -f origin x', 'force-push'],
    ['git push -o ci.skip -f origin x', 'force-push'],
    ['git push --repo origin -f', 'force-push'],
    ['git --no-pager -C a -c b=c --work-tree d push -f', 'force-push'],
    ['GIT_DIR=x git push -f', 'force-push'],
    ['"$(git --exec-path)/git-push" -f origin x', 'force-push'],
    ['git push -f origin x; git push origin y', 'force-push external-push'],
    ['git push --force origin main', 'force-push main-push'],
    ['git push origin +main', 'main-push'],
    ['git push origin +main +x', 'force-push main-push'],
    ['git push --force-with-lease origin +main', 'main-push lease-push'],
    ['git push --force-w origin main', 'main-push lease-push'],
    ['git push --for origin x', 'external-push'],
    ['git push --f origin x', 'external-push'],
    ['git push --force-with-lease --no-force-w origin x', 'external-push'],
    ['git push --dr -f origin x', ''],
    ['git push -nf origin x', ''],
    ['git push -h', ''],
    ['git --version push -f', ''],
  ])('%s is %j', (text, wanted) => expect(ids(text).join(' ')).toBe(wanted))
})

describe('refs, with the branches unknown', () => {
  it.each([
    'main',
    'MAIN',
    'HEAD:main',
    'HEAD:refs/heads/MASTER',
    '+HEAD:main',
    'refs/heads/main',
    'heads/main',
    ':main',
    ':refs/heads/main',
    'main:',
    'v1:heads/main',
    'x:refs/heads/main',
    '"$X":main',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text for a shell
    '${B:-main}',
    'feature main',
    'tag v1 main',
    '--tags main',
    '--follow-tags main',
    '-d main',
    '--delete feature main',
    '{feature,main}',
    'm""ain',
  ])('origin %s reaches main', (refs) => expect(ids(`git push origin ${refs}`)).toContain('main-push'))

  it.each([
    'feature-main',
    'release/master',
    'main_branch',
    'mainline',
    'main:feature',
    'refs/tags/main',
    'v1:refs/tags/main',
    'tag main',
    'origin/main',
    'HEAD:refs/for/main',
    'refs/heads/heads/main',
    'HEAD',
    '@',
    ':',
    '"main$X"',
    '"$X"',
    'HEAD:$X',
    "'refs/heads/*'",
    'refs/heads/*',
    '--tags',
    '--all',
  ])('origin %s does not say so', (refs) => expect(ids(`git push origin ${refs}`)).toEqual(['external-push']))
})

describe('refs, with the branches known', () => {
  it.each([
    ['git push', ON_MAIN],
    ['git push origin', ON_MAIN],
    ['git push origin HEAD', ON_MAIN],
    ['git push origin @', ON_MAIN],
    ['git push -u origin HEAD', ON_MAIN],
    ['git push', { current: 'feature', pushTarget: 'main', local: ['feature'] }],
    ['git push', { current: 'main', pushTarget: null, local: ['main'] }],
    ['git push origin :', ON_FEATURE],
    ['git push --all origin', ON_FEATURE],
    ['git push --branches origin', ON_FEATURE],
    ["git push origin 'refs/heads/*'", ON_FEATURE],
    ['git push origin refs/heads/*', ON_FEATURE],
    ["git push origin '*'", ON_FEATURE],
    ["git push origin 'refs/heads/ma*:refs/heads/ma*'", ON_FEATURE],
    ["git push origin 'refs/heads/feat*:refs/heads/main*'", { current: null, pushTarget: null, local: ['feat'] }],
    ['git -c push.default=matching push', ON_FEATURE],
    ['git -c push.default=current push', { current: 'main', pushTarget: 'x', local: ['main'] }],
    ['git send-pack origin', ON_FEATURE],
    ['git push --prune --all origin', ALONE],
    ['git checkout main && git merge feature && git push', ON_FEATURE],
    ['git switch main; git push origin HEAD', ALONE],
    ['git branch -m main && git push', ALONE],
    ['cd packages/app && git push', ON_MAIN],
    ['git -C packages/app push origin HEAD', ON_MAIN],
  ] as const)('%s reaches main', (text, branches) => expect(ids(text, branches)).toContain('main-push'))

  it.each([
    ['git push', ON_FEATURE],
    ['git push origin HEAD', ON_FEATURE],
    ['git push', ALONE],
    ['git push origin HEAD', DETACHED],
    ['git push --tags', ON_MAIN],
    ['git push origin feature', ON_MAIN],
    ['git push origin :', ALONE],
    ['git push --all', ALONE],
    ["git push origin 'refs/heads/f*'", ON_MAIN],
    ["git push origin 'refs/heads/*' '^refs/heads/main'", ON_MAIN],
    ["git push origin 'refs/heads/*:refs/heads/backup/*'", ON_MAIN],
    ['git checkout -b fix && git add -A && git commit -m x && git push -u origin HEAD', ON_MAIN],
    ['git switch -c fix && git push', ON_MAIN],
    ['git checkout feature; git push', ON_MAIN],
    ['git checkout "$B"; git push', ON_MAIN],
    ['git -C ../other push', ON_MAIN],
    ['cd /srv/other && git push', ON_MAIN],
    ['cd "$X" && git push', ON_MAIN],
    ['ssh host git push', ON_MAIN],
  ] as const)('%s does not', (text, branches) => expect(ids(text, branches)).not.toContain('main-push'))

  it('takes an absolute folder for the same repository where it lies inside', () => {
    expect(ids('cd /repo/app && git push', ON_MAIN, '/repo')).toContain('main-push')
    expect(ids('cd /other && git push', ON_MAIN, '/repo')).toEqual(['external-push'])
  })

  it('does not take a file for the branch that was gone to', () => {
    expect(ids('git checkout README.md && git push', ON_MAIN)).toContain('main-push')
    expect(ids('git checkout -- src/a.ts && git push', ON_MAIN)).toContain('main-push')
  })
})

describe('what a push says about itself', () => {
  it.each([
    ['git push origin feature', 'external-push', 'git push', ['feature']],
    ['git push origin HEAD:refs/heads/a b:c', 'external-push', 'git push', ['a', 'c']],
    ['git push origin "$B" x', 'external-push', 'git push', [null, 'x']],
    ['git push "$R"', 'external-push', 'git push', [null, null]],
    ['git push', 'external-push', 'git push', [null]],
    ['git push --tags', 'external-push', 'git push', ['refs/tags/*']],
    ['git -C app push origin v1:refs/tags/v1', 'external-push', 'git -C app push', ['refs/tags/v1']],
    ['git push -uf origin feature', 'force-push', '-uf', ['feature']],
    ['git push origin x +y', 'force-push', '+y', ['x', 'y']],
    ['git push --mirror b', 'force-push', '--mirror', [null]],
    ['git push origin x HEAD:main', 'main-push', 'HEAD:main', ['x', 'main']],
    ['git push origin +HEAD:main', 'main-push', '+HEAD:main', [null]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text for a shell
    ['git push origin ${B:-x}', 'external-push', 'git push', [null]],
    ['git push --force-with-lease=x origin x', 'lease-push', '--force-with-lease=x', ['x']],
    ['git svn dcommit', 'external-push', 'git svn dcommit', [null]],
    ['jj git push -b x', 'external-push', 'jj git push', ['x']],
  ])('%s', (text, id, piece, refs) => expect(first(text)).toEqual({ id, piece, refs }))

  it('names the branches that are known', () => {
    expect(first('git push', ON_FEATURE).refs).toEqual(['feature'])
    expect(first('git push', ALONE).refs).toEqual([null])
    expect(first('git push --all', ALONE).refs).toEqual(['feature'])
    expect(first('git push', ON_MAIN)).toMatchObject({ piece: 'git push', refs: ['main'] })
  })
})

describe('what is thrown away', () => {
  it.each([
    ['git reset --hard', '--hard', { paths: [null] }],
    ['git -C ../app checkout -- src lib', 'src', { paths: ['../app/src', '../app/lib'] }],
    ['cd app && git restore .', '.', { paths: ['app'] }],
    ['git restore a.ts b.ts', 'b.ts', { paths: ['a.ts', 'b.ts'] }],
    ["git restore ':/' '*.ts'", "':/'", { paths: [null, null] }],
    ['git checkout -- "$X"', '"$X"', { paths: [null] }],
    ['git restore --pathspec-from-file list.txt', '--pathspec-from-file', { paths: [null] }],
    ['git worktree remove -f ../w', '-f', { paths: ['../w'] }],
    ['git stash drop', 'drop', { paths: [null] }],
    ['git branch -D a "$B"', '-D', { refs: ['a', null] }],
    ['git branch -M old new', '-M', { refs: ['new'] }],
    ['git checkout -B x origin/x', '-B', { refs: ['x'] }],
    ['ssh host git checkout .', 'git checkout .', { paths: [null] }],
  ])('%s', (text, piece, subjects) => expect(first(text)).toEqual({ id: 'discard-work', piece, ...subjects }))

  it.each([
    ['git checkout -B fresh', 'feature'],
    ['git switch -C fresh', 'feature'],
    ['git branch -M fresh', 'feature'],
    ['git branch -f fresh HEAD~1', 'feature'],
    ['git branch -M main', 'main'],
  ])('%s loses nothing where no such branch is known', (text, current) => {
    const branches = { current, pushTarget: null, local: ['main', 'feature'] }
    expect(ids(text, branches)).toEqual([])
    expect(ids(text, null)).toEqual(['discard-work'])
    expect(ids(text, { ...branches, current: 'other', local: ['fresh', 'main'] })).toEqual(['discard-work'])
  })

  it.each([
    'git checkout -- .env.local',
    'git checkout ./a.ts',
    'git checkout --ours package-lock.json',
    'git checkout v1.2 a.ts',
    'git checkout origin/release-1.2 a.ts',
    'git checkout "$REF" -- a.ts',
    'git checkout --detach HEAD~1',
    'git checkout feature --',
    'git checkout -',
    'git reset --hard --soft HEAD~1',
    'git reset --hard -h',
    'git restore --staged src lib',
    'git branch',
    'git branch --merged main',
    'git read-tree --reset HEAD',
    'git read-tree -mu HEAD',
    'git checkout-index -fa --prefix=out/',
    'git submodule deinit lib',
    'git stash show -p drop',
  ])('%s keeps what cannot be had again', (text) => expect(ids(text)).toEqual([]))

  it.each([
    'git checkout ..',
    'git checkout ./src',
    'git checkout src/',
    'git checkout *.ts',
    'git checkout a.ts b.ts',
    'git checkout HEAD .',
    'git checkout --fo main',
    'git checkout -fb fix',
    'git checkout --ours .',
    'git checkout -- .github',
    'git reset --h',
    'git restore -SW .',
    'git restore -s HEAD~1 src',
    'git switch --dis main',
    'git branch --delete --force x',
    'git branch | xargs git branch -D',
    'GIT RESET --hard',
  ])('%s does not', (text) => expect(ids(text)).toEqual(['discard-work']))
})

describe('history', () => {
  it.each([
    ['git reflog expire --all', 'expire'],
    ['git -C x filter-branch HEAD', 'git -C x filter-branch'],
    ['git gc --aggressive --prune=now', '--prune=now'],
    ['git -c gc.reflogExpire=now gc', 'gc.reflogExpire=now'],
    ['git update-ref --no-deref -d refs/heads/x', '-d'],
    ['git for-each-ref --format="delete %(refname)" | git update-ref --stdin', '--stdin'],
    ['bfg --strip-blobs-bigger-than 1M', 'bfg'],
  ])('%s', (text, piece) => expect(first(text)).toEqual({ id: 'rewrite-history', piece }))
})

it('answers thousands of pushes in one text in time', () => {
  const text = 'git branch;git push;'.repeat(3200)
  const context = readContext(text, { branches: ON_MAIN })
  const start = performance.now()
  findHits(context, GIT_RULES)
  expect(performance.now() - start).toBeLessThan(2000)
})
