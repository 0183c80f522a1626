import { describe, expect, it } from 'vitest'
import type { HooksDoctorReport } from '../../app/hooks/doctor-hooks.ts'
import type { HooksPlanReport } from '../../app/hooks/plan-hooks.ts'
import type { HooksStatusReport } from '../../app/hooks/status-hooks.ts'
import { pageFor } from '../page.ts'
import { renderHooksDoctor } from './hooks-doctor.ts'
import { exitOfHooksPlan, renderHooksPlan } from './hooks-plan.ts'
import { renderHooksStatus } from './hooks-status.ts'

const page = pageFor({ isTerminal: false, columns: null, environment: {} })
const step = {
  kind: 'write-file',
  path: '/repo/.codex/hooks.json',
  before: null,
  after: '{}',
  why: 'register',
} as const
const plan = (more: Partial<HooksPlanReport>): HooksPlanReport => ({
  kind: 'hooks-plan',
  action: 'install',
  level: 'project',
  harnesses: ['codex'],
  copies: [],
  plan: { steps: [step], notes: [] },
  problems: [],
  trustLines: [],
  applied: false,
  ...more,
})

describe('a plan for hooks', () => {
  const copies = ['a.cjs', 'b.cjs'].map((name) => ({ from: `/lib/${name}`, to: `/data/1/${name}`, why: 'keep' }))
  const rows: readonly (readonly [Partial<HooksPlanReport>, string, string])[] = [
    [
      {},
      'warn',
      'to write for codex:\n- /repo/.codex/hooks.json  register\nnothing was written: run it again with --apply',
    ],
    [
      { applied: true, copies },
      'ok',
      'written for codex:\n+ /data/1/ (2 files)  keep\n+ /repo/.codex/hooks.json  register\nnext: bylaw hooks doctor',
    ],
    [{ plan: { steps: [{ ...step, before: '{}' }], notes: [] } }, 'ok', 'nothing to do for codex'],
    [
      { problems: [{ harness: 'codex', path: '/repo/x\u001b[2J', what: 'a comment' }] },
      'block',
      'not ready for codex: nothing was written\n- /repo/.codex/hooks.json  register\nx /repo/x\\e[2J: a comment',
    ],
    [
      {
        action: 'remove',
        applied: true,
        plan: { steps: [{ ...step, before: '{}', after: null }], notes: ['restart'] },
      },
      'ok',
      'written for codex:\n+ /repo/.codex/hooks.json (goes)  register\n  restart',
    ],
  ]
  it.each(rows)('%# reads and ends as it should', (more, outcome, text) => {
    expect(renderHooksPlan(plan(more), page)).toBe(text)
    expect(exitOfHooksPlan(plan(more))).toBe(outcome)
  })
})

describe('the status of hooks', () => {
  it('has one line per harness, aligned, and its files below', () => {
    const place = {
      path: '/repo/h.json',
      level: 'project',
      role: 'hooks',
      namesUs: true,
      events: ['Stop'],
      switches: ['off'],
      faults: ['a comment'],
    } as const
    const base = { commands: [], places: [], registered: ['Stop'], missing: [] }
    const report: HooksStatusReport = {
      kind: 'hooks-status',
      project: '/repo',
      outcome: 'block',
      harnesses: [
        { ...base, harness: 'codex', title: 'Codex', state: 'partly', missing: ['PreToolUse'], places: [place] },
        { ...base, harness: 'opencode', title: 'opencode', state: 'registered' },
        { ...base, harness: 'claude-code', title: 'Claude Code', state: 'switched-off' },
        { ...base, harness: 'claude-code', title: 'X', state: 'absent' },
      ],
    }
    expect(renderHooksStatus(report, page)).toBe(
      [
        'Codex        x 1 of 2 events, missing PreToolUse',
        '  /repo/h.json  project, 1 events',
        '    ! a comment',
        '    ! off',
        'opencode     + all 1 events',
        'Claude Code  x registered, but hooks are switched off',
        'X            not registered',
      ].join('\n'),
    )
  })
})

describe('what the doctor found', () => {
  it('is a table with what mends it', () => {
    const report: HooksDoctorReport = {
      kind: 'hooks-doctor',
      project: '/repo',
      outcome: 'block',
      general: [{ subject: 'state', verdict: 'info', text: 'not there yet' }],
      harnesses: [
        {
          harness: 'codex',
          title: 'Codex',
          state: 'registered',
          findings: [{ subject: 'program', verdict: 'fail', text: 'gone', mend: 'install' }],
        },
        { harness: 'opencode', title: 'opencode', state: 'absent', findings: [] },
      ],
    }
    expect(renderHooksDoctor(report, page)).toBe(
      'Codex\n  x program  gone\n             -> install\n\nopencode: not registered\n\nmachine\n  - state    not there yet',
    )
  })
})
