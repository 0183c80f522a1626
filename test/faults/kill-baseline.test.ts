import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Baseline } from '../../src/core/sessions/baseline.ts'
import { openStateStore } from '../../src/store/state-store.ts'
import { sha256 } from '../../src/sys/lazy-crypto.ts'
import { call, event, SESSION, sessionStart } from '../hook/calls.ts'
import { installProgram, startHook } from '../hook/hook-storm.ts'
import { hookEnvironment, meaning } from '../support/hook.ts'
import { buildFixture, runFixture } from '../support/run-fixture.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'

/**
 * Plays one hook event or one restore in which every write to a replaced file counts its steps. At step `at` the
 * process kills itself, before or after the step; without one it prints how many there were.
 */
const SOURCE = `
  import { REAL_STEPS } from './src/store/atomic-write.ts'
  import { openStateStore } from './src/store/state-store.ts'
  import { openLogKeeper } from './src/store/log-keeper.ts'
  import { openHookWorld } from './src/open-hook-world.ts'
  import { runHook } from './src/app/hook/run-hook.ts'
  import { restoreLog } from './src/app/sessions/restore-log.ts'
  import { findHarness } from './src/harness/registry.ts'
  const { what, text, cwd, program, at, when } = JSON.parse(process.argv[2])
  let done = 0
  const die = () => process.kill(process.pid, 'SIGKILL')
  const steps = Object.fromEntries(Object.entries(REAL_STEPS).map(([name, step]) => [name, (...args) => {
    done += 1
    if (done === at && when === 'before') die()
    const result = step(...args)
    if (done === at && when === 'after') die()
    return result
  }]))
  const real = openHookWorld(program, process.env)
  const startOf = (pid) => real.processes.row(pid)?.start ?? null
  const state = openStateStore({ root: real.state.root, sha256: real.sha256, startOf, steps })
  const world = { ...real, state, keeper: openLogKeeper(steps) }
  async function play() {
    if (what === 'restore') restoreLog(world, { cwd, id: null, session: 'claude-code/${SESSION}' })
    else {
      const reply = await runHook(world, findHarness('claude-code'), { text, sizeBytes: text.length })
      if (reply.exitCode !== 0) throw new Error(reply.stderr)
    }
    console.log(done)
  }
  void play()
`

let folder: string
let fixture: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-kill-'))
  fixture = await buildFixture(folder, 'die', SOURCE)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let scratch: Scratch
beforeEach(() => {
  makeLog()
})
afterEach(() => scratch.dispose())

function makeLog(): void {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
  scratch.decide('HDR-002', { kind: 'path_exists', path: '.hdr' })
  installProgram(scratch)
}

type Death = { readonly at: number; readonly when: 'before' | 'after' }

function play(what: 'event' | 'restore', payload: unknown, death: Death | null) {
  const program = join(scratch.root, 'program')
  const input = { what, text: JSON.stringify(payload), cwd: scratch.repo, program, ...death }
  return runFixture(fixture, [JSON.stringify(input)], hookEnvironment(scratch))
}

/** Plays once to count the steps, then once per step and side, each time in a log made anew. */
async function dieEverywhere(
  prepare: () => Promise<void>,
  what: 'event' | 'restore',
  payload: () => unknown,
  check: (death: Death) => Promise<void>,
): Promise<number> {
  await prepare()
  const whole = await play(what, payload(), null)
  expect(whole.stderr).toBe('')
  const steps = Number(whole.stdout)
  for (let at = 1; at <= steps; at++) {
    for (const when of ['before', 'after'] as const) {
      scratch.dispose()
      makeLog()
      await prepare()
      expect(await play(what, payload(), { at, when })).toMatchObject({ signal: 'SIGKILL', stdout: '', stderr: '' })
      await check({ at, when })
    }
  }
  return steps
}

function baseline(): Baseline | 'missing' | 'broken' {
  const store = openStateStore({ root: join(scratch.state, 'hdr'), sha256, startOf: () => null })
  return store.readBaseline({ harness: 'claude-code', session: SESSION, project: scratch.repo })
}

function textsOf(found: Baseline | 'missing' | 'broken') {
  return typeof found === 'string' ? found : found.texts
}

function onDisk(): Readonly<Record<string, string>> {
  const log = join(scratch.repo, '.hdr/decisions')
  const names = existsSync(log) ? readdirSync(log).filter((name) => !name.startsWith('.')) : []
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(log, name), 'utf8')]))
}

const file_path = () => join(scratch.repo, 'src/a.ts')
const edit = () => call(scratch, 'Write', { file_path: file_path(), content: 'x' })

/** An ordinary event afterwards: it takes the dead holder's lock, allows, and says nothing at all. */
async function expectClean(): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const started = performance.now()
    expect(await startHook(scratch, edit())).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    expect(performance.now() - started).toBeLessThan(5_000)
  }
  expect(textsOf(baseline())).toEqual(onDisk())
}

async function begin(): Promise<void> {
  expect((await startHook(scratch, sessionStart(scratch, 'claude-code'))).exitCode).toBe(0)
}

function append(): void {
  const first = {
    date: '2026-10-21',
    title: 'Decision HDR-002',
    rationale: 'Because of the last outage.',
    check: { kind: 'path_exists', path: '.hdr' },
  }
  const revised = {
    date: '2026-10-22',
    title: 'Revised',
    rationale: 'r',
    check: { kind: 'path_exists', path: '.hdr/decisions' },
  }
  scratch.write('.hdr/decisions/HDR-002.json', decisionText('HDR-002', [first, revised]))
}

describe('a hook that is killed at any step of its writing', () => {
  it('leaves no baseline or a whole one where it makes the first', async () => {
    const steps = await dieEverywhere(
      async () => undefined,
      'event',
      () => sessionStart(scratch, 'claude-code'),
      async () => {
        expect(['missing', onDisk()]).toContainEqual(textsOf(baseline()))
        await expectClean()
      },
    )
    expect(steps).toBeGreaterThanOrEqual(10)
  })

  it('leaves the old baseline or the new one where a decision was revised', async () => {
    let before: unknown
    const steps = await dieEverywhere(
      async () => {
        await begin()
        before = textsOf(baseline())
        append()
      },
      'event',
      () => event(scratch, 'UserPromptSubmit', { prompt: 'x' }),
      async () => {
        expect([before, onDisk()]).toContainEqual(textsOf(baseline()))
        await expectClean()
      },
    )
    expect(steps).toBeGreaterThanOrEqual(10)
  })

  it('leaves a violation a violation', async () => {
    const steps = await dieEverywhere(
      async () => {
        await begin()
        scratch.decide('HDR-003', { kind: 'path_exists', path: '.hdr' })
        const path = join(scratch.repo, '.hdr/decisions/HDR-002.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace('last outage', 'first outage'))
      },
      'event',
      () => event(scratch, 'UserPromptSubmit', { prompt: 'x' }),
      async () => {
        const reply = await startHook(scratch, edit())
        expect(meaning(reply)).toBe('deny')
        expect(reply.stderr).toContain('LOG-INTEGRITY: HDR-002')
      },
    )
    expect(steps).toBeGreaterThanOrEqual(6)
  })
})

describe('a restore that is killed at any step of its writing', () => {
  it('leaves every file as it was or as it belongs, and ends well the next time', async () => {
    let before: Readonly<Record<string, string>> = {}
    let tampered: Readonly<Record<string, string>> = {}
    const steps = await dieEverywhere(
      async () => {
        await begin()
        before = onDisk()
        for (const name of ['HDR-001', 'HDR-002']) {
          scratch.write(
            `.hdr/decisions/${name}.json`,
            before[`${name}.json`]?.replace('last outage', 'first outage') ?? '',
          )
        }
        scratch.write('.hdr/decisions/HDR-009.json', '{"half":')
        tampered = onDisk()
      },
      'restore',
      () => null,
      async () => {
        for (const [name, text] of Object.entries(onDisk())) expect([before[name], tampered[name]]).toContain(text)
        expect(textsOf(baseline())).toEqual(before)
        const reply = await startHook(scratch, edit())
        expect(meaning(reply)).toBe('deny')
        expect(reply.stderr).not.toContain('baseline')
        expect(await play('restore', null, null)).toMatchObject({ code: 0, stderr: '' })
        expect(onDisk()).toEqual(before)
        await expectClean()
      },
    )
    expect(steps).toBeGreaterThanOrEqual(12)
  })
})
