import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HarnessName } from '../core/harness.ts'
import type { Answer, HookEvent } from '../core/hook.ts'
import { findHarness, HARNESSES } from './registry.ts'

type Row = {
  readonly harness: HarnessName
  readonly event: string
  readonly answer: Answer
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode?: 2
}

const deny: Answer = { kind: 'deny', reason: 'HDR-003: "no" é' }
const ask: Answer = { kind: 'ask', reason: 'HDR-004: sure?' }
const context: Answer = { kind: 'context', text: 'one\ntwo' }
const keepGoing: Answer = { kind: 'keep-going', reason: 'HDR-005: run\nthe tests' }

const denied = (name: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"${name}","permissionDecision":"deny","permissionDecisionReason":"HDR-003: \\"no\\" é"}}`
const added = (name: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"${name}","additionalContext":"one\\ntwo"}}`
const refused =
  '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"HDR-003: \\"no\\" é"}}}'
const blocked = '{"decision":"block","reason":"HDR-003: \\"no\\" é"}'
const goOn = '{"decision":"block","reason":"HDR-005: run\\nthe tests"}'

const DENIAL = 'HDR-003: "no" é\n'
const QUESTION = 'HDR-004: sure?\n'
const NOTE = 'one\\ntwo\n'

/** The exact bytes. What stands in no row is silent: exit 0 and nothing on either stream. */
const GOLDEN: readonly Row[] = [
  {
    harness: 'claude-code',
    event: 'PreToolUse',
    answer: deny,
    stdout: denied('PreToolUse'),
    stderr: DENIAL,
    exitCode: 2,
  },
  { harness: 'codex', event: 'PreToolUse', answer: deny, stdout: denied('PreToolUse'), stderr: DENIAL, exitCode: 2 },
  { harness: 'opencode', event: 'tool.execute.before', answer: deny, stderr: DENIAL, exitCode: 2 },
  {
    harness: 'claude-code',
    event: 'PreSkillShellCommand',
    answer: deny,
    stdout: denied('PreSkillShellCommand'),
    stderr: DENIAL,
    exitCode: 2,
  },
  { harness: 'claude-code', event: 'PermissionRequest', answer: deny, stdout: refused },
  { harness: 'codex', event: 'PermissionRequest', answer: deny, stdout: refused },
  {
    harness: 'claude-code',
    event: 'PreToolUse',
    answer: ask,
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"HDR-004: sure?"}}',
  },
  {
    harness: 'codex',
    event: 'PreToolUse',
    answer: ask,
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"HDR-004: sure?"}}',
    stderr: QUESTION,
    exitCode: 2,
  },
  { harness: 'opencode', event: 'tool.execute.before', answer: ask, stderr: QUESTION, exitCode: 2 },
  { harness: 'claude-code', event: 'PermissionRequest', answer: ask, stderr: QUESTION },
  {
    harness: 'codex',
    event: 'PermissionRequest',
    answer: ask,
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"HDR-004: sure?"}}}',
  },
  {
    harness: 'claude-code',
    event: 'PreSkillShellCommand',
    answer: ask,
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PreSkillShellCommand","permissionDecision":"deny","permissionDecisionReason":"HDR-004: sure?"}}',
    stderr: QUESTION,
    exitCode: 2,
  },
  { harness: 'claude-code', event: 'UserPromptSubmit', answer: deny, stdout: blocked },
  { harness: 'codex', event: 'UserPromptSubmit', answer: deny, stdout: blocked },
  { harness: 'claude-code', event: 'ConfigChange', answer: deny, stdout: blocked },
  { harness: 'claude-code', event: 'Stop', answer: deny, stdout: blocked },
  { harness: 'claude-code', event: 'Stop', answer: keepGoing, stdout: goOn },
  { harness: 'claude-code', event: 'SubagentStop', answer: keepGoing, stdout: goOn },
  { harness: 'codex', event: 'Stop', answer: keepGoing, stdout: goOn },
  { harness: 'codex', event: 'SubagentStop', answer: keepGoing, stdout: goOn },
  { harness: 'opencode', event: 'session.idle', answer: keepGoing, stderr: 'HDR-005: run\\nthe tests\n' },
  { harness: 'claude-code', event: 'Stop', answer: context, stderr: NOTE },
  { harness: 'codex', event: 'Stop', answer: context, stderr: NOTE },
  ...(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'] as const).flatMap((event) =>
    (['claude-code', 'codex'] as const).map(
      (harness): Row => ({ harness, event, answer: context, stdout: added(event) }),
    ),
  ),
  { harness: 'claude-code', event: 'PostToolUseFailure', answer: context, stdout: added('PostToolUseFailure') },
  { harness: 'claude-code', event: 'PostToolBatch', answer: context, stdout: added('PostToolBatch') },
  { harness: 'claude-code', event: 'PreCompact', answer: context, stderr: NOTE },
  { harness: 'claude-code', event: 'SessionEnd', answer: context, stderr: NOTE },
  { harness: 'claude-code', event: 'SomethingNew', answer: context, stderr: NOTE },
  { harness: 'codex', event: 'PreCompact', answer: context, stderr: NOTE },
  { harness: 'codex', event: 'PostCompact', answer: context, stderr: NOTE },
  { harness: 'codex', event: 'SessionEnd', answer: context, stderr: NOTE },
  { harness: 'codex', event: 'Interrupt', answer: context, stderr: NOTE },
  { harness: 'opencode', event: 'chat.message', answer: context, stdout: '{"context":"one\\ntwo"}' },
  { harness: 'opencode', event: 'tool.execute.after', answer: context, stdout: '{"context":"one\\ntwo"}' },
  {
    harness: 'opencode',
    event: 'experimental.chat.system.transform',
    answer: context,
    stdout: '{"context":"one\\ntwo"}',
  },
  { harness: 'opencode', event: 'experimental.session.compacting', answer: context, stdout: '{"context":"one\\ntwo"}' },
  { harness: 'opencode', event: 'tool.execute.before', answer: context, stderr: NOTE },
  { harness: 'opencode', event: 'session.created', answer: context, stderr: NOTE },
  // Nothing can be denied any more: the reason reaches the model as context.
  {
    harness: 'codex',
    event: 'PostToolUse',
    answer: deny,
    stdout: '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"HDR-003: \\"no\\" é"}}',
  },
  { harness: 'opencode', event: 'chat.message', answer: deny, stdout: '{"context":"HDR-003: \\"no\\" é"}' },
  { harness: 'codex', event: 'SessionEnd', answer: deny, stderr: DENIAL },
  { harness: 'claude-code', event: 'SessionStart', answer: { kind: 'context', text: ' \n' } },
  { harness: 'opencode', event: 'chat.message', answer: { kind: 'context', text: '' } },
]

describe('encode', () => {
  it.each(GOLDEN)('$harness answers $answer.kind at $event with exactly these bytes', (row) => {
    const { harness, event, answer, stdout = '', stderr = '', exitCode = 0 } = row
    expect(findHarness(harness)?.encode(answer, decode(harness, event))).toEqual({ stdout, stderr, exitCode })
  })

  it('never prints an empty denial', () => {
    for (const harness of HARNESSES) {
      const event = decode(harness.name, harness.name === 'opencode' ? 'tool.execute.before' : 'PreToolUse')
      const reply = harness.encode({ kind: 'deny', reason: '' }, event)
      expect(reply.exitCode).toBe(2)
      expect(reply.stderr.trim()).not.toBe('')
    }
  })

  it('says nothing or one JSON document, exits 0 or 2, and with 2 gives its reason on stderr', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x'.repeat(12_000)), fc.constant(''))
    const answer: fc.Arbitrary<Answer> = fc.oneof(
      fc.constant<Answer>({ kind: 'silent' }),
      text.map((value): Answer => ({ kind: 'context', text: value })),
      fc.tuple(fc.constantFrom('deny', 'ask', 'keep-going'), text).map(([kind, reason]): Answer => ({ kind, reason })),
    )
    fc.assert(
      fc.property(fc.constantFrom(...HARNESSES), fc.constantFrom(...EVENTS), answer, (harness, name, given) => {
        const reply = harness.encode(given, decode(harness.name, name))
        if (reply.stdout !== '') expect(JSON.parse(reply.stdout)).toBeTypeOf('object')
        expect(reply.stdout).not.toMatch(/\n/)
        expect([0, 2]).toContain(reply.exitCode)
        if (reply.exitCode === 2) expect(reply.stderr.trim()).not.toBe('')
        expect(reply.stderr.length).toBeLessThanOrEqual(501)
        if (given.kind === 'deny' && isBefore(decode(harness.name, name)))
          expect(reply.exitCode === 2 || reply.stdout !== '').toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('tells Codex only what Codex takes', () => {
    const allowed = new Set([
      'hookSpecificOutput',
      'hookEventName',
      'permissionDecision',
      'permissionDecisionReason',
      'additionalContext',
      'decision',
      'behavior',
      'message',
      'reason',
    ])
    for (const event of EVENTS) {
      for (const answer of [deny, ask, context, keepGoing]) {
        const { stdout } = findHarness('codex')?.encode(answer, decode('codex', event)) ?? { stdout: '' }
        const keys = [...stdout.matchAll(/"(\w+)":/g)].map((match) => match[1] ?? '')
        expect(keys.filter((key) => !allowed.has(key))).toEqual([])
        if (event.endsWith('Stop')) expect(keys).not.toContain('hookSpecificOutput')
      }
    }
  })
})

const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PreSkillShellCommand', 'PostToolUse'],
  ...['PostToolUseFailure', 'PostToolBatch', 'SubagentStart', 'SubagentStop', 'Stop', 'PreCompact', 'PostCompact'],
  ...['SessionEnd', 'ConfigChange', 'Interrupt', 'Notification', 'SomethingNew', '__proto__', 'constructor'],
  ...['tool.execute.before', 'tool.execute.after', 'chat.message', 'experimental.session.compacting', 'session.idle'],
  ...['session.created', 'session.compacted', 'experimental.chat.system.transform'],
]

function isBefore(event: HookEvent): boolean {
  return event.kind === 'before-tool'
}

/** An event by its name; what opencode sends as an `event` is named by its type. */
function decode(harness: HarnessName, name: string): HookEvent {
  const isEvent = name.startsWith('session.')
  const payload =
    harness === 'opencode'
      ? { hook: isEvent ? 'event' : name, input: isEvent ? { event: { type: name } } : { tool: 'bash' } }
      : { hook_event_name: name, tool_name: 'Bash', tool_input: { command: 'ls' } }
  const decoded = findHarness(harness)?.decode(payload, { environment: {} })
  if (decoded?.ok !== true) throw new Error(`${name} does not decode`)
  return decoded.value
}
