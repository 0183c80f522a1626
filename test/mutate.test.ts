import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyTree } from '../src/store/copy-tree.ts'
import { openTreeCopies } from '../src/store/tree-copies.ts'
import { openWorkScene, runIn, type WorkScene } from './support/work-scene.ts'

let scene: WorkScene
let temporary: string
beforeEach(() => {
  scene = openWorkScene({ repository: false })
  temporary = mkdtempSync(join(tmpdir(), 'bylaw-mutate-test-'))
})
afterEach(() => {
  scene.dispose()
  rmSync(temporary, { recursive: true, force: true })
})

type Written = { readonly verdict: string; readonly survivors: readonly string[] } & Record<string, unknown>

/** Runs `evidence mutate` over the scene; the copies lie in a folder that must be empty afterwards. */
async function mutate(options: readonly string[], script: string, world = scene.world) {
  const copies = { ...openTreeCopies(() => temporary), parallelism: 2 }
  const argv = ['evidence', 'mutate', '--id', 'unit', ...options, '--json', '--', 'sh', '-c', script]
  const ran = await runIn({ ...world, copies }, argv)
  expect(readdirSync(temporary)).toEqual([])
  const json = JSON.parse(ran.stdout) as Written & { error?: { message: string } }
  return { exit: ran.exit, json, message: json.error?.message ?? '' }
}

const declare = (...mutants: readonly object[]) =>
  scene.write('mutants.json', JSON.stringify({ schema: 'hpp.mutants/v1', mutants }))
const swap = (id: string, find: string, replace: string) => ({ id, file: 'a.txt', find, replace })

describe('evidence mutate', () => {
  it('tells a criterion that notices from one that does not', async () => {
    scene.write('a.py', 'x = a == b and c\n')
    const weak = await mutate(['--generate', 'a.py'], 'grep -q and a.py')
    expect(weak).toMatchObject({
      exit: 1,
      json: { verdict: 'blind-spots', survivors: ['a.py:1 == -> !='], metrics: { killed: 1, survived: 1, score: 0.5 } },
    })
    const strong = await mutate(['--generate', 'a.py'], 'grep -qF "a == b and" a.py')
    expect(strong).toMatchObject({ exit: 0, json: { verdict: 'sensitive', metrics: { total: 2, killed: 2 } } })
    expect(await mutate(['--generate', 'a.py'], 'exit 3')).toMatchObject({
      exit: 2,
      json: { verdict: 'no-control', clean: { verdict: 'failed', exit_code: 3 }, mutants: [] },
    })
    expect(readdirSync(join(scene.folder, '.hpp/evidence'))).toHaveLength(3)
  })

  it('tries declared changes, and says which do not apply', async () => {
    scene.write('a.txt', 'one two one')
    declare({ ...swap('second', 'one', '1'), occurrence: 2 }, swap('gone', 'three', '3'))
    const { exit, json } = await mutate(['--mutants', 'mutants.json'], 'test "$(cat a.txt)" = "one two one"')
    expect(exit).toBe(0)
    expect(json['mutants']).toMatchObject([
      { id: 'second', outcome: 'killed', line: 1, column: 8, exit_code: 1 },
      { id: 'gone', outcome: 'not-applied', line: null, exit_code: null },
    ])
  })

  it('kills by a timeout, with a note', async () => {
    scene.write('a.txt', '0')
    declare(swap('slow', '0', '9'))
    const { exit, json } = await mutate(['--mutants', 'mutants.json', '--timeout', '0.3'], 'sleep $(cat a.txt)')
    expect([exit, json['mutants']]).toMatchObject([0, [{ outcome: 'killed', exit_code: null, note: /timed out/ }]])
  })

  it('takes a place past the end of its line for none', async () => {
    scene.write('a.txt', 'import os\ndef f\r\ndef g\r\n')
    const past = (id: string, line: number, column: number) => ({ ...swap(id, 'def', 'x'), line, column })
    declare(past('next', 1, 10), past('return', 2, 7), past('there', 3, 0))
    const { json } = await mutate(['--mutants', 'mutants.json'], '! grep -q x a.txt')
    const outcomes = (json['mutants'] as { outcome: string }[]).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['not-applied', 'not-applied', 'killed'])
  })

  it('tries a change once, however its file is spelled', async () => {
    scene.write('s/a.py', 'x = a == b\n')
    const generate = ['s/a.py', './s/a.py', './/s/./a.py'].flatMap((file) => ['--generate', file])
    const { json } = await mutate(generate, 'grep -q == s/a.py')
    expect(json).toMatchObject({ metrics: { total: 1 }, mutants: [{ file: 's/a.py' }] })
    declare({ ...swap('m', '==', '!='), file: './s//a.py' })
    expect((await mutate(['--mutants', 'mutants.json'], 'true')).json['survivors']).toEqual(['s/a.py:1 == -> !='])
  })

  it('is incomplete where the criterion cannot start for a mutant', async () => {
    scene.write('a.txt', '#!/bin/sh\nexit $((1 - 1))\n')
    chmodSync(join(scene.folder, 'a.txt'), 0o755)
    declare(swap('other', '1 - 1', '1 - 0'), swap('broken', '/bin/sh', '/none'))
    const copies = { ...openTreeCopies(() => temporary), parallelism: 1 }
    const argv = ['evidence', 'mutate', '--id', 'unit', '--mutants', 'mutants.json', '--json', '--', './a.txt']
    const { exit, stdout } = await runIn({ ...scene.world, copies }, argv)
    expect([exit, JSON.parse(stdout)]).toMatchObject([1, { verdict: 'incomplete', metrics: { errors: 1, killed: 1 } }])
  })
})

describe('what is refused, and nothing runs', () => {
  const one = { id: 'x', file: 'calc.py', find: 'a', replace: 'b' }
  it.each<[string, readonly string[], string]>([
    ['no source', [], 'needs --mutants FILE or --generate FILE'],
    ['no mutants file', ['--mutants', 'none.json'], 'mutants file not found'],
    ['a file that is not there', ['--mutants', 'mutants.json'], 'not a file inside the workspace'],
    ['nothing to change', ['--generate', 'plain.py'], 'at least one mutant'],
    ['another language', ['--generate', 'a.rb'], 'mutants are made for .py'],
    ['a file outside', ['--generate', '../a.py'], 'inside the workspace'],
    ['a file that is not copied', ['--generate', 'venv/a.py'], 'left out of the copy'],
    ['a link', ['--generate', 'link.py'], 'symlink'],
    ['a folder that is a link', ['--generate', 'folder/plain.py'], 'symlink'],
    ['bytes that are no text', ['--generate', 'bytes.py'], 'not UTF-8'],
    ['a byte-order mark', ['--generate', 'mark.py'], 'byte-order mark'],
    ['a file of half a text', ['--generate', 'half.py'], 'does not tokenize'],
    ['an id with blanks', ['--generate', 'ok.py', '--id', 'a b'], 'plain name'],
    ['no time', ['--generate', 'ok.py', '--timeout', '0'], 'timeout must be'],
    ['records outside', ['--generate', 'ok.py', '--out', '../x'], 'inside the workspace'],
    ['no workers', ['--generate', 'ok.py', '--workers', '0'], '--workers must be a number over 0'],
    ['the history of git', ['--generate', 'ok.py', '--include', '.git'], '--include takes one of'],
  ])('%s', async (_, options, words) => {
    declare(one)
    for (const [name, text] of Object.entries({ 'plain.py': 'x', 'ok.py': 'a == b', 'half.py': '(', 'a.rb': 'x' })) {
      scene.write(name, text)
    }
    scene.write('mark.py', '\ufeffa == b')
    writeFileSync(join(scene.folder, 'bytes.py'), Buffer.from([0xff, 0xfe]))
    symlinkSync('plain.py', join(scene.folder, 'link.py'))
    symlinkSync('.', join(scene.folder, 'folder'))
    const id = options.includes('--id') ? [] : ['--id', 'unit']
    const copies = openTreeCopies(() => temporary)
    const argv = ['evidence', 'mutate', ...id, ...options, '--', 'touch', join(scene.folder, 'ran')]
    const { exit, stderr } = await runIn({ ...scene.world, copies }, argv)
    expect(stderr).toContain(words)
    expect([exit, scene.has('ran'), scene.has('.hpp'), readdirSync(temporary)]).toEqual([2, false, false, []])
  })

  it('says every fault of declared mutants at once', async () => {
    declare({ ...one, find: '' }, { ...one, file: '../b', replace: 'a' })
    const { message } = await mutate(['--mutants', 'mutants.json'], 'true')
    for (const words of ['non-empty', 'changes nothing', 'inside the workspace']) expect(message).toContain(words)
  })

  it('refuses a temporary folder inside the workspace', async () => {
    scene.write('ok.py', 'a == b')
    mkdirSync(join(scene.folder, 'tmp'))
    for (const place of [scene.folder, join(scene.folder, 'tmp')]) {
      const copies = openTreeCopies(() => place)
      const argv = ['evidence', 'mutate', '--id', 'unit', '--generate', 'ok.py', '--', 'true']
      const { exit, stderr } = await runIn({ ...scene.world, copies }, argv)
      expect([exit, stderr]).toEqual([2, expect.stringContaining('inside the workspace')])
    }
  })

  it('refuses a tree that cannot be copied', async () => {
    scene.write('ok.py', 'a == b')
    spawnSync('sh', ['-c', 'mkfifo "$0"', join(scene.folder, 'pipe')])
    const { exit, message } = await mutate(['--generate', 'ok.py'], 'true')
    expect([exit, message]).toEqual([2, expect.stringContaining('could not be copied: pipe is no file')])
  })
})

describe('the copies', () => {
  it('leave out what is not the tree, at any depth, unless it is asked for', async () => {
    scene.write('a.py', 'x = a == b\n')
    scene.write('src/.git/x', '')
    scene.write('node_modules/x', '')
    const seen = 'test "$(find . -name x | wc -l)" = '
    expect((await mutate(['--generate', 'a.py'], `${seen}0 && grep -q == a.py`)).exit).toBe(0)
    const included = await mutate(['--generate', 'a.py', '--include', 'node_modules'], `${seen}1 && grep -q == a.py`)
    expect(included).toMatchObject({ exit: 0, json: { included: ['node_modules'] } })
  })

  it('are as new for each mutant, whatever the criterion did to the one before', async () => {
    scene.write('a.txt', '0000')
    scene.write('b/c.txt', 'c')
    scene.write('d/e/f.txt', 'f')
    declare(...[1, 2, 3, 4].map((nth) => ({ ...swap(`m${nth}`, '0', '1'), occurrence: nth })))
    // It fails where it finds a trace of itself, and leaves traces of every kind, some at the same size and time.
    const script = [
      'test "$(find . | sort | tr "\\n" " ")" = ". ./a.txt ./b ./b/c.txt ./d ./d/e ./d/e/f.txt ./mutants.json " || exit 1',
      'test "$(cat b/c.txt d/e/f.txt)" = cf || exit 2',
      'test "$(ls -l b/c.txt | cut -c1-3)" = -rw || exit 3',
      'touch -r b/c.txt t; printf x > b/c.txt; touch -r t b/c.txt; chmod 400 b/c.txt',
      'mkdir -p n/o; echo > n/o/p; rm d/e/f.txt; chmod 444 a.txt',
      'case $(cat a.txt) in 1000) rm -r d;; 0100) chmod 000 b;; esac',
    ]
    const { json } = await mutate(['--mutants', 'mutants.json', '--workers', '1'], script.join('\n'))
    expect(json).toMatchObject({ verdict: 'blind-spots', metrics: { survived: 4 } })
    expect([scene.read('b/c.txt'), scene.has('n'), scene.has('d/e/f.txt')]).toEqual(['c', false, true])
  })

  it('lie in another folder for each run, and under names that nobody knows', async () => {
    scene.write('a.py', 'x = a == b and c < d\n')
    const seen = join(scene.folder, '..', 'seen')
    const script = `rm -rf ../tree ../copy-1; pwd >> ${seen}; grep -qF "a == b and c < d" a.py`
    const { exit } = await mutate(['--generate', 'a.py', '--workers', '1'], script)
    const folders = readFileSync(seen, 'utf8').trim().split('\n')
    expect([exit, folders.length, new Set(folders).size]).toEqual([0, 4, 4])
  })

  it.each([
    ['taken away', 'for d in ../*; do test "$d" -ef . || rm -rf "$d"; done; grep -q == a.py', /copy/],
    [
      'rewritten',
      'for d in ../*; do test "$d" -ef . || echo >> "$d/b"; done; grep -q == a.py',
      /was changed meanwhile/,
    ],
  ])('are no answer where what they are made from was %s', async (_, script, words) => {
    scene.write('a.py', 'x = a == b\n')
    scene.write('b', 'b')
    const { exit, message } = await mutate(['--generate', 'a.py', '--workers', '1'], script)
    expect([exit, message, scene.has('.hpp')]).toEqual([2, expect.stringMatching(words), false])
  })

  it('that something still writes to are named, and the report is kept', async () => {
    scene.write('a.py', 'x = a == b\n')
    const root = openTreeCopies(() => temporary)
    const open: typeof root.open = async (...request) => {
      const room = await root.open(...request)
      return { ...room, dispose: () => room.dispose().then(() => '/left/here') }
    }
    const words = ['evidence', 'mutate', '--id', 'unit', '--generate', 'a.py']
    const run = (...more: string[]) => runIn({ ...scene.world, copies: { ...root, open } }, [...words, ...more])
    expect(await run('--', 'grep', '-q', '==', 'a.py')).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('/left/here'),
    })
    const json = (await run('--json', '--', 'grep', '-q', '==', 'a.py')).stdout
    expect(JSON.parse(json)).toMatchObject({ verdict: 'sensitive', left_behind: '/left/here' })
  })

  it('are told from the folder itself, in the command and in variables', async () => {
    scene.write('a.py', 'x = a == b\n')
    const environment = {
      ...scene.world.environment,
      PWD: scene.folder,
      WHERE: `x:${scene.folder}`,
      OTHER: `${scene.folder}er`,
    }
    const world = { ...scene.world, environment, copies: openTreeCopies(() => temporary) }
    const argv = ['evidence', 'mutate', '--id', 'unit', '--generate', 'a.py', '--', 'ls', scene.folder]
    const text = (await runIn(world, argv)).stdout.replace(/\s+/g, ' ')
    expect(text).toMatch(/names this folder itself, where nothing is changed: \S+ \$WHERE /)
    expect(text).not.toMatch(/[$](?:OTHER|PWD)/)
  })

  it('keep links as links, lead those into the tree to the copy, and name those that lead out', async () => {
    scene.write('a.txt', '0')
    scene.write('real/b.txt', 'b')
    const link = (target: string, path: string) => symlinkSync(target, join(scene.folder, path))
    link('a.txt', 'near')
    link(join(scene.folder, 'a.txt'), 'absolute')
    link('../../work/a.txt', 'real/detour')
    link('/etc', 'outside')
    link('../elsewhere', 'beside')
    declare(swap('m', '0', '1'))
    const script =
      'test -L near && cat near absolute real/detour | grep -qv 1 && echo x >> absolute && echo y >> real/detour'
    const { exit, json } = await mutate(['--mutants', 'mutants.json'], script)
    expect([exit, json['outer_links']]).toEqual([0, ['beside', 'outside']])
    expect(scene.read('a.txt')).toBe('0')
  })
})

it('a place behind the end of its line is no place', async () => {
  scene.write('a.txt', 'one\ndef')
  declare(
    { ...swap('behind', 'def', 'x'), line: 1, column: 10 },
    { ...swap('next', 'def', 'x'), line: 1, column: 4 },
    { ...swap('there', 'def', 'x'), line: 2, column: 0 },
  )
  const { json } = await mutate(['--mutants', 'mutants.json'], 'grep -q def a.txt')
  expect(json['mutants']).toMatchObject([{ outcome: 'not-applied' }, { outcome: 'not-applied' }, { outcome: 'killed' }])
})

it('a process that goes on writing into a copy costs no report', async () => {
  scene.write('a.txt', 'one')
  declare(swap('a', 'one', 'two'))
  const writer = 'i=0; while [ $i -lt 400 ]; do i=$((i+1)); mkdir -p d$i; echo x > d$i/f; done'
  const script = `grep -q one a.txt; r=$?; (setsid env -i PATH="$PATH" sh -c '${writer}' >/dev/null 2>&1 &); exit $r`
  expect(await mutate(['--mutants', 'mutants.json', '--workers', '1'], script)).toMatchObject({
    json: { schema: 'hpp.mutation/v1' },
  })
})

describe('limits', () => {
  beforeEach(() => {
    scene.write('a.txt', '0000000000')
    declare(...Array.from({ length: 10 }, (_, at) => ({ ...swap(`m${at}`, '0', '1'), occurrence: at + 1 })))
  })
  const all = ['--mutants', 'mutants.json']

  it('tries so many at most, spread over all of them', async () => {
    const { exit, json } = await mutate([...all, '--max-mutants', '3'], 'grep -qv 1 a.txt')
    expect([exit, json['metrics']]).toMatchObject([0, { total: 3, killed: 3 }])
    expect(json['mutants']).toMatchObject([{ id: 'm0' }, { id: 'm3' }, { id: 'm6' }])
    expect(json['left']).toMatchObject([{ reason: 'max-mutants', ids: { length: 7 } }])
  })

  it('stops at the first survivor', async () => {
    const { exit, json } = await mutate([...all, '--stop-at-first-survivor', '--workers', '1'], 'grep -q ^0 a.txt')
    expect([exit, json]).toMatchObject([1, { survivors: { length: 1 }, metrics: { total: 2, killed: 1 } }])
    expect(json['left']).toMatchObject([{ reason: 'first-survivor', ids: { length: 8 } }])
  })

  it('begins no mutant after its time, and is incomplete then', async () => {
    let calls = 0
    const now = () => new Date(Date.UTC(2026, 10, 2, 12) + 1000 * calls++)
    const world = { ...scene.world, clock: { ...scene.world.clock, now } }
    const { exit, json } = await mutate([...all, '--time-limit', '5', '--workers', '1'], 'grep -qv 1 a.txt', world)
    expect([exit, json]).toMatchObject([1, { verdict: 'incomplete', left: [{ reason: 'time-limit' }] }])
    expect((json['metrics'] as { killed: number }).killed).toBeGreaterThan(0)
  })

  it('tries one at a time where the criterion does not pass beside itself', async () => {
    const script = `mkdir ${temporary}/lock || exit 1; sleep 0.1; rmdir ${temporary}/lock; grep -qv 1 a.txt`
    const { exit, json } = await mutate([...all, '--workers', '2', '--max-mutants', '2'], script)
    expect([exit, json]).toMatchObject([0, { verdict: 'sensitive', clean: { verdict: 'passed' } }])
  })
})

describe('an interruption', () => {
  it('ends a copy between files', async () => {
    for (let count = 0; count < 200; count += 1) scene.write(`${count}`, '')
    const to = join(temporary, 'copy')
    const copied = copyTree({ from: scene.folder, to, leftOut: [], links: [], isInterrupted: () => true })
    await expect(copied).rejects.toThrow('interrupted')
    expect(readdirSync(to).length).toBeLessThan(100)
  })

  it('ends the criterion, takes the copies away, keeps no record, and ends us as it would have', async () => {
    scene.write('a.py', 'x = a == b\n')
    const words = [
      'evidence',
      'mutate',
      '--id',
      'unit',
      '--generate',
      'a.py',
      '--',
      'sh',
      '-c',
      'touch ../../on; sleep 9',
    ]
    const env = { PATH: process.env['PATH'], HOME: temporary, TMPDIR: join(temporary, 'tmp') }
    mkdirSync(env.TMPDIR)
    const child = spawn(process.execPath, [resolve('dist/bylaw.cjs'), ...words], { cwd: scene.folder, env })
    const ended = once(child, 'exit')
    while (!existsSync(join(env.TMPDIR, 'on')) && child.exitCode === null) await pause(20)
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
    expect([readdirSync(env.TMPDIR), scene.has('.hpp')]).toEqual([['on'], false])
  })
})
