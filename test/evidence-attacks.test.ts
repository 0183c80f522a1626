import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
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
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { indentedTokenJson, parseTokenJson, type TokenObject } from '../src/core/codec/token-json.ts'
import { recordHash } from '../src/core/evidence/verify-record.ts'
import { openWorkScene, type WorkScene } from './support/work-scene.ts'

const RECORD = '.hpp/evidence/unit-20261102T120000Z.json'

let keys: string
let scene: WorkScene
beforeAll(() => {
  keys = mkdtempSync(join(tmpdir(), 'bylaw-keys-'))
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ana', '-f', join(keys, 'ana')])
  writeFileSync(join(keys, 'allowed'), `ana ${readFileSync(join(keys, 'ana.pub'), 'utf8')}`)
})
afterAll(() => rmSync(keys, { recursive: true, force: true }))
beforeEach(() => {
  scene = openWorkScene()
  scene.write('.gitignore', 'out/\n.hpp/\n')
  scene.write('src/a.ts', 'a')
  scene.write('SPEC.md', 'spec')
  scene.commit()
})
afterEach(() => scene.dispose())

const run = (...words: readonly string[]) => scene.run(words)
const enforce = (gates: unknown) => scene.write('.hpp/gates.json', JSON.stringify({ schema: 'bylaw.gates/v1', gates }))
const HUMAN = () => ({ people: ['ana'], allowed_signers: join(keys, 'allowed') })
const append = (type: string, ...more: readonly string[]) => run('event', 'append', '--type', type, ...more)
const SIGN = () => ['--sign-key', join(keys, 'ana'), '--signer', 'ana']
const evidence = (...more: readonly string[]) => run('evidence', 'run', '--id', 'unit', ...more)
const statusOf = async (path = RECORD) => JSON.parse((await run('evidence', 'verify', path, '--json')).stdout)
const approve = (output: string, ...more: readonly string[]) =>
  run(
    ...['attest', 'create', '--spec', 'SPEC.md', '--maker', 'ana', '--checker', 'bo', '--session', '1'],
    ...['--verdict', 'approved', '--output', output, ...more],
  )
const attest = (...more: readonly string[]) => approve('.hpp/one.json', ...more)
const refused = (words: string) => ({
  exit: 2,
  stderr: expect.stringMatching(new RegExp(words.replaceAll(' ', '\\s+'))),
})

describe('a tree that hides something', () => {
  it('a folder that git lists as a repository, and that is none, is refused', async () => {
    scene.git('rm', '-q', '--cached', '-r', 'src')
    scene.git('update-index', '--add', '--cacheinfo', `160000,${scene.git('rev-parse', 'HEAD')},src`)
    expect(await evidence('--', 'true')).toMatchObject(refused('git lists .* as a repository of its own'))
    expect(await attest('--bind', 'tree')).toMatchObject(refused('git lists .* as a repository of its own'))
  })

  it('a repository inside counts with its files', async () => {
    scene.write('lib/f.c', 'one')
    execFileSync('git', ['init', '-q', join(scene.folder, 'lib')])
    await evidence('--', 'true')
    await attest('--bind', 'tree')
    expect(await statusOf()).toMatchObject({ status: 'valid' })
    scene.write('lib/f.c', 'two')
    expect(await statusOf()).toMatchObject({ status: 'stale' })
    expect(await run('attest', 'verify', '.hpp/one.json')).toMatchObject({ exit: 2 })
  })

  it('a folder named .hpp below the top is not left out', async () => {
    scene.write('src/.hpp/lib.js', 'one')
    scene.git('add', '-f', 'src')
    scene.commit()
    await evidence('--', 'true')
    await attest('--bind', 'tree')
    scene.write('src/.hpp/lib.js', 'two')
    expect(await statusOf()).toMatchObject({ status: 'stale', tree: { moved: ['src/.hpp/lib.js'] } })
    expect(await run('attest', 'verify', '.hpp/one.json')).toMatchObject({ exit: 2 })
  })

  it('another work tree than the one around the folder is refused', async () => {
    await evidence('--', 'true')
    const elsewhere = join(scene.folder, '../elsewhere')
    mkdirSync(elsewhere)
    cpSync(join(scene.folder, 'src'), join(elsewhere, 'src'), { recursive: true })
    writeFileSync(join(elsewhere, '.git'), `gitdir: ${scene.folder}/.git\n`)
    scene.git('config', 'core.worktree', elsewhere)
    for (const words of [['evidence', 'verify', RECORD], ['event', 'append', '--type', 'work_started'], ['status']]) {
      expect(await run(...words), words.join(' ')).toMatchObject(refused("git's work tree lies elsewhere"))
    }
    expect(await attest()).toMatchObject(refused("git's work tree lies elsewhere"))
    expect(existsSync(join(elsewhere, '.hpp'))).toBe(false)
  })

  it('git that fails is not taken for no repository', async () => {
    await evidence('--', 'true')
    scene.write('src/a.ts', 'evil')
    appendFileSync(join(scene.folder, '.git/config'), '[\n')
    expect(await run('evidence', 'verify', RECORD)).toMatchObject(
      refused('git rev-parse ended with 128: fatal: bad config'),
    )
    expect(await attest()).toMatchObject(refused('bad config'))
  })

  it('a record of a tree that cannot be compared is stale', async () => {
    await evidence('--', 'true')
    rmSync(join(scene.folder, '.git'), { recursive: true })
    expect(await statusOf()).toMatchObject({ status: 'stale', tree: { status: 'unknown' } })
  })

  it('a repository inside whose name is not UTF-8 is refused, not passed over', async () => {
    execFileSync('sh', ['-c', 'd=$(printf "n\\377"); git init -q "$d" && echo 1 > "$d/f"'], { cwd: scene.folder })
    expect(await attest('--bind', 'submodules')).toMatchObject(refused('its name is not UTF-8'))
    expect(await evidence('--', 'true')).toMatchObject(refused('its name is not UTF-8'))
  })
})

describe('gates that somebody would go around', () => {
  const loopOf = (...rows: readonly string[]) => {
    const transitions = rows.map((row) => {
      const [from, event, to, gate] = row.split(' ')
      return { from, event, to, gate }
    })
    return JSON.stringify({ loop: { initial: 'planned', transitions } })
  }
  const LATE = loopOf('planned work_started a x', 'a human_approved b human', 'b verified verified closure')

  it('by a loop of their own choice, however lawful', async () => {
    enforce({ human: HUMAN(), closure: {} })
    scene.write('m.json', LATE)
    expect(await append('work_started', '--manifest', 'm.json')).toMatchObject(refused('so the loop is that of'))
    expect(await run('status', '--manifest', 'm.json')).toMatchObject(refused('so the loop is that of'))
    scene.write('src/hpp.manifest.json', LATE)
    await run('-C', join(scene.folder, 'src'), 'event', 'append', '--type', 'work_started')
    const straight = await run('-C', join(scene.folder, 'src'), 'event', 'append', '--type', 'human_approved')
    expect(straight).toMatchObject(refused('invalid transition'))
  })

  it('by a manifest beside the gates with a way around them', async () => {
    enforce({ human: HUMAN(), closure: {} })
    scene.write('hpp.manifest.json', loopOf('planned work_started a x', 'a verified verified closure'))
    expect(await append('work_started')).toMatchObject(refused('does not pass the enforced gate human'))
    scene.write('hpp.manifest.json', LATE)
    expect(await append('work_started', '--manifest', 'hpp.manifest.json')).toMatchObject({ exit: 0 })
  })

  it.each(['/nonexistent', 'gates.json', '../work.json'])('by a link in place of the file: %s', async (target) => {
    mkdirSync(join(scene.folder, '.hpp'))
    symlinkSync(target, join(scene.folder, '.hpp/gates.json'))
    expect(await append('work_started')).toMatchObject(refused('is no file of its own'))
  })

  it('by a log of their own below the project', async () => {
    enforce({ scope: { spec: 'work.json' } })
    scene.write('src/.hpp/events.jsonl', '')
    const below = await run('-C', join(scene.folder, 'src'), 'event', 'append', '--type', 'work_started')
    expect(below).toMatchObject(refused('holds a log below a project that enforces gates'))
  })

  it('by a folder below that names its work, or has gates of its own', async () => {
    enforce({ scope: { spec: 'work.json' } })
    const below = (...words: readonly string[]) => run('-C', join(scene.folder, 'src'), ...words)
    const started = ['event', 'append', '--type', 'work_started']
    expect(await below(...started, '--work', 'X')).toMatchObject(refused('no unit X in work.json|there is no spec'))
    scene.write('src/.hpp/gates.json', '{"schema":"bylaw.gates/v1","gates":{}}')
    expect(await below(...started)).toMatchObject(refused('below a project that enforces gates'))
    scene.write('t/.git', 'gitdir: /nonexistent\n')
    expect(await run('-C', join(scene.folder, 't'), ...started)).toMatchObject(
      refused('not a git repository: /nonexistent'),
    )
  })

  it('by a log below a project outside of git', async () => {
    const outside = openWorkScene({ repository: false })
    try {
      outside.write('.hpp/gates.json', JSON.stringify({ schema: 'bylaw.gates/v1', gates: { closure: {} } }))
      outside.write('sub/a', '')
      const words = ['-C', join(outside.folder, 'sub'), 'event', 'append', '--type', 'work_started']
      expect(await outside.run(words)).toMatchObject(refused('below a project that enforces gates'))
    } finally {
      outside.dispose()
    }
  })

  it('by an approval that the maker signed in the name of the checker', async () => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'bob', '-f', join(scene.folder, '../bob')])
    const allowed = join(scene.folder, '../allowed')
    const line = (name: string, file: string) => `${name} ${readFileSync(`${file}.pub`, 'utf8')}`
    writeFileSync(allowed, line('bob', join(scene.folder, '../bob')) + line('ana', join(keys, 'ana')))
    enforce({ 'read-only-checker': { allowed_signers: allowed } })
    await append('work_started')
    await append('evidence_recorded')
    const create = (...more: readonly string[]) =>
      run(
        ...['attest', 'create', '--spec', 'SPEC.md', '--maker', 'bob', '--checker', 'Ana', '--session', '1', '--force'],
        ...['--verdict', 'approved', '--bind', 'tree', '--output', '.hpp/one.json', ...more],
      )
    await create('--sign-key', join(scene.folder, '../bob'), '--signer', 'bob')
    const passed = () => append('check_passed', '--data', '{"attestation":".hpp/one.json"}')
    expect(await passed()).toMatchObject(refused('was signed by bob, who is not its checker Ana'))
    await create(...SIGN())
    expect(await passed()).toMatchObject({ exit: 0 })
  })

  it('by criteria that nobody signed beside one that somebody did', async () => {
    const criteria = [{ id: 'unit' }, { id: 'lint' }]
    enforce({ 'fresh-evidence': { criteria, allowed_signers: join(keys, 'allowed') } })
    await append('work_started')
    await run('evidence', 'run', '--id', 'lint', '--', 'true')
    await evidence(...SIGN(), '--', 'true')
    const { record_sha256: digest } = JSON.parse(scene.read(RECORD))
    const data = JSON.stringify({ evidence: RECORD, evidence_sha256: digest })
    expect(await append('evidence_recorded', '--data', data)).toMatchObject(
      refused('no fresh evidence of lint: .* not signed'),
    )
    await run('evidence', 'run', '--id', 'lint', ...SIGN(), '--', 'true')
    expect(await append('evidence_recorded', '--data', data)).toMatchObject({ exit: 0 })
  })

  it('by source that is called an artifact, or that a record is made to name later', async () => {
    enforce({ human: HUMAN(), closure: {} })
    await append('work_started')
    await evidence('--artifact', 'src/*', '--record-event', '--', 'touch', 'src/a.ts')
    await append('check_passed')
    expect(await append('human_approved', ...SIGN())).toMatchObject({ exit: 0 })
    scene.write('src/a.ts', 'evil')
    expect(await append('verified')).toMatchObject(refused('the tree is not the one that was approved'))
    scene.write('src/a.ts', 'a')
    scene.write('src/backdoor.ts', 'evil')
    const parsed = parseTokenJson(scene.read(RECORD), { file: 'r' })
    const record = (parsed.ok ? parsed.value : {}) as TokenObject
    const file = { path: 'src/backdoor.ts', size: 4, sha256: 'x' } as never
    const bent = { ...record, artifacts: [{ pattern: 'src/*', files: [file], unchanged: [] }] } as TokenObject
    scene.write(RECORD, indentedTokenJson({ ...bent, record_sha256: recordHash(bent) }))
    expect(await append('verified')).toMatchObject(refused('the tree is not the one that was approved'))
  })

  it('by the approval of another piece of work', async () => {
    enforce({ human: HUMAN() })
    const work = (id: string) => ['--work', id]
    for (const id of ['A', 'B']) {
      for (const type of ['work_started', 'evidence_recorded', 'check_passed']) await append(type, ...work(id))
    }
    await append('human_approved', ...work('A'), ...SIGN())
    const { data } = JSON.parse(scene.read('.hpp/work/A/events.jsonl').trim().split('\n')[3] ?? '')
    const replay = await append('human_approved', ...work('B'), '--data', JSON.stringify(data))
    expect(replay).toMatchObject(refused('the signature is for another piece of work'))
  })

  it('by evidence of another folder, or of an earlier run that a later one overruled', async () => {
    enforce({ 'fresh-evidence': { criteria: [{ id: 'unit', command: ['./test.sh'] }] } })
    scene.write('test.sh', '#!/bin/sh\nexit 1\n')
    scene.write('fake/test.sh', '#!/bin/sh\nmkdir -p ../out; test ! -e ../out/fail\n')
    execFileSync('chmod', ['+x', join(scene.folder, 'test.sh'), join(scene.folder, 'fake/test.sh')])
    scene.commit()
    await append('work_started')
    await run('-C', join(scene.folder, 'fake'), 'evidence', 'run', '--id', 'unit', '--', './test.sh')
    cpSync(join(scene.folder, 'fake/.hpp/evidence'), join(scene.folder, '.hpp/evidence'), { recursive: true })
    const named = (path: string) => {
      const { record_sha256: digest } = JSON.parse(scene.read(path))
      return ['--data', JSON.stringify({ evidence: path, evidence_sha256: digest })]
    }
    expect(await append('evidence_recorded', ...named(RECORD))).toMatchObject(refused('it ran in the folder fake'))
  })

  it('by the record of a run that a later one on the same tree overruled', async () => {
    enforce({ 'fresh-evidence': {} })
    await append('work_started')
    const flaky = ['sh', '-c', 'test ! -e out/fail']
    await evidence('--', ...flaky)
    scene.write('out/fail', '')
    expect(await evidence('--', ...flaky)).toMatchObject({ exit: 1 })
    const { record_sha256: digest } = JSON.parse(scene.read(RECORD))
    const data = JSON.stringify({ evidence: RECORD, evidence_sha256: digest })
    expect(await append('evidence_recorded', '--data', data)).toMatchObject(refused('its last run was failed'))
    // Neither a copy under a later name nor a lost artifact of the failed run brings the earlier one back.
    scene.write('.hpp/evidence/unit-20261102T120000Z-99.json', scene.read(RECORD))
    expect(await append('evidence_recorded', '--data', data)).toMatchObject(refused('its last run was failed'))
    rmSync(join(scene.folder, 'out/fail'))
    await evidence('--', ...flaky)
    expect(await append('evidence_recorded', '--data', data)).toMatchObject({ exit: 0 })
  })

  it('is none: a project in a folder below keeps its own approval', async () => {
    const folder = join(scene.folder, 'sub')
    scene.write('sub/.gitignore', 'out/\n')
    scene.write('.gitignore', 'out/\n')
    scene.write(
      'sub/.hpp/gates.json',
      JSON.stringify({ schema: 'bylaw.gates/v1', gates: { human: HUMAN(), closure: {} } }),
    )
    const there = (...words: readonly string[]) => run('-C', folder, 'event', 'append', '--type', ...words)
    for (const type of ['work_started', 'evidence_recorded', 'check_passed']) await there(type)
    expect(await there('human_approved', ...SIGN())).toMatchObject({ exit: 0 })
    expect(await there('verified')).toMatchObject({ exit: 0 })
  })

  it('is told before the run that no gate takes evidence of a folder below', async () => {
    enforce({ 'fresh-evidence': {} })
    await append('work_started')
    const words = ['evidence', 'run', '--id', 'u', '--artifact', 'r', '--record-event', '--', 'touch', 'r']
    expect(await run('-C', join(scene.folder, 'src'), ...words)).toMatchObject(refused('takes evidence of the folder'))
    expect(scene.has('src/r')).toBe(false)
  })
})

describe('a criterion that gets in the way', () => {
  it('takes away or swaps its kept outputs: the record says that none were kept', async () => {
    const gone = await evidence('--keep-output', '--json', '--', 'rm', '-rf', '.hpp')
    expect([gone.exit, JSON.parse(gone.stdout).stdout.kept]).toEqual([0, undefined])
    const swap = 'for f in .hpp/evidence/.output-*-stdout; do rm "$f"; ln -s /etc/hosts "$f"; done'
    const swapped = await evidence('--keep-output', '--json', '--', 'sh', '-c', swap)
    expect([swapped.exit, JSON.parse(swapped.stdout).stdout.kept]).toEqual([0, undefined])
    expect(readdirSync(join(scene.folder, '.hpp/evidence')).filter((name) => !name.endsWith('.json'))).toEqual([])
  })

  it('leaves something that goes on changing the tree: the record is kept, bound to no tree', async () => {
    const file = join(scene.folder, 'src/log')
    writeFileSync(file, '')
    const noisy = spawn('sh', ['-c', `while :; do echo x >> '${file}'; done`], { stdio: 'ignore' })
    try {
      const ran = await evidence('--json', '--', 'true')
      // Either reading may fall into a quiet moment: what must not happen is that the run is lost.
      expect(ran.exit === 0 || ran.stdout.includes('changes while')).toBe(true)
    } finally {
      noisy.kill('SIGKILL')
    }
  })

  it.each([
    ['.hpp', ['event', 'append', '--type', 'work_started']],
    ['.hpp', ['status']],
    ['.hpp', ['event', 'verify']],
    ['.hpp/work', ['event', 'append', '--type', 'work_started', '--work', 'A']],
  ])('a file in place of the folder %s is a refusal: %j', async (path, words) => {
    scene.write(path, '')
    expect(await run(...words)).toMatchObject({ exit: 2 })
  })

  it('a file in place of the quarantine is a refusal', async () => {
    await append('work_started')
    appendFileSync(join(scene.folder, '.hpp/events.jsonl'), '{"torn')
    scene.write('.hpp/quarantine', '')
    expect(await run('event', 'repair')).toMatchObject({ exit: 2 })
  })

  it('records are not written into the folder of git', async () => {
    expect(await evidence('--out', '.git/hooks', '--', 'true')).toMatchObject(refused('must lie inside the workspace'))
  })

  it.each(['0x10', ' 5', '1_0', 'Infinityx'])('a timeout of %j is a mistake of typing', async (text) => {
    expect(await evidence('--timeout', text, '--', 'true')).toMatchObject({ exit: 3 })
  })

  it('an edited record anchors nothing', async () => {
    await append('work_started')
    await evidence('--', 'true')
    scene.write(RECORD, scene.read(RECORD).replace('"events": 1', '"events": 9'))
    expect(await run('event', 'verify')).toMatchObject({ exit: 0 })
  })
})

describe('the output of an attestation', () => {
  it.each([
    ['.git/config', 'git.s own folder'],
    ['src/a.ts', 'a file that is no attestation'],
    ['SPEC.md', 'a file that is no attestation'],
  ])('is never %s, whatever was forced', async (output, words) => {
    const before = scene.read(output)
    expect(await approve(output, '--force')).toMatchObject(refused(words))
    expect(scene.read(output)).toBe(before)
  })

  it('that cannot be written is a refusal', async () => {
    mkdirSync(join(scene.folder, '.hpp/taken'), { recursive: true })
    writeFileSync(join(scene.folder, '.hpp/file'), '')
    for (const output of ['.hpp/taken', '.hpp/file/below.json']) {
      expect(await approve(output), output).toMatchObject({ exit: 2 })
    }
  })
})
