import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogChange } from '../app/world.ts'
import { REAL_STEPS, type WriteSteps } from './atomic-write.ts'
import { openDecisionLogs } from './decision-log-store.ts'

let root = ''
let project = ''
const logOf = () => join(project, '.hdr', 'decisions')

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-log-')))
  project = join(root, 'project')
  mkdirSync(logOf(), { recursive: true })
  writeFileSync(join(logOf(), 'HDR-001.json'), 'one')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = (steps?: WriteSteps) =>
  openDecisionLogs({ startOf: () => null, ...(steps === undefined ? {} : { steps }) })
const CREATE: LogChange = { name: 'HDR-002.json', before: null, after: 'two' }
const REPLACE: LogChange = { name: 'HDR-001.json', before: 'one', after: 'one and more' }

describe('finding a log', () => {
  test('goes upward, nearest first, through links to folders', async () => {
    const inner = join(project, 'a', 'b')
    mkdirSync(join(inner, '.hdr', 'decisions'), { recursive: true })
    mkdirSync(join(inner, 'c'))
    symlinkSync(join(inner, 'c'), join(root, 'link'))
    expect(await open().find(join(root, 'link'))).toEqual([inner, project])
    expect(await open().find(root)).toEqual([])
  })

  test.each(['.hdr', join('.hdr', 'decisions')])(
    'a link at %s that leads to nothing is a log that is named',
    async (name) => {
      const other = join(root, 'other')
      mkdirSync(join(other, '.hdr', 'decisions'), { recursive: true })
      rmSync(join(other, name), { recursive: true })
      symlinkSync('/no/such/folder', join(other, name))
      expect(await open().find(other)).toEqual([other])
      expect((await open().read(other))?.others).toMatchObject([{ kind: 'outside-workspace' }])
    },
  )

  test('a file in its place is named; a folder .hdr without a log is none', async () => {
    rmSync(logOf(), { recursive: true })
    expect(await open().read(project)).toBeNull()
    expect(await open().find(project)).toEqual([])
    writeFileSync(logOf(), '')
    expect((await open().read(project))?.others).toMatchObject([{ kind: 'unreadable', detail: 'it is no folder' }])
  })
})

describe('changing a log', () => {
  test('gives back what lies on the disk and leaves nothing else there', async () => {
    const log = await open().change(project, () => CREATE)
    expect(log.files.map(({ name, text }) => [name, text]).sort()).toEqual([
      ['HDR-001.json', 'one'],
      ['HDR-002.json', 'two'],
    ])
    expect((await open().change(project, () => REPLACE)).files.find(({ name }) => name === REPLACE.name)?.text).toBe(
      REPLACE.after,
    )
    expect(readdirSync(logOf()).sort()).toEqual(['HDR-001.json', 'HDR-002.json'])
  })

  test.each<[string, () => LogChange, string]>([
    ['a name that is taken', () => ({ ...CREATE, name: 'HDR-001.json' }), 'file-exists'],
    ['a file that is not as the plan says', () => ({ ...REPLACE, before: 'two' }), 'changed-meanwhile'],
  ])('%s is refused and nothing changes', async (_, plan, code) => {
    await expect(open().change(project, plan)).rejects.toMatchObject({ fault: { code } })
    expect(readdirSync(logOf())).toEqual(['HDR-001.json'])
    expect(readFileSync(join(logOf(), 'HDR-001.json'), 'utf8')).toBe('one')
  })

  test('a plan that throws changes nothing and leaves no lock', async () => {
    await expect(
      open().change(project, () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(readdirSync(logOf())).toEqual(['HDR-001.json'])
  })

  test('a log that is gone cannot be written', async () => {
    rmSync(logOf(), { recursive: true })
    await expect(open().change(project, () => CREATE)).rejects.toMatchObject({ fault: { code: 'log-not-writable' } })
  })

  test('two writers take turns: the second plans on what the first wrote', async () => {
    const seen: number[] = []
    const add = (name: string) =>
      open().change(project, ({ files }) => {
        seen.push(files.length)
        return { name, before: null, after: name }
      })
    await Promise.all([add('HDR-002.json'), add('HDR-003.json')])
    expect(seen).toEqual([1, 2])
  })
})

describe('a write that fails', () => {
  const names = Object.keys(REAL_STEPS) as (keyof WriteSteps)[]
  const cases = names.flatMap((step) =>
    [CREATE, REPLACE].flatMap((change) => [false, true].map((applied) => ({ step, change, applied }))),
  )

  /** Step by step: an error instead of the step, or after it. */
  function failing(step: keyof WriteSteps, applied: boolean): WriteSteps {
    const fail = (...parameters: never[]) => {
      const result =
        applied || step === 'close' ? (REAL_STEPS[step] as (...all: never[]) => unknown)(...parameters) : undefined
      if (result === undefined || applied) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
      return result
    }
    return { ...REAL_STEPS, [step]: fail }
  }

  test.each(cases)(
    'at $step (applied: $applied) leaves the old log or the new one, whole',
    async ({ step, change, applied }) => {
      await expect(open(failing(step, applied)).change(project, () => change)).rejects.toMatchObject({
        fault: { code: 'log-not-writable' },
      })
      const path = join(logOf(), change.name)
      const text = existsSync(path) ? readFileSync(path, 'utf8') : null
      expect([change.before, change.after]).toContain(text)
      expect(existsSync(join(logOf(), '.lock'))).toBe(false)
      const after = text === change.after ? { ...change, before: text, after: 'again' } : change
      expect((await open().change(project, () => after)).files.find(({ name }) => name === change.name)?.text).toBe(
        after.after,
      )
    },
  )
})
