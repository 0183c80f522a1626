import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkTrees } from '../store/work-trees.ts'
import { openGit } from './git.ts'

let root = ''
let repository = ''
const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }
const git = openGit({ ...process.env, GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere' })
const run = (...args: string[]) =>
  execFileSync('git', args, { cwd: repository, env: { ...process.env, ...who }, encoding: 'utf8' }).trim()

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-git-')))
  repository = join(root, 'räume und\nzeilen')
  mkdirSync(join(repository, 'ä'), { recursive: true })
  writeFileSync(join(repository, 'ä', 'ö\n.json'), 'eins')
  writeFileSync(join(repository, '.gitignore'), 'ignored\n')
  symlinkSync('ä', join(repository, 'link'))
  run('init', '-q', '-b', 'main')
  run('add', '-A')
  run('commit', '-q', '-m', 'one')
  run('checkout', '-q', '-b', 'side')
  writeFileSync(join(repository, 'side'), 'side')
  run('add', '-A')
  run('commit', '-q', '-m', 'two')
  run('checkout', '-q', 'main')
  writeFileSync(join(repository, 'main'), 'main')
  run('add', '-A')
  run('commit', '-q', '-m', 'three')
  writeFileSync(join(repository, 'ignored'), '')
  writeFileSync(join(repository, 'untracked'), '')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('git', () => {
  test('finds the top level whatever GIT_DIR says, and nothing outside of one', async () => {
    expect(await git.topLevel(join(repository, 'ä'))).toBe(repository)
    expect(await git.topLevel(root)).toBeNull()
  })

  test('a revision is never an option', async () => {
    expect(await git.commit(repository, 'side')).toBe(run('rev-parse', 'side'))
    for (const revision of ['--all', '-h', 'none', '', 'a b', 'main:ä'])
      expect(await git.commit(repository, revision)).toBeNull()
  })

  test('trees, blobs and merges come with any name', async () => {
    const [main, side] = [run('rev-parse', 'main'), run('rev-parse', 'side')]
    const base = await git.mergeBase(repository, main, side)
    expect(base).toBe(run('rev-parse', 'main~1'))
    const tree = await git.listTree(repository, main, 'ä')
    expect(tree.map(({ path, kind }) => [path, kind])).toEqual([['ä/ö\n.json', 'file']])
    expect((await git.listTree(repository, main, 'link')).map(({ kind }) => kind)).toEqual(['link'])
    const blob = tree[0]?.blob ?? ''
    const blobs = await git.readBlobs(repository, [blob, '0'.repeat(40), blob])
    expect([...blobs].map(([oid, bytes]) => [oid, Buffer.from(bytes).toString()])).toEqual([[blob, 'eins']])
    expect((await git.readBlobs(repository, [])).size).toBe(0)
    const merged = await git.mergeTree(repository, main, side)
    const names = (await git.listTree(repository, merged ?? '', '.')).map(({ path }) => path)
    expect(names).toEqual(expect.arrayContaining(['main', 'side']))
    expect(await git.mergeTree(repository, main, '0'.repeat(40))).toBeNull()
    await expect(git.listTree(repository, '0'.repeat(40), '.')).rejects.toMatchObject({ fault: { code: 'git-failed' } })
  })

  test('files are those that are not ignored; a work tree knows texts, not links', async () => {
    expect(await git.listFiles(root)).toBeNull()
    expect(await git.listIgnored(repository)).toEqual(['ignored'])
    await expect(git.listIgnored(root)).rejects.toMatchObject({ fault: { code: 'git-failed' } })
    const tree = await openWorkTrees(git).open(repository)
    expect(tree.matchedFiles(['**'])).toEqual(['.gitignore', 'main', 'untracked', 'ä/ö\n.json'])
    expect([
      tree.readText('main'),
      tree.readText('link'),
      tree.readText('none'),
      tree.pathExists('ä'),
      tree.pathExists('none'),
    ]).toEqual(['main', null, null, true, false])
    const outside = await openWorkTrees(git).open(root)
    expect(outside.matchedFiles(['**']).length).toBeGreaterThan(3)
  })

  test('a machine without git has no repositories, and is told so where one is needed', async () => {
    const none = openGit({ PATH: '/nowhere' })
    expect([await none.topLevel(repository), await none.listFiles(repository)]).toEqual([null, null])
    await expect(none.commit(repository, 'main')).rejects.toMatchObject({ fault: { code: 'git-not-usable' } })
  })
})
