import { describe, expect, test } from 'vitest'
import { decisionFile, entry, fakeWorld, type Scene } from '../../../test/support/fake-world.ts'
import { canonicalJson } from '../../core/codec/canonical-json.ts'
import type { JsonValue } from '../../core/codec/json.ts'
import { commandDigest } from '../../core/decisions/command-digest.ts'
import type { HookEvents } from '../../core/decisions/evaluate-workspace.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import { validateLog } from './validate-log.ts'

const validate = (scene: Scene, run = false) => validateLog(fakeWorld(scene), { base: null, run })
const EXISTS = { kind: 'path_exists', path: 'README.md' }
const COMMAND = { kind: 'command_passes', argv: ['npm', 'test'] }

function append(state: AgentAppend['state'], text: string): AgentAppend {
  const { history } = JSON.parse(text) as { history: JsonValue[] }
  const mark = { from: 1, count: history.length - 1, content: canonicalJson(history.slice(1)) }
  const call = { harness: 'codex', session: 's', tool: 'Bash', command: 'make', at: '2026-11-02T12:00:00Z' }
  return { id: 'HDR-001', file: 'HDR-001.json', ...mark, state, ...call }
}

describe('validateLog', () => {
  test('counts what is current, retired, not enforced and not checked', async () => {
    const report = await validate({
      log: {
        'HDR-001.json': decisionFile('HDR-001', entry(EXISTS)),
        'HDR-002.json': decisionFile('HDR-002', entry({ kind: 'hooks_registered' })),
        'HDR-003.json': decisionFile('HDR-003', entry(), entry()),
        'HDR-004.json': decisionFile('HDR-004', entry(EXISTS), { status: 'retired', rationale: 'r' }),
      },
      files: { 'README.md': '' },
    })
    expect(report).toMatchObject({
      verdict: 'pass',
      currentDecisions: 3,
      decisionFiles: 4,
      retired: 1,
      notEnforced: 1,
      notChecked: 1,
      problems: [],
    })
  })

  test('an empty log passes; a folder without one refuses', async () => {
    expect(await validate({ log: {} })).toMatchObject({ verdict: 'pass', currentDecisions: 0, decisionFiles: 0 })
    await expect(validate({ log: null })).rejects.toMatchObject({
      fault: { code: 'no-decision-log', hint: 'bylaw decisions init --apply' },
    })
  })

  test('one broken file hides neither the others nor their failing checks', async () => {
    const report = await validate({
      log: {
        'HDR-001.json': decisionFile('HDR-001', entry({ kind: 'path_exists', path: 'missing.txt' })),
        'HDR-002.json': '{',
      },
      others: [{ name: 'HDR-003.json', kind: 'not-utf8' }],
    })
    expect(report).toMatchObject({ verdict: 'fail', currentDecisions: 1, decisionFiles: 3 })
    expect(report.problems.map(({ code, file }) => [code, file])).toEqual([
      ['not-json', '.hdr/decisions/HDR-002.json'],
      ['not-utf8', '.hdr/decisions/HDR-003.json'],
      ['check-failed', '.hdr/decisions/HDR-001.json'],
    ])
    expect(report.problems[0]?.line).toBe(1)
  })

  test.each<[string, string, string]>([
    ['deny', 'fail', 'error'],
    ['ask', 'warn', 'warning'],
    ['warn', 'warn', 'warning'],
  ])('a failing check with the effect %s gives %s', async (effect, verdict, severity) => {
    const report = await validate({ log: { 'HDR-001.json': decisionFile('HDR-001', entry({ ...EXISTS, effect })) } })
    expect(report).toMatchObject({ verdict, problems: [{ severity, id: 'HDR-001' }] })
  })
})

describe('facts', () => {
  test('text is searched in the files of the project', async () => {
    const check = { kind: 'text_forbidden', paths: ['src/'], pattern: 'todo', flags: 'i' }
    const log = { 'HDR-001.json': decisionFile('HDR-001', entry(check)) }
    expect(await validate({ log, files: { 'src/a.ts': 'TODO' } })).toMatchObject({ verdict: 'fail' })
    expect(await validate({ log, files: { 'src/a.ts': 'done' } })).toMatchObject({ verdict: 'pass' })
  })

  test.each<[HookEvents | null, string]>([
    [{ registered: ['Stop'], missing: [] }, 'pass'],
    [{ registered: [], missing: ['Stop'] }, 'fail'],
    [null, 'fail'],
  ])('registrations are looked at: %o', async (events, verdict) => {
    const log = { 'HDR-001.json': decisionFile('HDR-001', entry({ kind: 'hooks_registered', harnesses: ['codex'] })) }
    const hooks = new Map(events === null ? [] : [['codex', events] as const])
    expect(await validate({ log, hooks })).toMatchObject({ verdict })
  })
})

describe('commands', () => {
  const log = {
    'HDR-001.json': decisionFile('HDR-001', entry(COMMAND)),
    'HDR-002.json': decisionFile('HDR-002', entry(COMMAND)),
  }
  const accepted = [commandDigest(COMMAND.argv, undefined)]

  test('do not run without a person: a warning names the way', async () => {
    const world = fakeWorld({ log })
    const report = await validateLog(world, { base: null, run: false })
    expect(report).toMatchObject({ verdict: 'warn', notChecked: 2 })
    expect(report.problems[0]?.message).toContain('decisions accept')
    expect(world.ran).toEqual([])
  })

  test.each<[string, readonly string[], boolean]>([
    ['accepted', accepted, false],
    ['asked for with --run', [], true],
  ])('run once when %s', async (_, list, run) => {
    const world = fakeWorld({ log, accepted: list })
    expect(await validateLog(world, { base: null, run })).toMatchObject({ verdict: 'pass' })
    expect(world.ran).toEqual([COMMAND.argv])
  })

  test.each([{ exitCode: 1 }, { exitCode: null, trouble: 'no end after 300 s' }])(
    'that end with %o fail',
    async (result) => {
      expect(await validate({ log, run: () => result }, true)).toMatchObject({ verdict: 'fail' })
    },
  )

  test('another deadline or another word needs another acceptance', async () => {
    for (const check of [
      { ...COMMAND, timeout: 5 },
      { ...COMMAND, argv: ['npm', 'test', 'x'] },
    ]) {
      const world = fakeWorld({ log: { 'HDR-001.json': decisionFile('HDR-001', entry(check)) }, accepted })
      await validateLog(world, { base: null, run: false })
      expect(world.ran).toEqual([])
    }
  })

  test('of an entry that an agent brought never run', async () => {
    const text = JSON.stringify(decisionFile('HDR-001', entry(EXISTS), entry(COMMAND)))
    const world = fakeWorld({
      log: { 'HDR-001.json': text },
      sessions: { appends: [append('reported', text)] },
      accepted,
    })
    const report = await validateLog(world, { base: null, run: true })
    expect(world.ran).toEqual([])
    expect(report.problems.map(({ code }) => code)).toContain('agent-append')
    expect(report.verdict).toBe('warn')
  })
})

describe('sessions', () => {
  const text = JSON.stringify(decisionFile('HDR-001', entry({ kind: 'path_exists', path: 'missing' }), entry(EXISTS)))
  const files = { 'README.md': '' }

  test('a held append is not in force: what was decided before still applies', async () => {
    const report = await validate({
      log: { 'HDR-001.json': text },
      files,
      sessions: { appends: [append('held', text)] },
    })
    expect(report).toMatchObject({
      verdict: 'fail',
      problems: [{ code: 'check-failed' }, { code: 'held-append', hint: 'bylaw decisions accept HDR-001' }],
    })
    expect(report.problems[1]?.message).toBe('entry 2 appeared while codex ran Bash (make) and is held, not in force')
  })

  test('a held append stays held however its file is laid out, and is gone with its entry', async () => {
    const laidOut = JSON.stringify(JSON.parse(text), null, 4)
    const sessions = { appends: [append('held', text)] }
    const codes = async (log: string) =>
      (await validate({ log: { 'HDR-001.json': log }, files, sessions })).problems.map(({ code }) => code)
    expect(await codes(laidOut)).toEqual(['check-failed', 'held-append'])
    expect(await codes(text.replace(/Title(?!.*Title)/, 'Other'))).toEqual(['held-append'])
  })

  test('broken histories and unproven turns fail', async () => {
    const sessions = {
      violations: [{ session: 'codex/s', id: 'HDR-001', what: 'its file is gone' }],
      unproven: [{ session: 'codex/s', what: 'HDR-002 failed' }],
    }
    const report = await validate({ log: {}, sessions })
    expect(report).toMatchObject({
      verdict: 'fail',
      problems: [
        { id: 'LOG-INTEGRITY', hint: 'bylaw decisions restore HDR-001 --session codex/s' },
        { id: 'UNPROVEN' },
      ],
    })
  })
})
