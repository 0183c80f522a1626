import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDisk } from './disk.ts'
import { readLogFolder } from './read-log-folder.ts'

let root: string
let project: string
let log: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-folder-')))
  project = join(root, 'project')
  log = join(project, '.hdr/decisions')
  mkdirSync(log, { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, content: string | Buffer) => writeFileSync(join(log, name), content)
const read = () => readLogFolder(project)

describe('readLogFolder', () => {
  it('gives every decision file with its text and the identity of its bytes', () => {
    put('HDR-001.json', '\uFEFF{"a":1}\r\n')
    put('other name.json', 'ö')
    const found = read()
    const files = found?.files ?? []
    expect(new Map(files.map(({ name, text }) => [name, text]))).toEqual(
      new Map([
        ['HDR-001.json', '\uFEFF{"a":1}\r\n'],
        ['other name.json', 'ö'],
      ]),
    )
    for (const file of files) expect(file.identity).toEqual(openDisk().identity(join(log, file.name)))
    expect(found?.others).toEqual([])
  })

  it('does not look at README.md and dot files, whatever they are', () => {
    put('README.md', 'about')
    put('.lock', '')
    put('.draft.json', '{')
    mkdirSync(join(log, '.git'))
    expect(read()).toMatchObject({ files: [], others: [] })
  })

  it.each([
    ['a sub-folder', 'folder', 'old', () => mkdirSync(join(log, 'old'))],
    ['a sub-folder named like a decision', 'folder', 'HDR-001.json', () => mkdirSync(join(log, 'HDR-001.json'))],
    ['another extension', 'other-extension', 'HDR-001.json.bak', () => put('HDR-001.json.bak', '{}')],
    ['an extension in another case', 'other-extension', 'HDR-001.JSON', () => put('HDR-001.JSON', '{}')],
    ['bytes that are no UTF-8', 'not-utf8', 'HDR-001.json', () => put('HDR-001.json', Buffer.from([0x7b, 0xff, 0x7d]))],
    [
      'a link to a file',
      'symbolic-link',
      'HDR-001.json',
      () => symlinkSync('/etc/hostname', join(log, 'HDR-001.json')),
    ],
    ['a link to nothing', 'symbolic-link', 'HDR-001.json', () => symlinkSync('nowhere', join(log, 'HDR-001.json'))],
  ])('names %s', (_, kind, name, make) => {
    make()
    put('HDR-009.json', '{}')
    expect(read()?.others).toMatchObject([{ name, kind }])
    expect(read()?.files.map((file) => file.name)).toEqual(['HDR-009.json'])
  })

  it('names a file over 1 MiB without reading it, and reads one of exactly that', () => {
    put('HDR-001.json', '')
    truncateSync(join(log, 'HDR-001.json'), 1024 * 1024 + 1)
    put('HDR-002.json', 'x'.repeat(1024 * 1024))
    expect(read()?.others).toEqual([{ name: 'HDR-001.json', kind: 'too-large' }])
    expect(read()?.files.map((file) => file.text.length)).toEqual([1024 * 1024])
  })

  it('names a pipe and does not wait for its writer', () => {
    expect(spawnSync('sh', ['-c', 'mkfifo "$0"', join(log, 'HDR-001.json')]).status).toBe(0)
    const started = performance.now()
    expect(read()?.others).toMatchObject([{ name: 'HDR-001.json', kind: 'unreadable' }])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it.skipIf(process.getuid?.() === 0)('names a file that may not be read', () => {
    put('HDR-001.json', '{}')
    spawnSync('chmod', ['000', join(log, 'HDR-001.json')])
    expect(read()?.others).toMatchObject([{ name: 'HDR-001.json', kind: 'unreadable', detail: 'EACCES' }])
  })

  it('says that a log lies outside of the project, also behind a link above it', () => {
    const elsewhere = join(root, 'elsewhere')
    mkdirSync(join(elsewhere, 'decisions'), { recursive: true })
    rmSync(join(project, '.hdr'), { recursive: true })
    symlinkSync(elsewhere, join(project, '.hdr'))
    const outside = { name: '.hdr/decisions', kind: 'outside-workspace', detail: join(elsewhere, 'decisions') }
    expect(read()?.others).toEqual([outside])
    rmSync(join(project, '.hdr'))
    mkdirSync(join(project, '.hdr'))
    symlinkSync(join(elsewhere, 'decisions'), log)
    expect(read()?.others).toEqual([outside])
  })

  it('follows a link that stays in the project', () => {
    mkdirSync(join(project, 'docs/decisions'), { recursive: true })
    rmSync(log, { recursive: true })
    symlinkSync('../docs/decisions', log)
    put('HDR-001.json', '{}')
    expect(read()).toMatchObject({ files: [{ name: 'HDR-001.json', text: '{}' }], others: [] })
  })

  it.each([
    ['nothing is there', () => undefined],
    ['only .hdr is there', () => mkdirSync(join(project, '.hdr'))],
    ['a link leads to nothing', () => symlinkSync('nowhere', join(project, '.hdr'))],
    ['a link leads to itself', () => symlinkSync('.hdr', join(project, '.hdr'))],
    ['a file stands in its place', () => writeFileSync(join(project, '.hdr'), '')],
  ])('is null where %s', (_, make) => {
    rmSync(join(project, '.hdr'), { recursive: true })
    make()
    expect(read()).toBeNull()
  })

  it('never takes the whole log for gone while one of its files is being replaced and removed', async () => {
    put('HDR-001.json', '{"n":0}')
    const script = `i=0; while [ $i -lt 150 ]; do printf '{"n":%d}' $i > "$1/.t"; mv "$1/.t" "$1/HDR-002.json"; rm "$1/HDR-002.json"; i=$((i+1)); done`
    const busy = spawn('sh', ['-c', script, 'sh', log], { stdio: 'ignore' })
    const seen: (string | undefined)[] = []
    for (let isOver = false; !isOver; ) {
      for (let i = 0; i < 20; i++) {
        const found = read()
        expect(found).not.toBeNull()
        expect(found?.files.find((file) => file.name === 'HDR-001.json')?.text).toBe('{"n":0}')
        seen.push(found?.files.find((file) => file.name === 'HDR-002.json')?.text)
      }
      isOver = await new Promise<boolean>((go) => setImmediate(() => go(busy.exitCode !== null)))
    }
    for (const text of seen) if (text !== undefined) expect(text).toMatch(/^\{"n":\d+\}$/)
  })
})
