import { describe, expect, test } from 'vitest'
import { judgeNewDecision } from './judge-new-decision.ts'
import { assembleLog } from './read-decision-log.ts'

const entry = { title: 'T', rationale: 'R', check: { kind: 'path_exists', path: 'a' } }

function text(id: string, ...history: readonly object[]): string {
  return JSON.stringify({ schema_version: 2, id, history })
}

const log = assembleLog({
  files: [
    { name: 'HDR-001.json', text: text('HDR-001', entry) },
    { name: 'HDR-002.json', text: text('HDR-002', entry, { status: 'retired', rationale: 'R' }) },
    { name: 'odd.json', text: text('HDR-003', entry) },
    { name: 'HDR-004.json', text: '{' },
    { name: 'HDR-005.json', text: text('HDR-005') },
  ],
})

function judge(name: string, content: string): readonly (readonly [string, string | undefined])[] {
  return judgeNewDecision({ name, text: content }, log).map(({ code, hint }) => [code, hint])
}

describe('a new decision of an agent', () => {
  test('with the next free id, one entry and nothing that loosens may be written', () => {
    expect(judge('HDR-006.json', text('HDR-006', entry))).toEqual([])
    expect(judge('OPS-001.json', text('OPS-001', { title: 'T', rationale: 'R', 'x-by': 'me' }))).toEqual([])
  })

  test.each(['HDR-001', 'HDR-002', 'HDR-004', 'HDR-005'])('the id %s is taken', (id) => {
    expect(judge(`${id}.json`, text(id, entry))).toEqual([['duplicate-id', 'the next free id is HDR-006']])
  })

  test('a taken id in a file of another name is named', () => {
    expect(judgeNewDecision({ name: 'HDR-003.json', text: text('HDR-003', entry) }, log)[0]?.message).toBe(
      'the id HDR-003 is taken by odd.json',
    )
  })

  test('the file has the name of the id, in its letter case', () => {
    expect(judge('new.json', text('HDR-006', entry)).map(([code]) => code)).toEqual(['wrong-name'])
    expect(judge('hdr-006.json', text('HDR-006', entry)).map(([code]) => code)).toEqual(['wrong-name'])
    const lower = assembleLog({ files: [{ name: 'hdr-006.json', text: text('HDR-007', entry) }] })
    const faults = judgeNewDecision({ name: 'HDR-006.json', text: text('HDR-006', entry) }, lower)
    expect(faults.map(({ code }) => code)).toEqual(['id-case-clash'])
  })

  test('an invalid file is refused with its own faults', () => {
    expect(judge('HDR-006.json', '{').map(([code]) => code)).toEqual(['not-json'])
    expect(judge('HDR-006.json', text('HDR-006', { title: 'T' })).map(([code]) => code)).toEqual(['bad-shape'])
    expect(judge('HDR-006.json', text('HDR-006', { status: 'retired', rationale: 'R' })).map(([code]) => code)).toEqual(
      ['retirement-first'],
    )
  })

  test('more than one entry is for people', () => {
    const faults = judgeNewDecision({ name: 'HDR-006.json', text: text('HDR-006', entry, entry) }, log)
    expect(faults.map(({ code, message }) => [code, message])).toEqual([
      ['one-entry', 'a new decision has exactly one entry, this one has 2'],
    ])
  })

  test.each<[string, string]>([
    ['version 1', JSON.stringify({ schema_version: 1, id: 'HDR-006', ...entry })],
    ['supersedes', text('HDR-006', { ...entry, supersedes: ['HDR-001'] })],
    ['a program', text('HDR-006', { ...entry, check: { kind: 'command_passes', argv: ['a'] } })],
    ['an effect', text('HDR-006', { ...entry, check: { ...entry.check, effect: 'warn' } })],
    ['an effect of all', text('HDR-006', { ...entry, check: { kind: 'all', checks: [entry.check], effect: 'ask' } })],
    [
      'an effect inside all',
      text('HDR-006', { ...entry, check: { kind: 'all', checks: [{ ...entry.check, effect: 'ask' }] } }),
    ],
    [
      'a program inside all',
      text('HDR-006', {
        ...entry,
        check: { kind: 'all', checks: [{ kind: 'all', checks: [{ kind: 'command_passes', argv: ['a'] }] }] },
      }),
    ],
  ])('%s loosens', (_, content) => expect(judge('HDR-006.json', content).map(([code]) => code)).toEqual(['loosens']))

  test('an effect that says the usual loosens nothing', () => {
    const check = { ...entry.check, effect: 'deny' }
    expect(judge('HDR-006.json', text('HDR-006', { ...entry, check }))).toEqual([])
  })

  test('all reasons come at once', () => {
    const check = { kind: 'command_passes', argv: ['a'], effect: 'warn' }
    const record = { schema_version: 1, id: 'HDR-001', ...entry, check, supersedes: ['HDR-002'] }
    expect(judge('x.json', JSON.stringify(record)).map(([code]) => code)).toEqual([
      'duplicate-id',
      'wrong-name',
      'loosens',
      'loosens',
      'loosens',
      'loosens',
    ])
  })
})
