import {
  appendFileSync,
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LogIndex, packFiles } from '../core/sessions/log-index.ts'
import { openDisk } from './disk.ts'
import { readLogFolder } from './read-log-folder.ts'

const disk = openDisk()

let root: string
let project: string
let log: string
let settings: string
let absent: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-disk-')))
  project = join(root, 'project')
  log = join(project, '.hdr/decisions')
  settings = join(project, 'settings.json')
  absent = join(project, 'absent.json')
  mkdirSync(log, { recursive: true })
  writeFileSync(join(log, 'HDR-001.json'), '{"id":"HDR-001","a":1}')
  writeFileSync(join(log, 'HDR-002.json'), '{"id":"HDR-002","a":1}')
  writeFileSync(settings, '{"hooks":{}}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** An index of what lies there now. Its time lies ahead, so that nothing in it is too young to be trusted. */
function indexNow(atMs = Date.now() + 60_000): LogIndex {
  const folder = readLogFolder(project)
  if (!folder) throw new Error('no log')
  return {
    v: 2,
    at: atMs,
    written: atMs,
    baseline: [0, 0, 0, 0, 0],
    hdr: folder.hdr,
    folder: folder.folder,
    files: packFiles(folder.files.map((file) => [file.name, file.identity])),
    watched: packFiles([settings, absent].map((path) => [path, disk.identity(path)])),
    guarded: [],
    hooks: {},
    groups: { tools: '[]', commands: '[]', files: '[]', all: '[]' },
    guard: null,
    watchBases: [],
    invalid: [],
    warnings: [],
    unregistered: [],
    process: null,
    untold: false,
  }
}

/** Changes a file and puts its times back, as far as a program can. */
function edit(path: string, text: string): void {
  const { atime, mtime } = statSync(path)
  writeFileSync(path, text)
  utimesSync(path, atime, mtime)
}

const one = () => join(log, 'HDR-001.json')
const changes: readonly (readonly [string, string, () => void])[] = [
  ['a longer text', 'HDR-001.json', () => appendFileSync(one(), '\n')],
  ['a text of the same size with its time put back', 'HDR-001.json', () => edit(one(), '{"id":"HDR-001","a":2}')],
  ['a mode', 'HDR-001.json', () => chmodSync(one(), 0o600)],
  ['an empty file', 'HDR-001.json', () => writeFileSync(one(), '')],
  ['an added file', '.hdr/decisions', () => writeFileSync(join(log, 'HDR-003.json'), '{}')],
  ['an added dot file', '.hdr/decisions', () => writeFileSync(join(log, '.x'), '')],
  ['a removed file', '.hdr/decisions', () => unlinkSync(one())],
  ['a renamed file', '.hdr/decisions', () => renameSync(one(), join(log, 'HDR-009.json'))],
  ['a second name outside of the log', 'HDR-001.json', () => linkSync(one(), join(root, 'second'))],
  [
    'two files that changed places',
    '.hdr/decisions',
    () => {
      renameSync(one(), join(log, 't'))
      renameSync(join(log, 'HDR-002.json'), one())
      renameSync(join(log, 't'), join(log, 'HDR-002.json'))
    },
  ],
  [
    'a file replaced by a link to itself',
    '.hdr/decisions',
    () => {
      renameSync(one(), join(root, 'real'))
      symlinkSync(join(root, 'real'), one())
    },
  ],
  ['a log folder that was moved away', '.hdr/decisions', () => renameSync(log, join(project, 'away'))],
  ['a .hdr that was moved away', '.hdr', () => renameSync(join(project, '.hdr'), join(project, 'away'))],
  [
    'a .hdr replaced by a copy of itself',
    '.hdr',
    () => {
      renameSync(join(project, '.hdr'), join(project, 'away'))
      cpSync(join(project, 'away'), join(project, '.hdr'), { recursive: true, preserveTimestamps: true })
    },
  ],
  [
    'a .hdr replaced by a link to itself',
    '.hdr',
    () => {
      renameSync(join(project, '.hdr'), join(project, 'away'))
      symlinkSync('away', join(project, '.hdr'))
    },
  ],
  [
    'a log folder replaced by a copy in place',
    '.hdr/decisions',
    () => {
      renameSync(log, join(project, 'away'))
      cpSync(join(project, 'away'), log, { recursive: true, preserveTimestamps: true })
    },
  ],
  ['a settings file with another text', 'settings.json', () => edit(settings, '{"hookz":{}}')],
  ['a settings file that went', 'settings.json', () => unlinkSync(settings)],
  ['a settings file that came', 'absent.json', () => writeFileSync(absent, '')],
]

describe('firstChange', () => {
  it('is null where all is as it was, however often it is read', () => {
    const index = indexNow()
    readLogFolder(project)
    expect(disk.firstChange(project, index)).toBeNull()
    expect(disk.firstChange(project, index)).toBeNull()
  })

  it.each(changes)('sees %s at %s', (_, where, change) => {
    const index = indexNow()
    change()
    const found = disk.firstChange(project, index)
    expect(found?.replace(`${project}/`, '')).toBe(where)
  })

  it('does not trust what changed within 50 ms before the index was made', () => {
    const { ctimeMs } = statSync(log)
    const newest = Math.max(
      ctimeMs,
      ...['HDR-001.json', 'HDR-002.json'].map((name) => statSync(join(log, name)).ctimeMs),
      statSync(settings).ctimeMs,
    )
    expect(disk.firstChange(project, indexNow(newest + 49))).not.toBeNull()
    expect(disk.firstChange(project, indexNow(newest + 51))).toBeNull()
  })
})

describe('realPath', () => {
  it('follows a link to what is not there yet, where a write through it would make the file', () => {
    mkdirSync(join(project, 'real'))
    symlinkSync('real/new.txt', join(project, 'dangling'))
    symlinkSync('dangling', join(project, 'twice'))
    symlinkSync(join(project, 'gone/../real/gone'), join(project, 'folder'))
    symlinkSync('ring', join(project, 'ring'))
    expect(disk.realPath(join(project, 'dangling'))).toBe(join(project, 'real/new.txt'))
    expect(disk.realPath(join(project, 'twice'))).toBe(join(project, 'real/new.txt'))
    expect(disk.realPath(join(project, 'folder/x'))).toBe(join(project, 'real/gone/x'))
    expect(disk.realPath(join(project, 'ring/x'))).toBe(join(project, 'ring/x'))
  })

  it('resolves links before ".." as the kernel does, and keeps what does not exist', () => {
    mkdirSync(join(root, 'a/b'), { recursive: true })
    symlinkSync(join(root, 'a/b'), join(project, 'link'))
    expect(disk.realPath(join(project, 'link', 'new.txt'))).toBe(join(root, 'a/b/new.txt'))
    expect(disk.realPath(`${project}/link/../new.txt`)).toBe(join(root, 'a/new.txt'))
    expect(disk.realPath(`${project}/gone/../link/x`)).toBe(join(root, 'a/b/x'))
  })

  it.each([
    ['a NUL', () => `${project}/a\0b`],
    ['half a character', () => `${project}/\ud800`],
    ['a link that leads to itself', () => `${project}/loop/x`],
    ['a file in the way', () => `${settings}/x/y`],
  ])('gives an answer for a path with %s', (_, path) => {
    symlinkSync('loop', join(project, 'loop'))
    expect(disk.realPath(path())).toContain(project)
  })

  it('gives an answer for a path of 200,000 parts in a moment', () => {
    const started = performance.now()
    const long = `${project}/${'a/'.repeat(200_000)}b`
    expect(disk.realPath(long)).toBe(long)
    expect(disk.realPath(`${project}/${'../'.repeat(200_000)}etc`)).toBe('/etc')
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('readText', () => {
  it('is null for what is no file, too large or not there', () => {
    expect(disk.readText(settings, 100)).toBe('{"hooks":{}}')
    expect(disk.readText(settings, 5)).toBeNull()
    expect(disk.readText(project, 100)).toBeNull()
    expect(disk.readText(absent, 100)).toBeNull()
    expect(disk.readText(`${project}/\0`, 100)).toBeNull()
  })
})

describe('readBytes', () => {
  it('gives the bytes as they lie there, within the cap', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xff])
    writeFileSync(join(project, 'bytes'), bytes)
    expect(disk.readBytes(join(project, 'bytes'), 5)).toEqual(bytes)
    expect(disk.readBytes(join(project, 'bytes'), 4)).toBeNull()
    expect(disk.readBytes(project, 100)).toBeNull()
  })
})

describe('canList', () => {
  it('holds for a folder and a link to one', () => {
    symlinkSync(log, join(project, 'link'))
    symlinkSync('gone', join(project, 'broken'))
    const paths = ['.hdr', 'link', 'broken', 'settings.json', 'absent']
    expect(paths.filter((path) => disk.canList(join(project, path)))).toEqual(['.hdr', 'link'])
  })

  it.skipIf(process.getuid?.() === 0)('does not hold where this user may not look', () => {
    for (const mode of [0o000, 0o444, 0o111]) {
      chmodSync(log, mode)
      expect(disk.canList(log)).toBe(false)
    }
    chmodSync(log, 0o755)
  })
})

describe('walk', () => {
  it('stops at its caps and says so, and never enters .git, node_modules or a link', () => {
    for (const name of ['.git', 'node_modules', 'src']) mkdirSync(join(project, name))
    for (const name of ['.git', 'node_modules', 'src']) writeFileSync(join(project, name, 'f'), '')
    symlinkSync(project, join(project, 'src', 'up'))
    const all = disk.walk(project, () => true, { matched: 100, visited: 100 })
    expect([...all.paths].sort()).toEqual([
      '.hdr/decisions/HDR-001.json',
      '.hdr/decisions/HDR-002.json',
      'settings.json',
      'src/f',
      'src/up',
    ])
    expect(all.capped).toBe(false)
    expect(disk.walk(project, () => true, { matched: 2, visited: 100 })).toMatchObject({ capped: true })
    expect(disk.walk(project, () => false, { matched: 2, visited: 3 })).toEqual({ paths: [], capped: true })
  })
})
