import { describe, expect, test } from 'vitest'
import { decisionFile, entry, fakeWorld } from '../../../test/support/fake-world.ts'
import { canonicalJson } from '../../core/codec/canonical-json.ts'
import type { JsonValue } from '../../core/codec/json.ts'
import { Refusal } from '../../core/fault.ts'
import { addDecision } from './add-decision.ts'
import { explainLog } from './explain-log.ts'
import { listDecisions } from './list-decisions.ts'
import { retireDecision } from './retire-decision.ts'
import { reviseDecision } from './revise-decision.ts'
import { showDecision } from './show-decision.ts'

const CHECK = { kind: 'path_exists', path: 'a' }
const NEW = { title: 'T', rationale: 'R', check: CHECK, id: null, dryRun: false }
const V1 = { schema_version: 1, id: 'HDR-020', title: 'A', rationale: 'r', check: CHECK }
const log = () => ({
  'HDR-001.json': decisionFile('HDR-001', entry(CHECK)),
  'HDR-020.json': V1,
  'HDR-021.json': { ...V1, id: 'HDR-021', supersedes: ['HDR-020'] },
})

describe('what a person writes', () => {
  test('gets the next id, also above files that cannot be read', async () => {
    const world = fakeWorld({ log: { ...log(), 'HDR-044.json': '{' } })
    const report = await addDecision(world, NEW)
    expect(report).toMatchObject({ id: 'HDR-045', written: true, decision: { state: 'current', check: 'path_exists' } })
    expect(JSON.parse(world.texts.get('HDR-045.json') ?? '')).toMatchObject({
      schema_version: 2,
      history: [{ date: '2026-11-02', title: 'T', check: CHECK }],
    })
  })

  test('is refused on a history that a session finds rewritten, and on no other', async () => {
    const violations = [{ session: 'codex/s', id: 'HDR-001', what: 'entry 1: title changed' }]
    const world = fakeWorld({ log: log(), sessions: { violations } })
    const before = new Map(world.texts)
    await expect(retireDecision(world, { id: 'HDR-001', rationale: 'r', dryRun: false })).rejects.toMatchObject({
      fault: { code: 'violated', hint: expect.stringContaining('restore HDR-001 --session codex/s') },
    })
    expect(world.texts).toEqual(before)
    expect(await addDecision(world, NEW)).toMatchObject({ written: true })
  })

  test('is written as nothing at all on a dry run, and asks for no permission then', async () => {
    const guard = () => {
      throw new Refusal({ code: 'window-open', message: 'an agent is running' })
    }
    const world = fakeWorld({ log: log(), guard })
    const before = new Map(world.texts)
    expect(await addDecision(world, { ...NEW, dryRun: true })).toMatchObject({ written: false, id: 'HDR-022' })
    await expect(addDecision(world, NEW)).rejects.toMatchObject({ fault: { code: 'window-open' } })
    await expect(retireDecision(world, { id: 'HDR-001', rationale: 'r', dryRun: false })).rejects.toThrow()
    expect(world.texts).toEqual(before)
  })

  test.each<[string, string, (world: ReturnType<typeof fakeWorld>) => Promise<unknown>]>([
    ['a taken id', 'duplicate-id', (world) => addDecision(world, { ...NEW, id: 'HDR-001' })],
    ['no id', 'usage/bad-id', (world) => addDecision(world, { ...NEW, id: 'hdr-1' })],
    ['an unknown check', 'unknown-check', (world) => addDecision(world, { ...NEW, check: { kind: 'x' } })],
    ['an empty title', 'bad-shape', (world) => addDecision(world, { ...NEW, title: '' })],
    [
      'an unknown decision',
      'unknown-decision',
      (world) => retireDecision(world, { id: 'HDR-002', rationale: 'r', dryRun: false }),
    ],
    [
      'a superseded one',
      'superseded',
      (world) => reviseDecision(world, { id: 'HDR-020', title: null, rationale: 'r', check: 'keep', dryRun: false }),
    ],
  ])('%s is refused and changes nothing', async (_, code, act) => {
    const world = fakeWorld({ log: log() })
    const before = new Map(world.texts)
    await expect(act(world)).rejects.toMatchObject({ fault: { code } })
    expect(world.texts).toEqual(before)
  })

  test('of a retired decision is refused to retire again, and revives it', async () => {
    const retired = decisionFile('HDR-001', entry(CHECK), { status: 'retired', rationale: 'r' })
    const world = fakeWorld({ log: { 'HDR-001.json': retired } })
    const again = retireDecision(world, { id: 'HDR-001', rationale: 'r', dryRun: false })
    await expect(again).rejects.toMatchObject({ fault: { code: 'already-retired', message: 'HDR-001 is retired' } })
    const input = { id: 'HDR-001', title: null, rationale: 'Back.', check: 'keep', dryRun: false } as const
    expect((await reviseDecision(world, input)).decision).toMatchObject({
      state: 'current',
      title: 'Title',
      check: CHECK.kind,
    })
    const dated = fakeWorld({
      log: {
        'HDR-001.json': decisionFile('HDR-001', entry(), { date: '2026-11-01', status: 'retired', rationale: 'r' }),
      },
    })
    const late = retireDecision(dated, { id: 'HDR-001', rationale: 'r', dryRun: false })
    await expect(late).rejects.toMatchObject({ fault: { message: 'HDR-001 is retired since 2026-11-01' } })
    expect(await reviseDecision(dated, { ...input, title: 'New' })).toMatchObject({
      decision: { title: 'New', check: null },
    })
  })

  test('warns of a tool that no harness has', async () => {
    const report = await addDecision(fakeWorld({ log: {} }), {
      ...NEW,
      check: { kind: 'tool_denied', tools: ['Bassh'] },
    })
    expect(report).toMatchObject({ id: 'HDR-001', warnings: [expect.stringContaining('Bassh')] })
  })

  test('goes through no link out of the repository', async () => {
    const world = fakeWorld({ log: {}, others: [{ name: '.hdr/decisions', kind: 'outside-workspace', detail: '/x' }] })
    await expect(addDecision(world, NEW)).rejects.toMatchObject({ fault: { code: 'outside-workspace' } })
  })

  test('of a version 1 record becomes a history that begins with it', async () => {
    const world = fakeWorld({ log: log() })
    await retireDecision(world, { id: 'HDR-021', rationale: 'gone', dryRun: false })
    expect(JSON.parse(world.texts.get('HDR-021.json') ?? '')).toMatchObject({
      schema_version: 2,
      history: [
        { title: 'A', supersedes: ['HDR-020'] },
        { status: 'retired', date: '2026-11-02' },
      ],
    })
  })

  test('is refused where a fault of another file would be new, and not for old faults', async () => {
    const world = fakeWorld({ log: { ...log(), 'HDR-044.json': '{' } })
    await expect(
      reviseDecision(world, { id: 'HDR-001', title: null, rationale: 'r', check: null, dryRun: false }),
    ).resolves.toMatchObject({ decision: { check: null, revised: true } })
  })
})

describe('what is told of a log', () => {
  test('states, and files that cannot be read', async () => {
    const world = fakeWorld({ log: { ...log(), 'HDR-044.json': '{' } })
    const { decisions, invalid } = await listDecisions(world)
    expect(decisions.map(({ id, state }) => [id, state])).toEqual([
      ['HDR-001', 'current'],
      ['HDR-020', 'superseded'],
      ['HDR-021', 'current'],
    ])
    expect(invalid.map(({ file }) => file)).toEqual(['HDR-044.json'])
    expect((await explainLog(world, { id: null })).unreadable).toEqual(['HDR-044.json'])
    const [superseded] = (await explainLog(world, { id: 'HDR-020' })).decisions
    expect(superseded).toMatchObject({ state: 'superseded', supersededBy: ['HDR-021'], entries: [{ applies: false }] })
  })

  test('an entry that is held does not apply, and says during which call it appeared', async () => {
    const text = JSON.stringify(decisionFile('HDR-001', entry(CHECK), entry(undefined, 'New')))
    const content = canonicalJson([entry(undefined, 'New')] as unknown as JsonValue)
    const call = { harness: 'codex', session: 's', tool: 'Bash', command: '', at: '' }
    const append = { id: 'HDR-001', file: 'HDR-001.json', from: 1, count: 1, content, state: 'held', ...call } as const
    const log = { 'HDR-001.json': text, 'HDR-002.json': decisionFile('HDR-002', entry()) }
    const world = fakeWorld({ log, sessions: { appends: [append, { ...append, file: 'gone.json' }] } })
    const { decisions } = await explainLog(world, { id: null })
    expect(decisions[0]).toMatchObject({
      entries: [
        { applies: true, held: false },
        { applies: false, held: true },
      ],
    })
    expect(decisions[0]?.notices).toEqual(['entry 2 appeared while codex ran Bash and is held, not in force'])
    expect(decisions[1]?.entries).toMatchObject([{ applies: true, held: false }])
    expect(await showDecision(world, { id: 'HDR-001' })).toMatchObject({ entryNumber: 1 })
    expect((await listDecisions(world)).decisions[0]).toMatchObject({ title: 'Title', revised: false })
  })

  test('a retirement has no check of its own', async () => {
    const retired = decisionFile('HDR-001', entry(CHECK), { status: 'retired', rationale: 'r' })
    const [decision] = (await explainLog(fakeWorld({ log: { 'HDR-001.json': retired } }), { id: 'HDR-001' })).decisions
    expect(decision).toMatchObject({ state: 'retired', entries: [{ applies: false }, { title: null, check: null }] })
    await expect(explainLog(fakeWorld({ log: {} }), { id: 'HDR-001' })).rejects.toMatchObject({
      fault: { hint: 'bylaw decisions list' },
    })
  })

  test('the entry that is in force, and the tools that it covers', async () => {
    const world = fakeWorld({
      log: {
        'HDR-001.json': decisionFile(
          'HDR-001',
          entry(CHECK),
          entry({ kind: 'all', checks: [{ kind: 'tool_denied', tools: ['Bash'] }, CHECK] }, 'New'),
        ),
      },
    })
    expect(await showDecision(world, { id: 'HDR-001' })).toMatchObject({ entryNumber: 2, entry: { title: 'New' } })
    const [decision] = (await explainLog(world, { id: 'HDR-001' })).decisions
    expect(decision?.entries.map(({ applies }) => applies)).toEqual([false, true])
    expect(decision?.entries[1]?.checkInWords).toHaveLength(2)
    expect(decision?.entries[1]?.covers.map(({ harness }) => harness)).toEqual(
      expect.arrayContaining(['claude-code', 'codex', 'opencode']),
    )
  })

  test.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['a file that cannot be read', { 'HDR-001.json': '{' }, 'invalid-decision', 'HDR-001 cannot be read'],
    [
      'two files',
      { 'a.json': decisionFile('HDR-001', entry()), 'b.json': decisionFile('HDR-001', entry()) },
      'duplicate-id',
      'a.json and b.json',
    ],
  ])('%s in the way is named', async (_, files, code, message) => {
    await expect(explainLog(fakeWorld({ log: files }), { id: 'HDR-001' })).rejects.toMatchObject({
      fault: { code, message: expect.stringContaining(message) },
    })
  })
})
