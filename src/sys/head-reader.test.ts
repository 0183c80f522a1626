import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeScratch, type Scratch } from '../../test/support/scratch.ts'
import { openHeadReader } from './head-reader.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.dispose())

const environment = (extra: NodeJS.ProcessEnv = {}) => ({ PATH: process.env.PATH, HOME: scratch.home, ...extra })
const atHead = (folder = '', extra: NodeJS.ProcessEnv = {}) =>
  openHeadReader(environment(extra)).logAtHead(join(scratch.repo, folder))
const isDirty = (path = '.hdr/decisions') => openHeadReader(environment()).isDirty(scratch.repo, path)

const put = (name: string, text: string) => scratch.write(`.hdr/decisions/${name}`, text)

describe('logAtHead', () => {
  it('gives the texts of the last commit, not of the disk or the stage', () => {
    scratch.initGit()
    put('HDR-001.json', 'one\r\nö決😀\n')
    put('HDR-002.json', '')
    scratch.commit()
    put('HDR-001.json', 'changed')
    put('HDR-003.json', 'new')
    scratch.git('add', '-A')
    rmSync(join(scratch.repo, '.hdr/decisions/HDR-002.json'))
    expect(atHead()).toEqual({ 'HDR-001.json': 'one\r\nö決😀\n', 'HDR-002.json': '' })
  })

  it('gives the log of a project that is a sub-folder of the repository', () => {
    scratch.initGit()
    put('HDR-001.json', 'outer')
    scratch.write('packages/a b/.hdr/decisions/HDR-001.json', 'inner')
    scratch.commit()
    expect(atHead('packages/a b')).toEqual({ 'HDR-001.json': 'inner' })
    expect(atHead()).toEqual({ 'HDR-001.json': 'outer' })
  })

  it.each([
    ['a blank', 'HDR 001.json'],
    ['a line end', 'HDR\n001.json'],
    ['a tab and quotes', 'HDR\t"001".json'],
    ['letters of other scripts', 'Entscheidung-ö決😀.json'],
    ['a backslash', 'HDR\\001.json'],
  ])('knows a file whose name holds %s', (_, name) => {
    scratch.initGit()
    put(name, 'x')
    put('HDR-009.json', 'y')
    scratch.commit()
    expect(atHead()).toEqual({ [name]: 'x', 'HDR-009.json': 'y' })
  })

  it('leaves out what is no decision file', () => {
    scratch.initGit()
    for (const name of ['README.md', '.hidden.json', 'old/HDR-001.json', 'HDR-002.json.bak']) put(name, 'x')
    symlinkSync('README.md', join(scratch.repo, '.hdr/decisions/HDR-003.json'))
    scratch.commit()
    expect(atHead()).toEqual({})
  })

  it('is empty where the commit has no log, and null where there is no commit or no repository', () => {
    expect(atHead()).toBeNull()
    scratch.initGit()
    put('HDR-001.json', 'x')
    expect(atHead()).toBeNull()
    rmSync(join(scratch.repo, '.hdr'), { recursive: true })
    scratch.write('a.txt', 'x')
    scratch.commit()
    put('HDR-001.json', 'x')
    expect(atHead()).toEqual({})
  })

  it('is null where git is not there', () => {
    scratch.initGit()
    put('HDR-001.json', 'x')
    scratch.commit()
    expect(atHead('', { PATH: scratch.home })).toBeNull()
  })

  it('does not follow GIT_ variables to another repository', () => {
    scratch.initGit()
    put('HDR-001.json', 'x')
    scratch.commit()
    const elsewhere = join(scratch.root, 'elsewhere')
    mkdirSync(elsewhere)
    const variables = {
      GIT_DIR: join(elsewhere, '.git'),
      GIT_WORK_TREE: elsewhere,
      GIT_INDEX_FILE: join(elsewhere, 'i'),
    }
    expect(atHead('', variables)).toEqual({ 'HDR-001.json': 'x' })
  })

  it('reads many files in order', () => {
    scratch.initGit()
    const texts = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`HDR-${100 + at}.json`, `${at}\n`.repeat(at)]),
    )
    for (const [name, text] of Object.entries(texts)) put(name, text)
    scratch.commit()
    expect(atHead()).toEqual(texts)
  })
})

describe('isDirty', () => {
  it('tells of changed, new and removed files below the path alone', () => {
    scratch.initGit()
    put('HDR-001.json', 'x')
    scratch.commit()
    expect(isDirty()).toBe(false)
    scratch.write('a.txt', 'x')
    expect(isDirty()).toBe(false)
    put('HDR-002.json', 'x')
    expect(isDirty()).toBe(true)
    scratch.commit()
    rmSync(join(scratch.repo, '.hdr/decisions/HDR-001.json'))
    expect(isDirty()).toBe(true)
  })

  it('is false where git cannot say', () => {
    expect(isDirty()).toBe(false)
  })
})

describe('a repository that wants its programs to run', () => {
  it('runs none of them', () => {
    const witness = join(scratch.root, 'ran')
    const program = join(scratch.root, 'evil.sh')
    writeFileSync(program, `#!/bin/sh\ntouch "${witness}"\ncat\n`)
    chmodSync(program, 0o755)
    scratch.initGit()
    put('HDR-001.json', 'x')
    scratch.commit()
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction']) {
      mkdirSync(join(scratch.repo, '.git/hooks'), { recursive: true })
      writeFileSync(join(scratch.repo, '.git/hooks', hook), `#!/bin/sh\ntouch "${witness}"\n`, { mode: 0o755 })
    }
    const settings = [
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'diff.external',
      'core.askPass',
      'pager.status',
    ]
    for (const name of settings) scratch.git('config', name, program)
    put('HDR-001.json', 'y')
    expect(atHead()).toEqual({ 'HDR-001.json': 'x' })
    expect(isDirty()).toBe(true)
    expect(existsSync(witness)).toBe(false)
  })
})
