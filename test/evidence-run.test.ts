import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indentedTokenJson, parseTokenJson, type TokenObject, wholeNumber } from '../src/core/codec/token-json.ts'
import { recordHash } from '../src/core/evidence/verify-record.ts'
import { openWorkScene, type WorkScene } from './support/work-scene.ts'

let scene: WorkScene
beforeEach(() => {
  scene = openWorkScene()
  scene.write('.gitignore', 'out/\ndist/\n')
  scene.write('src/a.ts', 'a')
  scene.commit()
})
afterEach(() => scene.dispose())

const evidence = (...words: readonly string[]) => scene.run(['evidence', ...words])
const run = async (options: readonly string[], script: string) => {
  const ran = await evidence('run', '--id', 'unit', ...options, '--json', '--', 'sh', '-c', script)
  return { ...ran, record: JSON.parse(ran.stdout) }
}
const isTidy = () => !scene.has('.hpp') && !scene.has('ran')

describe('what is refused before anything runs', () => {
  it.each([
    [['--id', '../x'], ['touch', 'ran'], 'id must be a plain name'],
    [['--id', 'a\n'], ['touch', 'ran'], 'id must be a plain name'],
    [['--id', 'a'], [], 'non-empty argv list'],
    [['--id', 'a'], ['touch', 'ran', ''], 'non-empty argv list'],
    [['--id', 'a'], ['touch', 'ran', ['--pass', 'word=hunter2'].join('')], 'secret'],
    [['--id', 'a', '--artifact', ' '], ['touch', 'ran'], 'non-empty path glob'],
    [['--id', 'a', '--artifact', '/etc/*'], ['touch', 'ran'], 'inside the workspace'],
    [['--id', 'a', '--timeout', 'nan'], ['touch', 'ran'], 'timeout'],
    [['--id', 'a', '--timeout', '0'], ['touch', 'ran'], 'timeout'],
    [['--id', 'a', '--timeout', '86401'], ['touch', 'ran'], 'timeout'],
    [['--id', 'a', '--out', '../records'], ['touch', 'ran'], 'inside the workspace'],
    [['--id', 'a', '--record-event'], ['touch', 'ran'], 'at least one artifact'],
    [['--id', 'a', '--record-event', '--artifact', 'x'], ['touch', 'ran'], 'planned --evidence_recorded--> ?'],
    [
      ['--id', 'a', '--record-event', '--manifest', 'none.json', '--timeout', '0'],
      ['touch', 'ran'],
      'manifest not found',
    ],
    // The first reason is told, in the order of the specification.
    [['--id', '', '--timeout', '0', '--out', '..'], [], 'id must be a plain name'],
  ])('%j %j', async (options, argv, words) => {
    const { exit, stdout, stderr } = await evidence('run', ...options, '--', ...argv)
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(isTidy()).toBe(true)
  })

  it('a timeout that is no number is a mistake of typing', async () => {
    expect((await evidence('run', '--id', 'a', '--timeout', 'soon', '--', 'touch', 'ran')).exit).toBe(3)
    expect(isTidy()).toBe(true)
  })

  it('a folder for records that leads out of the workspace through a link', async () => {
    mkdirSync(join(scene.folder, '../elsewhere'))
    symlinkSync('../elsewhere', join(scene.folder, '.hpp'))
    const { exit, stderr } = await evidence('run', '--id', 'a', '--', 'touch', 'ran')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('resolves outside')])
    expect([scene.has('ran'), readdirSync(join(scene.folder, '../elsewhere'))]).toEqual([false, []])
  })
})

describe('a run that is recorded', () => {
  it.each([
    ['exit 0', 'passed', 0, 0],
    ['exit 3', 'failed', 3, 1],
    ['kill -9 $$', 'failed', -9, 1],
  ])('%s is %s', async (script, verdict, code, exit) => {
    expect(await run([], script)).toMatchObject({
      exit,
      record: { verdict, exit_code: code, artifacts: [], missing: [] },
    })
  })

  it('one that does not end or start has no exit code', async () => {
    expect(await run(['--timeout', '0.2'], 'sleep 9')).toMatchObject({
      exit: 1,
      record: { verdict: 'timeout', exit_code: null },
    })
    const missing = await evidence('run', '--id', 'unit', '--', './none')
    expect([missing.exit, missing.stdout]).toEqual([
      1,
      expect.stringContaining('it could not start: spawn ./none ENOENT'),
    ])
  })

  it('makes a file of its own each time, and verifies as printed and as written', async () => {
    const paths = [(await run([], ':')).record.record_path, (await run([], ':')).record.record_path]
    expect(paths).toEqual(['.hpp/evidence/unit-20261102T120000Z.json', '.hpp/evidence/unit-20261102T120000Z-2.json'])
    const printed = await evidence('run', '--id', 'unit', '--json', '--', 'true')
    scene.write('.hpp/printed.json', printed.stdout)
    for (const path of [...paths, '.hpp/printed.json'])
      expect(await evidence('verify', path)).toMatchObject({ exit: 0 })
    expect(scene.read(paths[0])).toContain('"timeout_s": 600.0')
  })

  it('keeps outputs beside the record where that is asked for', async () => {
    const { record } = await run(['--keep-output'], 'echo out; echo err >&2')
    expect([scene.read(record.stdout.kept), scene.read(record.stderr.kept)]).toEqual(['out\n', 'err\n'])
    expect(readdirSync(join(scene.folder, '.hpp/evidence'))).toEqual([
      'unit-20261102T120000Z.json',
      'unit-20261102T120000Z.stderr',
      'unit-20261102T120000Z.stdout',
    ])
  })

  it('a rewrite that keeps size and time is seen by its bytes; one with the same bytes is named', async () => {
    scene.write('out/a', 'old')
    scene.write('out/b', 'old')
    const forged = await run(
      ['--artifact', 'out/a'],
      'printf new > n; touch -r out/a n; cat n > out/a; touch -r n out/a',
    )
    expect(forged.record).toMatchObject({
      verdict: 'passed',
      artifacts: [{ files: [{ path: 'out/a' }], unchanged: [] }],
    })
    const again = await run(['--artifact', 'out/b'], 'sleep 0.01; printf old > out/b')
    expect(again.record.artifacts[0]).toMatchObject({ files: [{ path: 'out/b' }], identical: ['out/b'] })
    const asked = await evidence('run', '--id', 'x', '--artifact', 'out/b', '--', 'touch', 'out/b')
    expect(asked.stdout).toContain('with the bytes they had before: out/b')
  })

  it('a match that leads out of the workspace does not count, and is named', async () => {
    writeFileSync(join(scene.folder, '../secret.txt'), 'x')
    const { record, exit } = await run(['--artifact', 'out/*'], 'mkdir -p out; ln -s ../../secret.txt out/link')
    expect([exit, record.verdict, record.artifacts[0].outside]).toEqual([1, 'missing-artifacts', ['out/link']])
  })

  it.each([
    ['out/*.txt', ['out/a.txt', 'out/.hidden.txt']],
    ['out/**', ['out/a.txt', 'out/.hidden.txt', 'out/deep/er/b.txt', 'out/c.md', 'out/[x].txt/y']],
    ['out/**/*.txt', ['out/a.txt', 'out/.hidden.txt', 'out/deep/er/b.txt']],
    ['./out//?.md', ['out/c.md']],
    ['out\\deep\\*\\b.txt', ['out/deep/er/b.txt']],
    ['out/[ab].txt', ['out/a.txt']],
    ['out/[x].txt/*', ['out/[x].txt/y']],
    ['out/*.{txt,md}', []],
    ['out', []],
    // Ignored folders, node_modules and .git are entered by name alone.
    ['**/*.txt', ['new/d.txt']],
    ['*/c.md', []],
    ['node_modules/m.txt', ['node_modules/m.txt']],
    ['n*/m.txt', []],
  ])('the pattern %s', async (pattern, files) => {
    const names = ['a.txt', '.hidden.txt', 'deep/er/b.txt', 'c.md', '[x].txt/y']
      .map((name) => `'out/${name}'`)
      .join(' ')
    const script = `for f in ${names} new/d.txt node_modules/m.txt; do mkdir -p "$(dirname "$f")"; echo > "$f"; done`
    const { record } = await run(['--artifact', pattern], script)
    const found = record.artifacts[0].files.map(({ path }: { path: string }) => path)
    expect(found).toEqual([...files].sort())
  })
})

describe('the tree that a record is bound to', () => {
  const status = async (path: string) => JSON.parse((await evidence('verify', path, '--json')).stdout)

  it('is the same after the commit of what was measured, and stale with the paths that moved', async () => {
    scene.write('src/a.ts', 'better')
    scene.write('src/new.ts', 'new')
    const { record } = await run(['--artifact', 'out/r'], 'mkdir -p out; echo hi > out/r')
    expect(await status(record.record_path)).toMatchObject({ status: 'valid', tree: { status: 'fresh' } })
    scene.commit()
    expect(await status(record.record_path)).toMatchObject({ status: 'valid' })
    scene.write('src/a.ts', 'worse')
    scene.write('src/other.ts', '')
    chmodSync(join(scene.folder, 'src/new.ts'), 0o755)
    expect(await status(record.record_path)).toMatchObject({
      status: 'stale',
      tree: { moved: ['src/a.ts', 'src/new.ts', 'src/other.ts'] },
    })
    expect(await evidence('verify', record.record_path)).toMatchObject({ exit: 1 })
  })

  it('is read from the disk, whatever the index was told', async () => {
    const { record } = await run([], ':')
    scene.git('update-index', '--assume-unchanged', 'src/a.ts')
    scene.write('src/a.ts', 'b')
    expect(await status(record.record_path)).toMatchObject({ status: 'stale' })
  })

  it('counts from a folder below the top, and is unknown without a repository', async () => {
    const below = await scene.run([
      '-C',
      join(scene.folder, 'src'),
      'evidence',
      'run',
      '--id',
      'u',
      '--artifact',
      'r',
      '--',
      'touch',
      'r',
    ])
    expect(below).toMatchObject({ exit: 0 })
    scene.write('src/r', 'not as it was')
    const path = 'src/.hpp/evidence/u-20261102T120000Z.json'
    const record = JSON.parse(scene.read(path))
    expect([record.artifacts[0].files[0].path, record.tree.before]).toEqual(['r', record.tree.after])
    expect(
      (await scene.run(['-C', join(scene.folder, 'src'), 'evidence', 'verify', join(scene.folder, path)])).exit,
    ).toBe(2)
    const outside = openWorkScene({ repository: false })
    try {
      const ran = await outside.run(['evidence', 'run', '--id', 'u', '--', 'true'])
      expect([ran.exit, ran.stdout]).toEqual([0, expect.stringContaining('bound to no tree')])
      expect(await outside.run(['evidence', 'verify', '.hpp/evidence/u-20261102T120000Z.json'])).toMatchObject({
        exit: 0,
      })
    } finally {
      outside.dispose()
    }
  })
})

describe('the event of a run', () => {
  const types = () =>
    scene
      .read('.hpp/events.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type)

  it('is appended where the run passed, with the record it stands for', async () => {
    await scene.run(['event', 'append', '--type', 'work_started'])
    const failed = await run(['--artifact', 'out/r', '--record-event'], 'mkdir -p out; echo > out/r; exit 1')
    expect([failed.exit, failed.record.event, types()]).toEqual([1, null, ['work_started']])
    const passed = await run(['--artifact', 'out/r', '--record-event'], 'echo more > out/r')
    const data = { evidence: passed.record.record_path, evidence_sha256: passed.record.record_sha256, id: 'unit' }
    expect([passed.exit, passed.record.event]).toEqual([0, { type: 'evidence_recorded', data }])
    expect(types()).toEqual(['work_started', 'evidence_recorded'])
  })

  it('that fails after the run leaves the record, and ends with 2', async () => {
    await scene.run(['event', 'append', '--type', 'work_started'])
    const script = 'mkdir -p out; echo > out/r; echo broken >> .hpp/events.jsonl'
    const { exit, record } = await run(['--artifact', 'out/r', '--record-event'], script)
    expect([exit, record.event, scene.has(record.record_path)]).toEqual([2, null, true])
    expect(record.event_error).toContain('corrupt event log at line 2')
  })
})

describe('evidence list', () => {
  it('shows the newest first, with what became of it', async () => {
    expect(await evidence('list')).toMatchObject({ exit: 0, stdout: 'no evidence in .hpp/evidence\n' })
    await run(['--artifact', 'out/r'], 'mkdir -p out; echo > out/r')
    await evidence('run', '--id', 'other', '--', 'false')
    scene.write('.hpp/evidence/odd.json', '{')
    scene.write('src/a.ts', 'moved')
    const { records, others } = JSON.parse((await evidence('list', '--json')).stdout)
    expect(
      records.map((one: { id: string; status: string; age_s: number }) => [one.id, one.status, one.age_s]),
    ).toEqual([
      ['other', 'not-evidence', 0],
      ['unit', 'stale', 0],
    ])
    expect(others).toEqual(['.hpp/evidence/odd.json'])
    expect((await evidence('list', '--id', 'unit')).stdout).toMatch(
      /^state +id .*\nstale +unit +passed +0 s .*\n.*odd.json/,
    )
  })
})

describe('a record that is signed', () => {
  const keyOf = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(scene.folder, '..', name)])
    writeFileSync(
      join(scene.folder, '..', `${name}.allowed`),
      `${name} ${readFileSync(join(scene.folder, '..', `${name}.pub`), 'utf8')}`,
    )
  }
  const signed = ['--sign-key', '../ana', '--signer', 'ana']
  const verify = async (path: string, allowed: string) =>
    JSON.parse((await evidence('verify', path, '--allowed-signers', allowed, '--json')).stdout)
  beforeEach(() => {
    keyOf('ana')
    keyOf('bo')
  })

  it('is verified for who may sign, and blocked for anybody else', async () => {
    const { record, exit } = await run(signed, ':')
    expect([exit, record.signature.signer]).toEqual([0, 'ana'])
    expect(await verify(record.record_path, '../ana.allowed')).toMatchObject({
      status: 'valid',
      signature: { status: 'verified', signer: 'ana' },
    })
    expect(await verify(record.record_path, '../bo.allowed')).toMatchObject({ status: 'blocked' })
    expect((await evidence('verify', record.record_path)).stdout).toContain('signed by ana, not checked')
    const unsigned = await run([], ':')
    expect(await verify(unsigned.record.record_path, '../ana.allowed')).toMatchObject({
      status: 'blocked',
      problems: ['the signature is refused: the record is not signed'],
    })
  })

  it('does not survive an edit that was hashed anew', async () => {
    const { record } = await run(signed, 'exit 1')
    const parsed = parseTokenJson(scene.read(record.record_path), { file: 'record' })
    const bent = { ...((parsed.ok ? parsed.value : {}) as TokenObject), verdict: 'passed', exit_code: wholeNumber(0) }
    scene.write(record.record_path, indentedTokenJson({ ...bent, record_sha256: recordHash(bent) }))
    expect(await evidence('verify', record.record_path)).toMatchObject({ exit: 0 })
    expect(await verify(record.record_path, '../ana.allowed')).toMatchObject({ status: 'blocked' })
  })

  it('is asked for before the run, and kept unsigned where its key is gone after it', async () => {
    for (const options of [
      ['--sign-key', '../none', '--signer', 'ana'],
      ['--sign-key', '../ana'],
      ['--sign-key', '../ana', '--signer', '-x'],
    ]) {
      expect(await evidence('run', '--id', 'a', ...options, '--', 'touch', 'ran')).toMatchObject({ exit: 2 })
      expect(isTidy()).toBe(true)
    }
    const { exit, record } = await run(signed, 'rm ../ana')
    expect([exit, record.signature, record.verdict]).toEqual([2, undefined, 'passed'])
    expect(record.sign_error).toContain('could not sign')
    expect(await evidence('verify', record.record_path)).toMatchObject({ exit: 0 })
  })
})

describe('records of criterion sensitivity', () => {
  it('are listed beside the runs', async () => {
    scene.write('a.mjs', 'export const isSame = (a, b) => a === b\n')
    await evidence('mutate', '--id', 'price', '--generate', 'a.mjs', '--', 'true')
    const { records, others } = JSON.parse((await evidence('list', '--json')).stdout)
    expect([records.map((one: { verdict: string; status: string }) => [one.verdict, one.status]), others]).toEqual([
      [['blind-spots', 'not-evidence']],
      [],
    ])
  })
})
