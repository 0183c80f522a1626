import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexDraft } from '../app/world-hook.ts'
import { type Baseline, baselineText } from '../core/sessions/baseline.ts'
import { isSameFile } from '../core/sessions/file-identity.ts'
import { packFiles } from '../core/sessions/log-index.ts'
import type { AgentAppend, Window } from '../core/sessions/window.ts'
import { sha256 } from '../sys/lazy-crypto.ts'
import { REAL_STEPS, type WriteSteps } from './atomic-write.ts'
import { openStateStore, stateRoot } from './state-store.ts'

const PROJECT = '/home/dev/acme app'
const AT = { harness: 'claude-code', session: 's1', project: PROJECT }

let folder: string
let root: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-state-'))
  root = join(folder, 'hdr')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (steps: WriteSteps = REAL_STEPS) => openStateStore({ root, sha256, startOf: () => null, steps })
const sessionPath = (name: string) => join(root, 'sessions/claude-code/s1/%2Fhome%2Fdev%2Facme%20app', name)

function baseline(told: string): Baseline {
  return {
    schema: 'bylaw.baseline/v1',
    harness: AT.harness,
    session: AT.session,
    project: PROJECT,
    madeAt: '2026-11-02T12:00:00.000Z',
    origin: 'session-start',
    process: { pid: 1, start: '7', depth: 1, command: null },
    commit: null,
    texts: { 'HDR-001.json': '\uFEFF{"schema_version":2}\r\n', 'HDR-002.json': 'ö決😀' },
    watched: [],
    notices: [],
    told,
  }
}

const DRAFT: IndexDraft = {
  v: 2,
  at: 1,
  hdr: [1, 2],
  folder: [1, 2, 3, 4, 5],
  files: packFiles([['HDR-001.json', [1, 2, 3, 4.25, 1796051651181.1233]]]),
  watched: packFiles([['/absent', null]]),
  guarded: [],
  hooks: {},
  groups: { tools: '[]', commands: '[]', files: '[]', all: '[]' },
  guard: 'HDR-001',
  watchBases: ['infra'],
  invalid: [],
  warnings: [],
  unregistered: [],
  process: null,
  untold: false,
}

describe('stateRoot', () => {
  it.each([
    [{ XDG_STATE_HOME: '/var/state' }, '/var/state/hdr'],
    [{ XDG_STATE_HOME: 'relative' }, '/home/dev/.local/state/hdr'],
    [{ XDG_STATE_HOME: '' }, '/home/dev/.local/state/hdr'],
    [{}, '/home/dev/.local/state/hdr'],
  ])('is found by the rules of XDG in %j', (environment, expected) => {
    expect(stateRoot(environment, '/home/dev')).toBe(expected)
  })
})

describe('the state folder', () => {
  it('is made by the first write alone, for its owner alone', () => {
    const store = open()
    expect([store.readBaseline(AT), store.readIndex(AT).index, store.windows(PROJECT), store.appends(PROJECT)]).toEqual(
      ['missing', null, [], []],
    )
    expect([store.projectsOf('claude-code', 's1'), store.sessionsOf(PROJECT), store.newestOther(AT)]).toEqual([
      [],
      [],
      null,
    ])
    store.releaseClaims(PROJECT, 'x')
    store.dropIndex(AT)
    store.writeNote(AT, 'said', null)
    expect(readdirSync(folder)).toEqual([])
    store.beat(AT, 1_000)
    store.writeBaseline(AT, baseline(''))
    store.writeIndex(AT, DRAFT)
    store.writeNote(AT, 'unproven', 'x')
    store.openWindow(PROJECT, window('t1', 1))
    store.changeAppends(PROJECT, () => [])
    store.accept(PROJECT, 'digest')
    store.claimNewDecision(PROJECT, 'HDR-002.json', 'o', Date.now())
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(names.length).toBeGreaterThan(12)
    for (const name of names) {
      const stats = statSync(join(folder, name))
      expect(`${name} ${(stats.mode & 0o777).toString(8)}`).toBe(`${name} ${stats.isDirectory() ? '700' : '600'}`)
    }
    expect(names.filter((name) => /lock|\.tmp-/.test(name))).toEqual([])
  })

  it('takes no session for another and gives the project of each', () => {
    const store = open()
    const long = { ...AT, project: `/${'long/'.repeat(80)}end` }
    for (const at of [AT, { ...AT, session: 's2' }, { ...AT, harness: 'codex' }, long]) {
      store.writeBaseline(at, {
        ...baseline(at.session),
        harness: at.harness,
        session: at.session,
        project: at.project,
      })
    }
    expect(
      store
        .projectsOf('claude-code', 's1')
        .map(({ project }) => project)
        .sort(),
    ).toEqual([PROJECT, long.project])
    expect(store.hasSession('codex', 's1')).toBe(true)
    expect(store.hasSession('codex', 's2')).toBe(false)
    expect(
      store
        .sessionsOf(PROJECT)
        .map(({ harness, session }) => `${harness}/${session}`)
        .sort(),
    ).toEqual(['claude-code/s1', 'claude-code/s2', 'codex/s1'])
  })

  it('says so where something stands in its place', () => {
    writeFileSync(root, '')
    expect(() => open().beat(AT, 1)).toThrow(/ENOTDIR|EEXIST/)
    expect(() => open().locked(AT, () => 1)).toThrow(/ENOTDIR|EEXIST/)
  })
})

describe('baseline', () => {
  it('comes back as it was', () => {
    open().writeBaseline(AT, baseline('a'))
    expect(open().readBaseline(AT)).toEqual(baseline('a'))
  })

  it('is broken wherever it is cut, never missing and never another one', () => {
    open().writeBaseline(AT, baseline('a'))
    const path = sessionPath('baseline')
    const { size } = statSync(path)
    expect(size).toBeGreaterThan(300)
    for (let length = size - 1; length >= 0; length--) {
      truncateSync(path, length)
      expect(open().readBaseline(AT)).toBe('broken')
    }
  })

  it('is broken wherever a byte of it is changed, and where something is added', () => {
    open().writeBaseline(AT, baseline('a'))
    const path = sessionPath('baseline')
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(path, changed)
      expect(open().readBaseline(AT)).toBe('broken')
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('\n')]))
    expect(open().readBaseline(AT)).toBe('broken')
  })

  it.each(
    (Object.keys(REAL_STEPS) as (keyof WriteSteps)[]).flatMap((name) => [
      [name, 'not applied'] as const,
      [name, 'applied'] as const,
    ]),
  )('is the old or the new one where %s fails, %s', (name, how) => {
    open().writeBaseline(AT, baseline('old'))
    const steps = { ...REAL_STEPS, [name]: failing(name, how) }
    expect(() => open(steps).writeBaseline(AT, baseline('new'))).toThrow('EIO')
    expect([baseline('old'), baseline('new')]).toContainEqual(open().readBaseline(AT))
    open().writeBaseline(AT, baseline('newer'))
    expect(open().readBaseline(AT)).toEqual(baseline('newer'))
  })

  it('of the newest other session is found, over broken ones and never its own', () => {
    const store = open()
    const names = ['s0', 's1', 's2', 's3']
    names.forEach((session, age) => {
      store.writeBaseline({ ...AT, session }, { ...baseline(''), session })
      utimesSync(sessionPath('baseline').replace('/s1/', `/${session}/`), 1_000 + age, 1_000 + age)
    })
    writeFileSync(sessionPath('baseline').replace('/s1/', '/s3/'), 'cut')
    utimesSync(sessionPath('baseline').replace('/s1/', '/s3/'), 5_000, 5_000)
    expect(store.newestOther(AT)?.session).toBe('s2')
    expect(store.newestOther({ ...AT, session: 's2' })?.session).toBe('s1')
  })
})

function failing(name: keyof WriteSteps, how: 'not applied' | 'applied') {
  const real = REAL_STEPS[name] as (...args: unknown[]) => unknown
  return (...args: unknown[]) => {
    if (how === 'applied') real(...args)
    throw new Error('EIO')
  }
}

describe('index', () => {
  const write = () => {
    open().writeBaseline(AT, baseline('a'))
    open().writeIndex(AT, DRAFT)
    return sessionPath('index')
  }

  it('comes back with the identity of the baseline it was made from', () => {
    write()
    const { index, baseline: identity } = open().readIndex(AT)
    expect(index).toMatchObject(DRAFT)
    expect(identity !== null && index !== null && isSameFile(index.baseline, identity)).toBe(true)
    open().writeBaseline(AT, baseline('b'))
    const later = open().readIndex(AT)
    expect(later.index && later.baseline && isSameFile(later.index.baseline, later.baseline)).toBe(false)
  })

  it('does not count wherever it is cut', () => {
    const path = write()
    for (let length = statSync(path).size - 1; length >= 0; length--) {
      truncateSync(path, length)
      expect(open().readIndex(AT).index).toBeNull()
    }
  })

  it('does not count where it was written by somebody else later, with its times put back or not', async () => {
    const path = write()
    const text = readFileSync(path, 'utf8')
    const { atime, mtime } = statSync(path)
    await new Promise((go) => setTimeout(go, 1_100))
    expect(open().readIndex(AT).index).not.toBeNull()
    writeFileSync(path, text.replace('"guard":"HDR-001"', '"guard":null'))
    utimesSync(path, atime, mtime)
    expect(open().readIndex(AT).index).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['another version', '{"v":1,"files":[],"watched":[]}'],
    ['another shape', '{"v":2}'],
    ['null', 'null'],
    ['a list', '[]'],
  ])('does not count where it holds %s', (_, text) => {
    writeFileSync(write(), text)
    expect(open().readIndex(AT).index).toBeNull()
  })

  it('does not count without a baseline, and can be dropped twice', () => {
    write()
    open().dropIndex(AT)
    open().dropIndex(AT)
    expect(open().readIndex(AT).index).toBeNull()
    rmSync(sessionPath('baseline'))
    expect(() => open().writeIndex(AT, DRAFT)).toThrow(/ENOENT/)
    expect(open().readIndex(AT)).toEqual({ index: null, baseline: null })
  })
})

function window(callId: string, openedAtMs: number): Window {
  return {
    schema: 'bylaw.window/v1',
    harness: 'claude-code',
    session: 's1',
    callId,
    tool: 'Bash',
    command: 'ls',
    openedAtMs,
    openedTicks: 1,
    process: null,
    background: false,
  }
}

describe('windows', () => {
  it('are opened and closed one by one, a second time without harm', () => {
    const store = open()
    store.openWindow(PROJECT, window('t1', 1))
    store.openWindow(PROJECT, window('t2', 2))
    const [first] = store.windows(PROJECT)
    expect(
      store
        .windows(PROJECT)
        .map(({ callId }) => callId)
        .sort(),
    ).toEqual(['t1', 't2'])
    store.closeWindow(PROJECT, first?.key ?? '')
    store.closeWindow(PROJECT, first?.key ?? '')
    expect(store.windows(PROJECT)).toHaveLength(1)
    expect(store.windows('/other')).toEqual([])
  })

  it('that are half written were never opened, and keep no other from being seen', () => {
    const store = open()
    store.openWindow(PROJECT, window('t1', 1))
    const [name = ''] = readdirSync(join(root, 'projects'))
    writeFileSync(join(root, 'projects', name, 'windows', 'cut.json'), '{"schema":"byl')
    expect(store.windows(PROJECT).map(({ callId }) => callId)).toEqual(['t1'])
  })
})

const append = (id: string): AgentAppend => ({
  id,
  file: `${id}.json`,
  from: 1,
  count: 1,
  content: '[{}]',
  state: 'held',
  harness: 'claude-code',
  session: 's1',
  tool: 'Bash',
  command: 'ls',
  at: '2026-11-02T12:00:00.000Z',
})

describe('appends', () => {
  it('are changed under the lock, and an unreadable list is an error that names the file', () => {
    const store = open()
    store.changeAppends(PROJECT, (before) => [...before, append('HDR-001')])
    store.changeAppends(PROJECT, (before) => [...before, append('HDR-002')])
    expect(store.appends(PROJECT).map(({ id }) => id)).toEqual(['HDR-001', 'HDR-002'])
    const [name = ''] = readdirSync(join(root, 'projects'))
    appendFileSync(join(root, 'projects', name, 'appends.json'), 'x')
    expect(() => store.appends(PROJECT)).toThrow(/appends\.json cannot be read/)
  })

  it('stay as they were where the change fails', () => {
    const store = open()
    store.changeAppends(PROJECT, () => [append('HDR-001')])
    expect(() => store.changeAppends(PROJECT, () => expect.fail('no'))).toThrow('no')
    expect(store.appends(PROJECT)).toHaveLength(1)
    store.changeAppends(PROJECT, () => [])
    expect(store.appends(PROJECT)).toEqual([])
  })
})

describe('acceptances', () => {
  it('are of one project and one digest', () => {
    const store = open()
    for (const digest of ['one', 'two', 'one']) store.accept(PROJECT, digest)
    expect(['one', 'two', 'on', ''].map((digest) => store.isAccepted(PROJECT, digest))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(store.isAccepted('/other', 'one')).toBe(false)
  })
})

describe('claims', () => {
  it('belong to one call, until it lets go or ten seconds passed', () => {
    const store = open()
    const now = Date.now()
    const claim = (owner: string, laterMs = 0) => store.claimNewDecision(PROJECT, 'HDR-002.json', owner, now + laterMs)
    expect([claim('s t1'), claim('s t1'), claim('s t2')]).toEqual([true, true, false])
    expect(store.claimNewDecision(PROJECT, 'HDR-003.json', 's t2', now)).toBe(true)
    expect(store.claimNewDecision('/other', 'HDR-002.json', 's t2', now)).toBe(true)
    for (const other of ['s t', 's t10', 'so', '', 'S t1']) store.releaseClaims(PROJECT, other)
    expect(claim('s t2')).toBe(false)
    store.releaseClaims(PROJECT, 's t1')
    expect([claim('s t2'), claim('s t1'), claim('s t1', 11_000), claim('s t2', 11_000)]).toEqual([
      true,
      false,
      true,
      true,
    ])
    store.releaseClaims(PROJECT, 's')
    expect(claim('s t3')).toBe(true)
  })
})

describe('notes and heartbeat', () => {
  it('are kept beside the baseline', () => {
    const store = open()
    expect(store.readNote(AT, 'said')).toBeNull()
    store.writeNote(AT, 'said', 'one\n')
    store.writeNote(AT, 'said', 'two\n')
    store.writeNote(AT, 'stopped', 'once')
    store.writeNote(AT, 'stopped', null)
    expect([store.readNote(AT, 'said'), store.readNote(AT, 'stopped')]).toEqual(['two\n', null])
    for (const time of [5_000, 9_000]) {
      store.beat(AT, time)
      if (time > 5_000) expect(statSync(sessionPath('heartbeat')).mtimeMs).toBe(time)
    }
  })

  it('are no baseline: a session that holds only them is none of the project', () => {
    const store = open()
    store.beat(AT, 1)
    mkdirSync(sessionPath('baseline'))
    expect(store.sessionsOf(PROJECT)).toEqual([])
    expect(store.newestOther({ ...AT, session: 's2' })).toBeNull()
  })

  it('write the digest of a baseline before its body, in two lines', () => {
    expect(baselineText(baseline(''), sha256)).toMatch(/^[0-9a-f]{64}\n\{.*\}\n$/)
  })
})
