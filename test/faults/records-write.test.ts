import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPlace } from '../../src/app/records/open-place.ts'
import { readKind } from '../../src/app/records/read-kind.ts'
import { decision, proposal, type RecordsScene, recordsScene } from '../support/record-verbs-scene.ts'
import { buildFixture, type Ended, runFixture } from '../support/run-fixture.ts'

/**
 * One verb in a process of its own. With `at` it kills itself before or after that step of the writes; without, it prints
 * how many there were, or the code of what it was refused with.
 */
const SOURCE = `
  import { REAL_STEPS } from './src/store/atomic-write.ts'
  import { openFiles } from './src/store/files.ts'
  import { openRecordWrites } from './src/store/record-writes.ts'
  import { openGit } from './src/sys/git.ts'
  import { amendRecord } from './src/app/records/amend-record.ts'
  import { newRecord } from './src/app/records/new-record.ts'
  import { reviewRecord } from './src/app/records/review-record.ts'
  const { verb, request, cwd, at, when, waitMs } = JSON.parse(process.argv[2])
  let done = 0
  const die = () => process.kill(process.pid, 'SIGKILL')
  const steps = Object.fromEntries(Object.entries(REAL_STEPS).map(([name, step]) => [name, (...args) => {
    done += 1
    if (done === at && when === 'before') die()
    const result = step(...args)
    if (done === at && when === 'after') die()
    return result
  }]))
  const now = () => new Date()
  const environment = { ...process.env, CHANT_WRITE_LOCK_WAIT_MS: waitMs }
  const world = {
    cwd, environment, clock: { now }, files: openFiles(), git: openGit(process.env),
    recordWrites: openRecordWrites({ environment, now, steps }),
    logs: { find: async () => [] }, guard: { whyNoPerson: async () => null },
  }
  const verbs = { new: newRecord, amend: amendRecord, review: reviewRecord }
  verbs[verb](world, request).then(
    () => console.log(done),
    (error) => { console.log(error.fault?.code ?? String(error)); process.exitCode = 2 },
  )
`

let folder: string
let fixture: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-records-'))
  fixture = await buildFixture(folder, 'write', SOURCE)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let scene: RecordsScene
afterEach(() => scene.dispose())

const D1 = 'docs/d-001-where-the-queue-lives.md'
const WRITERS = Array.from({ length: 16 }, (_, index) => index)

function play(verb: string, request: object, more: object = {}): Promise<Ended> {
  const whole = { kind: null, by: null, sign: null, expect: null, dryRun: false, ...request }
  const input = { verb, request: whole, cwd: scene.repo, waitMs: '120000', ...more }
  return runFixture(fixture, [JSON.stringify(input)], { ...process.env, HOME: scene.home } as Record<string, string>)
}

async function record() {
  const place = await openPlace(scene.world)
  const { records } = await readKind(scene.world, { place, kindFile: 'docs/decision.kind.mjs' })
  const [only] = records
  if (only === undefined || records.length > 1) throw new Error(`${records.length} records`)
  return only
}

function given(name: string, fields: object): string {
  writeFileSync(join(scene.root, name), JSON.stringify(fields))
  return join(scene.root, name)
}

describe('sixteen writers at once', () => {
  it('with one digest to compare: exactly one wins, and the file is never torn', async () => {
    scene = recordsScene({ git: true })
    await scene.create(proposal(), { prefix: 'd' })
    const { digest, text } = await record()
    const ends = await Promise.all(
      WRITERS.map((index) => {
        const set = given(`set-${index}.json`, { area: `area ${index}` })
        return play('amend', { id: 'd-001', set, unset: [], expect: digest })
      }),
    )
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(ends.filter(({ stdout }) => stdout === 'record-conflict\n')).toHaveLength(15)
    const winner = ends.findIndex(({ code }) => code === 0)
    expect(scene.read(D1)).toBe(text.replace('"orders"', `"area ${winner}"`))
  })

  it('with a verdict each: all land', async () => {
    scene = recordsScene({ git: true })
    await scene.create(decision(), { prefix: 'd' })
    const { digest } = await record()
    const ends = await Promise.all(
      WRITERS.map((index) =>
        play('review', { id: 'd-001', verdict: 'agree', by: `r${index}`, note: null, expect: digest }),
      ),
    )
    expect(ends.map(({ code }) => code)).toEqual(WRITERS.map(() => 0))
    const { quorum, valid } = await record()
    expect(valid).toBe(true)
    expect(quorum?.agreed).toBe(16)
    expect(existsSync(join(scene.repo, '.git/chant-write.lock'))).toBe(false)
  })

  it('with a new record each: all get an id of their own', async () => {
    scene = recordsScene({ git: true })
    const from = given('new.json', proposal())
    const ends = await Promise.all(WRITERS.map(() => play('new', { kind: null, from, prefix: 'd' })))
    expect(ends.map(({ code }) => code)).toEqual(WRITERS.map(() => 0))
    const names = readdirSync(join(scene.repo, 'docs')).filter((name) => name.startsWith('d-'))
    expect(names.map((name) => name.slice(0, 5)).sort()).toEqual(
      WRITERS.map((index) => `d-${String(index + 1).padStart(3, '0')}`),
    )
  })
})

describe('a writer that is killed', () => {
  it.each(['new', 'amend'] as const)(
    'at any step of %s leaves the old text or the new one, and no lock',
    async (verb) => {
      const begin = async () => {
        scene = recordsScene({ git: true })
        if (verb === 'amend') await scene.create(proposal(), { prefix: 'd' })
        const fields = given('fields.json', verb === 'new' ? proposal() : { area: 'store' })
        return verb === 'new' ? { from: fields, prefix: 'd' } : { id: 'd-001', set: fields, unset: [] }
      }
      const textNow = () => (existsSync(join(scene.repo, D1)) ? scene.read(D1) : null)
      const first = await begin()
      const old = textNow()
      const whole = await play(verb, first)
      const wanted = textNow()
      const steps = Number(whole.stdout)
      expect(steps).toBeGreaterThan(4)
      for (let at = 1; at <= steps; at++) {
        for (const when of ['before', 'after'] as const) {
          scene.dispose()
          const request = await begin()
          expect(await play(verb, request, { at, when })).toMatchObject({ signal: 'SIGKILL' })
          const text = textNow()
          expect([old, wanted]).toContain(text)
          // The next writer takes the lock of the dead one at once.
          const next = await play(verb, request, { waitMs: '1000' })
          expect(next).toMatchObject({ code: 0 })
          expect((await record().catch(() => null))?.valid ?? verb === 'new').toBe(true)
          expect(existsSync(join(scene.repo, '.git/chant-write.lock'))).toBe(false)
        }
      }
    },
  )
})
