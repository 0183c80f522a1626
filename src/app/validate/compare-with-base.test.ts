import { describe, expect, test } from 'vitest'
import { decisionFile, entry, fakeWorld, PROJECT } from '../../../test/support/fake-world.ts'
import type { Git, TreeFile } from '../world.ts'
import { validateLog } from './validate-log.ts'

type Texts = Readonly<Record<string, string>>

/** Commits named `base`, `head` and `main`, and the tree `merged`; null where git cannot merge. */
type Trees = {
  readonly base: Texts
  readonly head: Texts
  readonly main: Texts
  readonly merged: Texts | null
  readonly links?: readonly string[]
}

function fakeGit(trees: Trees, top = PROJECT): Git {
  const below = top === PROJECT ? '' : 'project/'
  const bytes = new Map<string, Uint8Array>()
  return {
    topLevel: async () => top,
    requireTop: async () => top,
    commit: async (_, revision) => ({ main: 'main', HEAD: 'head' })[revision] ?? null,
    mergeBase: async () => 'base',
    mergeTree: async () => (trees.merged === null ? null : 'merged'),
    lastCommitTime: async () => null,
    treeEntries: async () => [],
    listTree: async (_, tree, path) => {
      const texts = trees[tree as 'base'] ?? {}
      return Object.entries(texts).map(([name, text]): TreeFile => {
        const blob = `${tree}-${name}`
        bytes.set(blob, text === '\xff' ? new Uint8Array([255]) : new TextEncoder().encode(text))
        expect(path).toBe(`${below}.hdr/decisions`)
        return { path: `${path}/${name}`, kind: trees.links?.includes(name) ? 'link' : 'file', blob }
      })
    },
    readBlobs: async (_, blobs) => new Map([...bytes].filter(([blob]) => blobs.includes(blob))),
    changedSince: async () => null,
    listIgnored: async () => [],
    remoteUrl: async () => null,
    ownFolder: async () => null,
    setting: async () => null,
    listFiles: async () => null,
    listPathBytes: async () => new Uint8Array(),
  }
}

async function problems(trees: Trees, log: Texts = trees.head, top = PROJECT) {
  const world = {
    ...fakeWorld({ log, hooks: new Map([['codex', { registered: [], missing: ['Stop'] }]]) }),
    git: fakeGit(trees, top),
  }
  return (await validateLog(world, { base: 'main', run: false })).problems
}

const one = (id: string, ...titles: readonly string[]) =>
  JSON.stringify(decisionFile(id, ...titles.map((title) => entry(undefined, title))))
const base = { 'HDR-001.json': one('HDR-001', 'A') }
const grown = { 'HDR-001.json': one('HDR-001', 'A', 'B') }
const rewritten = { 'HDR-001.json': one('HDR-001', 'C') }

describe('against a base revision', () => {
  test('growing is fine, at HEAD and in the work tree', async () => {
    expect(await problems({ base, head: base, main: base, merged: base })).toEqual([])
    expect(await problems({ base, head: grown, main: base, merged: grown })).toEqual([])
    expect(await problems({ base, head: base, main: base, merged: base }, grown)).toEqual([])
    expect(await problems({ base: {}, head: base, main: {}, merged: base })).toEqual([])
  })

  test.each<[string, Trees, Texts]>([
    ['rewritten at HEAD, mended in the work tree', { base, head: rewritten, main: base, merged: rewritten }, base],
    ['rewritten in the work tree only', { base, head: base, main: base, merged: base }, rewritten],
    ['deleted', { base, head: {}, main: base, merged: {} }, {}],
    ['renamed', { base, head: { 'HDR-001-x.json': one('HDR-001', 'A') }, main: base, merged: null }, base],
    ['not readable any more', { base, head: { 'HDR-001.json': '{' }, main: base, merged: null }, base],
  ])('%s is a failure', async (_, trees, log) => {
    const found = await problems(trees, log)
    expect(found.filter(({ id, code }) => id === 'HDR-001' && code === 'history-changed').length).toBeGreaterThan(0)
  })

  test('what both of HEAD and the work tree break is told once', async () => {
    const found = await problems({ base, head: rewritten, main: rewritten, merged: rewritten })
    expect(found).toHaveLength(1)
  })

  test.each<[string, Texts | null]>([
    ['with a merged tree', { ...base, 'HDR-009.json': one('HDR-009', 'X'), 'HDR-009-b.json': one('HDR-009', 'Y') }],
    ['without one', null],
  ])('ids that clash only once merged are named, %s', async (_, merged) => {
    const head = { ...base, 'HDR-009-b.json': one('HDR-009', 'Y') }
    const main = { ...base, 'HDR-009.json': one('HDR-009', 'X') }
    const errors = (await problems({ base, head, main, merged })).filter(({ severity }) => severity === 'error')
    expect(errors.length).toBeGreaterThan(0)
    for (const name of ['HDR-009.json', 'HDR-009-b.json']) expect(JSON.stringify(errors)).toContain(name)
    expect(errors[0]?.message).toContain('once merged with main')
  })

  test('a merge that would take an entry from the other side fails', async () => {
    const found = await problems({ base, head: base, main: grown, merged: base })
    expect(found).toMatchObject([{ id: 'HDR-001', code: 'history-changed' }])
    const conflict = await problems({
      base,
      head: grown,
      main: { 'HDR-001.json': one('HDR-001', 'A', 'Z') },
      merged: { 'HDR-001.json': '<<<<<<<' },
    })
    expect(conflict.some(({ message }) => message.includes('once merged with main'))).toBe(true)
  })

  test('links, folders and bytes that are no text in a commit are named', async () => {
    const odd = {
      ...base,
      'HDR-002.json': '\xff',
      'HDR-003.json': 'HDR-001.json',
      'sub/HDR-004.json': '',
      'notes.txt': '',
      '.keep': '',
      'README.md': '',
    }
    const found = await problems({ base, head: base, main: base, merged: odd, links: ['HDR-003.json'] })
    expect(found.map(({ code }) => code).sort()).toEqual(['not-utf8', 'symbolic-link'])
  })

  test('a project below the top of its repository is found there', async () => {
    expect(await problems({ base, head: grown, main: base, merged: grown }, grown, '/')).toEqual([])
  })

  test('registrations are not looked at in a build', async () => {
    const log = {
      'HDR-001.json': JSON.stringify(
        decisionFile('HDR-001', entry({ kind: 'all', checks: [{ kind: 'hooks_registered', harnesses: ['codex'] }] })),
      ),
    }
    expect(await problems({ base: log, head: log, main: log, merged: log })).toEqual([])
  })

  test('what stands beside a check of registrations is still decided', async () => {
    const checks = [{ kind: 'hooks_registered' }, { kind: 'path_exists', path: 'none' }]
    const log = { 'HDR-001.json': JSON.stringify(decisionFile('HDR-001', entry({ kind: 'all', checks }))) }
    expect(await problems({ base: log, head: log, main: log, merged: log })).toMatchObject([{ code: 'check-failed' }])
    const plain = { 'HDR-001.json': JSON.stringify(decisionFile('HDR-001', entry({ kind: 'hooks_registered' }))) }
    expect(await problems({ base: plain, head: plain, main: plain, merged: plain })).toEqual([])
  })

  test('a file over the cap is named; without the bytes of a file there is no answer', async () => {
    const large = { ...base, 'HDR-002.json': ' '.repeat(1024 * 1024 + 1) }
    expect(await problems({ base, head: base, main: base, merged: large })).toMatchObject([{ code: 'too-large' }])
    const git = { ...fakeGit({ base, head: base, main: base, merged: base }), readBlobs: async () => new Map() }
    const result = validateLog({ ...fakeWorld({ log: base }), git }, { base: 'main', run: false })
    await expect(result).rejects.toMatchObject({ fault: { code: 'git-failed' } })
  })

  test.each<[string, string, Partial<Git>]>([
    ['usage/unknown-revision', 'git knows no commit main', { commit: async () => null }],
    ['no-merge-base', 'no commit in common', { mergeBase: async () => null }],
    ['no-repository', 'git finds no repository', { topLevel: async () => null }],
  ])('%s', async (code, message, git) => {
    const world = {
      ...fakeWorld({ log: base }),
      git: { ...fakeGit({ base, head: base, main: base, merged: null }), ...git },
    }
    const result = validateLog(world, { base: 'main', run: false })
    await expect(result).rejects.toMatchObject({ fault: { code, message: expect.stringContaining(message) } })
  })
})
