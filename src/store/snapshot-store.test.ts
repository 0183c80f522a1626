import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeScratch, type Scratch } from '../../test/support/scratch.ts'
import type { SnapshotOptions } from '../app/world-snapshots.ts'
import { openGit } from '../sys/git.ts'
import { decodeSnapshotCache } from './snapshot-cache.ts'
import { openSnapshots, type SnapshotStoreOptions } from './snapshot-store.ts'

const WORKER = resolve('dist/snapshot-worker.cjs')
const MISSING = digest('hpp:missing')

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch('räume und\nzeilen')
  scratch.git('init', '-q')
})
afterEach(() => scratch.dispose())

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function take(options?: SnapshotOptions, store: Partial<SnapshotStoreOptions> = {}) {
  const git = openGit({ ...process.env, HOME: scratch.home })
  const cacheFolder = join(scratch.state, 'snapshots')
  const snapshots = openSnapshots({ git, cacheFolder, workerFile: null, now: Date.now, ...store })
  return snapshots.take(scratch.repo, options)
}

/** Some time later: what was just written has settled. */
const LATER = { now: () => Date.now() + 120_000 }
const listing = (...names: readonly string[]) => ({
  git: { listPathBytes: async () => Buffer.from(names.map((name) => `${name}\0`).join('')) },
})
const place = (path: string) => join(scratch.repo, path)
const cacheFile = () => join(scratch.state, 'snapshots', readdirSync(join(scratch.state, 'snapshots'))[0] ?? '')
const digestOf = async (path: string, ...how: Parameters<typeof take>) =>
  (await take(...how)).find((entry) => entry.path === path)?.sha256

describe('what a snapshot says', () => {
  test('of every kind of path: the bytes, the text of the link, missing for the rest', async () => {
    scratch.write('.gitignore', 'ignored\n')
    scratch.write('ignored', 'x')
    for (const path of ['deleted', 'folder/file', 'linked/file', 'pipe', 'tool', 'to-folder']) scratch.write(path, path)
    scratch.write('empty', '')
    writeFileSync(place('large'), Buffer.alloc(1024 * 1024, 7))
    writeFileSync(place('larger'), Buffer.alloc(2_500_000, 8))
    chmodSync(place('tool'), 0o755)
    symlinkSync('/nowhere/ä', place('link'))
    scratch.commit()
    scratch.git('update-index', '--add', '--cacheinfo', `160000,${scratch.git('rev-parse', 'HEAD').trim()},module`)
    for (const path of ['deleted', 'pipe', 'to-folder']) rmSync(place(path))
    for (const folder of ['module', 'to-folder', 'nested']) mkdirSync(place(folder))
    execFileSync('sh', ['-c', 'mkfifo "$0"', place('pipe')])
    scratch.git('init', '-q', 'nested')
    renameSync(place('linked'), place('real'))
    symlinkSync('real', place('linked'))
    scratch.write('untracked', 'new')

    const file = (path: string, content: string | Buffer) => [path, 'file', digest(content), false]
    const missing = (path: string) => [path, 'missing', MISSING, false]
    expect((await take()).map((entry) => [entry.path, entry.kind, entry.sha256, entry.executable])).toEqual([
      file('.gitignore', 'ignored\n'),
      missing('deleted'),
      file('empty', ''),
      file('folder/file', 'folder/file'),
      file('large', Buffer.alloc(1024 * 1024, 7)),
      file('larger', Buffer.alloc(2_500_000, 8)),
      ['link', 'symlink', digest('/nowhere/ä'), false],
      ['linked', 'symlink', digest('real'), false],
      missing('linked/file'),
      missing('module'),
      missing('nested/'),
      missing('pipe'),
      file('real/file', 'linked/file'),
      missing('to-folder'),
      ['tool', 'file', digest('tool'), true],
      file('untracked', 'new'),
    ])
  })

  test('every name has a text of its own, in the order of code points, each once', async () => {
    const names = ['\ue000', '😀', 'a\\xff', 'back\\slash', 'line\nend']
    for (const name of names) scratch.write(name, name)
    const raw = (text: string) => Buffer.from(text, 'latin1')
    const odd = ['a\xff', 'odd \\\xc3/\xc3\xa4\\', 'dir/\xe2\x82\xac\xe2\x82']
    for (const folder of ['odd \\\xc3', 'dir']) mkdirSync(Buffer.concat([Buffer.from(`${scratch.repo}/`), raw(folder)]))
    for (const name of odd) writeFileSync(Buffer.concat([Buffer.from(`${scratch.repo}/`), raw(name)]), raw(name))
    scratch.git('add', '-A')

    const found = await take()
    expect(found.map(({ path }) => path)).toEqual([
      './a\\xff',
      './odd \\x5c\\xc3/ä\\x5c',
      'a\\xff',
      'back\\slash',
      'dir/./€\\xe2\\x82',
      'line\nend',
      '\ue000',
      '😀',
    ])
    const bytes = new Map(found.map(({ path, sha256 }) => [path, sha256]))
    expect(bytes.get('./a\\xff')).toBe(digest(raw('a\xff')))
    expect(bytes.get('a\\xff')).toBe(digest('a\\xff'))
    expect(bytes.get('dir/./€\\xe2\\x82')).toBe(digest(raw('dir/\xe2\x82\xac\xe2\x82')))
    const twice = await take({}, listing('b', 'a', 'b', 'a', 'a'))
    expect(twice.map(({ path }) => path)).toEqual(['a', 'b'])
  })

  test('a work tree with nothing in it is empty; outside of one it is refused', async () => {
    expect(await take()).toEqual([])
    rmSync(place('.git'), { recursive: true })
    await expect(take()).rejects.toMatchObject({ fault: { code: 'git-failed' } })
  })

  test('what cannot be read is refused by name', async () => {
    const name = 'n'.repeat(300)
    await expect(take({}, listing('a', name))).rejects.toThrow(`${name} cannot be read (ENAMETOOLONG)`)
  })

  test.skipIf(process.getuid?.() === 0)('a closed file or folder is refused by name', async () => {
    scratch.write('closed/file', 'x')
    chmodSync(place('closed'), 0)
    await expect(take()).rejects.toThrow("'closed/'")
    chmodSync(place('closed'), 0o700)
    chmodSync(place('closed/file'), 0)
    await expect(take()).rejects.toThrow('closed/file cannot be read (EACCES)')
  })

  test('progress goes up and ends at all', async () => {
    const told: number[] = []
    const names = Array.from({ length: 200 }, (_, at) => `f${at}`)
    await take({ onProgress: ({ done, total }) => told.push(done / total) }, listing(...names))
    expect(told.length).toBeGreaterThan(2)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(told.at(-1)).toBe(1)
  })
})

describe('threads', () => {
  test.each([
    ['with workers', WORKER],
    ['with a worker that cannot start', '/nowhere/worker.cjs'],
  ])('%s the snapshot is the same', async (_, workerFile) => {
    const names = Array.from({ length: 400 }, (_, at) => `${at % 7}/f${at}`)
    for (const name of names.slice(3)) scratch.write(name, name)
    scratch.git('init', '-q', 'nested')
    const alone = await take({ cache: false })
    expect(alone).toHaveLength(398)
    expect(await take({ cache: false }, { workerFile, workersFromRows: 1 })).toEqual(alone)
  })
})

/** The cache with another digest for the bytes `one`, and right in itself. */
function forged(cache: Buffer): Buffer {
  const bytes = Buffer.from(cache)
  Buffer.from(digest('forged'), 'hex').copy(bytes, bytes.indexOf(Buffer.from(digest('one'), 'hex')))
  return Buffer.concat([bytes.subarray(0, -32), Buffer.from(digest(bytes.subarray(0, -32)), 'hex')])
}

describe('the cache', () => {
  test('is believed for files that have not changed since, and only if asked', async () => {
    scratch.write('a', 'one')
    await take({}, LATER)
    writeFileSync(cacheFile(), forged(readFileSync(cacheFile())))
    expect(await digestOf('a', {}, LATER)).toBe(digest('forged'))
    expect(await digestOf('a', { cache: false }, LATER)).toBe(digest('one'))
    scratch.write('b', 'two')
    expect(await digestOf('a', {}, LATER)).toBe(digest('forged'))
    expect(await digestOf('b', {}, LATER)).toBe(digest('two'))
  })

  test('lies in private folders, as a private file, and is not written without need', async () => {
    scratch.write('a', 'one')
    await take({ cache: false }, LATER)
    expect(() => readdirSync(scratch.state)).toThrow()
    await take({}, LATER)
    expect(statSync(cacheFile()).mode & 0o777).toBe(0o600)
    expect(statSync(join(scratch.state, 'snapshots')).mode & 0o777).toBe(0o700)
    const before = statSync(cacheFile()).ino
    await take({}, LATER)
    expect(statSync(cacheFile()).ino).toBe(before)
  })

  test('never hides a rewrite of the same size, at once or with the old time put back', async () => {
    for (const settled of [{}, LATER]) {
      scratch.write('a', 'one')
      const { atime, mtime } = statSync(place('a'))
      expect(await digestOf('a', {}, settled)).toBe(digest('one'))
      writeFileSync(place('a'), 'two')
      utimesSync(place('a'), atime, mtime)
      expect(lstatSync(place('a')).mtime).toEqual(mtime)
      expect(await digestOf('a', {}, settled)).toBe(digest('two'))
    }
  })

  test('never hides a rewrite within one step of the clock: what is young is read again', async () => {
    scratch.write('a', 'one')
    await take()
    const bytes = readFileSync(cacheFile())
    // Nothing but NaN is kept of it: no identity can meet that.
    const numbers = new Float64Array(new Uint8Array(bytes.subarray(-32 - 32 - 40, -32 - 32)).buffer)
    expect([...numbers].every(Number.isNaN)).toBe(true)
  })

  test('knows a mode, and that a file became something else', async () => {
    scratch.write('a', 'one')
    await take({}, LATER)
    chmodSync(place('a'), 0o755)
    expect((await take({}, LATER))[0]).toMatchObject({ executable: true, sha256: digest('one') })
    rmSync(place('a'))
    symlinkSync('one', place('a'))
    expect((await take({}, LATER))[0]).toMatchObject({ kind: 'symlink', executable: false })
    rmSync(place('a'))
    scratch.write('a', 'two')
    expect((await take({}, LATER))[0]).toMatchObject({ kind: 'file', sha256: digest('two') })
  })

  test('damaged at any byte, cut anywhere, or in another form, it changes nothing', async () => {
    scratch.write('a', 'one')
    scratch.write('b', 'two')
    const store = { ...listing('a', 'b'), ...LATER }
    const right = await take({}, store)
    const whole = readFileSync(cacheFile())
    const bad = (bytes: Buffer) => [bytes, Buffer.concat([bytes, createHash('sha256').update(bytes).digest()])]
    const heads = ['{', '[]', 'null', '1', '{"schema":"bylaw.snapshot-cache/v1"}']
    const counts = [0, 0.5, -1, 3, 1e300, '2', null].map((count) =>
      JSON.stringify({ schema: 'bylaw.snapshot-cache/v1', top: scratch.repo, count, bytes: 3 }),
    )
    const half = JSON.stringify({ schema: 'bylaw.snapshot-cache/v1', top: scratch.repo, count: 0.5, bytes: 3 })
    const rest = whole.subarray(whole.indexOf('\n'), -32)
    const variants = [
      ...Array.from(whole, (byte, at) =>
        Buffer.concat([whole.subarray(0, at), Buffer.from([byte ^ 1]), whole.subarray(at + 1)]),
      ),
      ...Array.from(whole, (_, at) => whole.subarray(0, at)),
      ...[...heads, ...counts].flatMap((head) => bad(Buffer.concat([Buffer.from(head), rest]))),
      ...bad(Buffer.concat([Buffer.from(`${half}\n`), Buffer.alloc(3 + 20 + 16)])),
    ]
    for (const [at, bytes] of variants.entries()) {
      expect(decodeSnapshotCache(bytes, scratch.repo, sha256)).toBeNull()
      if (at % 16 > 0) continue
      writeFileSync(cacheFile(), bytes)
      expect(await take({}, store)).toEqual(right)
    }
    expect(readFileSync(cacheFile()).equals(whole)).toBe(true)
  })

  test('of another work tree counts for nothing', async () => {
    scratch.write('a', 'one')
    await take({}, LATER)
    expect(decodeSnapshotCache(readFileSync(cacheFile()), scratch.repo, sha256)).not.toBeNull()
    expect(decodeSnapshotCache(readFileSync(cacheFile()), `${scratch.repo}2`, sha256)).toBeNull()
  })

  test('a pipe, a link, a folder or a file in its place is no cache and no trouble', async () => {
    scratch.write('a', 'one')
    await take({}, LATER)
    const path = cacheFile()
    const whole = forged(readFileSync(path))
    writeFileSync(join(scratch.root, 'elsewhere'), whole)
    const plants = [
      () => execFileSync('sh', ['-c', 'mkfifo "$0"', path]),
      () => symlinkSync(join(scratch.root, 'elsewhere'), path),
      () => mkdirSync(path),
    ]
    for (const plant of plants) {
      rmSync(path, { recursive: true })
      plant()
      expect(await digestOf('a', {}, LATER)).toBe(digest('one'))
    }
    rmSync(scratch.state, { recursive: true })
    writeFileSync(scratch.state, '')
    expect(await digestOf('a', {}, LATER)).toBe(digest('one'))
    expect(readFileSync(join(scratch.root, 'elsewhere')).equals(whole)).toBe(true)
  })

  test('there are only so many files; the oldest go', async () => {
    scratch.write('a', 'one')
    const folder = join(scratch.state, 'snapshots')
    mkdirSync(folder, { recursive: true })
    for (let at = 0; at < 40; at += 1) {
      writeFileSync(join(folder, `old${at}`), '')
      utimesSync(join(folder, `old${at}`), 1000 + at, 1000 + at)
    }
    await take({}, LATER)
    const names = readdirSync(folder)
    expect(names).toHaveLength(32)
    expect(names).not.toContain('old8')
    expect(names).toContain('old9')
  })
})
