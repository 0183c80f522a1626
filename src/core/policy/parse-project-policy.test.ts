import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseProjectPolicy } from './parse-project-policy.ts'
import type { BuiltInRule } from './project-policy.ts'
import { policyJsonSchemas, projectPolicySchema } from './project-policy-schema.ts'

const BUILT_INS: readonly BuiltInRule[] = [
  ...['recursive-delete', 'force-push', 'main-push', 'pipe-to-shell', 'destructive-sql'].map((id) => {
    return { id, level: 'BLOCK' } as const
  }),
  ...['external-push', 'external-send', 'decision-advisor'].map((id) => ({ id, level: 'MANUAL' }) as const),
]
const RULE = { id: 'deploy', action: 'BLOCK', pattern: 'deploy', reason: 'ask first' }

type Vector = {
  readonly name: string
  readonly policy: unknown
  readonly accepted: boolean
  readonly message_has?: readonly string[]
}
const VECTORS: readonly Vector[] = JSON.parse(readFileSync('test/vectors/hpp-policy-files.json', 'utf8'))

function parse(input: string | Uint8Array) {
  return parseProjectPolicy(input, { file: 'policy.json', builtIns: BUILT_INS })
}

function faultsOf(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const parsed = parse(text)
  return parsed.ok ? [] : parsed.faults
}

function messageOf(value: unknown): string {
  return faultsOf(value)
    .map(({ message }) => message)
    .join('\n')
}

function withRules(...rules: readonly unknown[]) {
  return { schema: 'hpp.policy/v1', rules }
}

function acceptedFrom(policy: Readonly<Record<string, unknown>>) {
  const parsed = parse(JSON.stringify({ schema: 'hpp.policy/v1', ...policy }))
  return parsed.ok ? parsed.value : parsed.faults
}

describe('the 56 policy files of the seed', () => {
  it('are all there', () => expect(VECTORS).toHaveLength(56))

  it.each(VECTORS.filter(({ accepted }) => accepted))('$name: accepted', ({ policy }) => {
    expect(faultsOf(JSON.stringify(policy))).toEqual([])
  })

  it.each(VECTORS.filter(({ accepted }) => !accepted))('$name: refused', ({ policy, message_has = [] }) => {
    const message = messageOf(JSON.stringify(policy))
    expect(message).not.toBe('')
    for (const word of message_has) expect(message).toContain(word)
  })
})

test('an accepted file gives its rules stripped, what it raises, and its branches', () => {
  const policy = {
    rules: [
      { ...RULE, reason: '  ask  ' },
      { id: 'push', action: 'MANUAL', command: ' docker push ', reason: 'r' },
    ],
    raise: { 'external-send': 'BLOCK' },
    protected_branches: ['Release/1.0', 'production'],
  }
  expect(acceptedFrom(policy)).toEqual({
    rules: [
      { id: 'deploy', level: 'BLOCK', reason: 'ask', pattern: 'deploy', command: null },
      { id: 'push', level: 'MANUAL', reason: 'r', pattern: null, command: 'docker push' },
    ],
    raise: new Set(['external-send']),
    protectedBranches: ['release/1.0', 'production'],
  })
})

test('every fault is said at once, each with its place, in the order of the lines', () => {
  const text = `{
  "schema": "hpp.policy/v1",
  "x-note": 1,
  "rules": [
    {"id": "force-push", "action": "BLOCK", "pattern": "a", "reason": "r"},
    {"id": "one", "action": "ALLOW", "pattern": "(?=a)", "reason": " "},
    {"action": "MANUAL",
     "command": "a | b"}
  ],
  "raise": {"force-push": "MANUAL", "external-sent": "BLOCK"},
  "protected_branches": ["main", "a b"]
}`
  expect(faultsOf(text).map(({ code, at }) => [code, at?.pointer, at?.line])).toEqual([
    ['unknown-key', '/x-note', 3],
    ['bad-id', '/rules/0/id', 5],
    ['only-hardens', '/rules/1/action', 6],
    ['bad-shape', '/rules/1/reason', 6],
    ['bad-pattern', '/rules/1/pattern', 6],
    ['bad-shape', '/rules/2', 7],
    ['bad-pattern', '/rules/2/command', 8],
    ['bad-raise', '/raise/force-push', 10],
    ['bad-raise', '/raise/external-sent', 10],
    ['bad-branch', '/protected_branches/1', 11],
  ])
})

test.each<[string, unknown, readonly string[]]>([
  ['no JSON', '{"schema": ', ['not JSON']],
  ['an empty file', '', ['not JSON']],
  ['a key that stands twice', '{"schema": "hpp.policy/v1", "raise": {}, "raise": {}}', ['raise']],
  ['a file that is too large', `{"schema": "hpp.policy/v1"${' '.repeat(262_144)}}`, ['262144']],
  ['a file that is too deep', `${'['.repeat(100)}${']'.repeat(100)}`, ['inside one another']],
  ['a key that begins with x-', { schema: 'hpp.policy/v1', 'x-owner': 'me' }, ['x-owner', 'no allow list']],
  ['a key that begins with x- in a rule', withRules({ ...RULE, 'x-owner': 'me' }), ['rule 1 (deploy)', 'x-owner']],
  ['too many rules', withRules(...Array.from({ length: 201 }, () => RULE)), ['201 rules']],
  ['a rule with pattern and command', withRules({ ...RULE, command: 'deploy' }), ['both']],
  ['a rule with neither', withRules({ id: 'a', action: 'BLOCK', reason: 'r' }), ['missing pattern']],
  ['a command that is no text', withRules({ ...RULE, pattern: undefined, command: 1 }), ['"command" must be a text']],
  ['a blank command', withRules({ ...RULE, pattern: undefined, command: ' ' }), ['"command" is blank']],
  ['a command with an operator', withRules({ ...RULE, pattern: undefined, command: 'a; b' }), ['rule 1', '"a;"']],
  ['a pattern that is too long', withRules({ ...RULE, pattern: 'a'.repeat(1001) }), ['invalid pattern', '1001']],
  ['look-ahead', withRules({ ...RULE, pattern: 'a(?=b)' }), ['invalid pattern: look-ahead is not supported']],
  ['a reason that is too long', withRules({ ...RULE, reason: 'r'.repeat(1001) }), ['"reason" has 1001']],
  ['an id that verdicts use', withRules({ ...RULE, id: 'allow' }), ['built in']],
  ['the third of three ids', withRules(RULE, { ...RULE, id: 'b' }, RULE), ['rule 3', 'twice', 'rule 1']],
  ['no branches', { schema: 'hpp.policy/v1', protected_branches: [] }, ['protected_branches', 'an empty list']],
  ['branches as a text', { schema: 'hpp.policy/v1', protected_branches: 'main' }, ['protected_branches', '"main"']],
  ['a ref', { schema: 'hpp.policy/v1', protected_branches: ['refs/heads/x'] }, ['refs/heads/x', 'ref']],
  ['a wildcard', { schema: 'hpp.policy/v1', protected_branches: ['release/*'] }, ['release/*']],
  ['a branch twice', { schema: 'hpp.policy/v1', protected_branches: ['a', 'A'] }, ['twice']],
  ['a branch that is no text', { schema: 'hpp.policy/v1', protected_branches: [null] }, ['null']],
])('%s is refused', (_name, value, words) => {
  const message = messageOf(value)
  for (const word of words) expect(message).toContain(word)
})

test.each(['.a', 'a.', 'a..b', 'a.lock', 'a/', '/a', 'a//b', '-a', '@', 'a@{1}', 'a b', 'a\\b', 'a~1', '', 'a\u0001'])(
  '%j is no branch',
  (name) => expect(faultsOf({ schema: 'hpp.policy/v1', protected_branches: [name] })).toHaveLength(1),
)

test.each(['a', 'release/1.0', 'a@b', 'ünïcode', 'a-', 'x.lock.y'])('%j is a branch', (name) => {
  expect(faultsOf({ schema: 'hpp.policy/v1', protected_branches: [name] })).toEqual([])
})

test('a rule that is nearly named is hinted at', () => {
  const [fault] = faultsOf({ schema: 'hpp.policy/v1', raise: { 'external-sent': 'BLOCK' } })
  expect(fault?.hint).toContain('external-send')
})

test('bytes are read as UTF-8, with or without a byte order mark, and nothing else', () => {
  const bytes = new TextEncoder().encode('\ufeff{"schema": "hpp.policy/v1"}')
  expect(parse(bytes).ok).toBe(true)
  const parsed = parse(new Uint8Array([0x7b, 0xff, 0x7d]))
  expect(parsed.ok ? [] : parsed.faults.map(({ code }) => code)).toEqual(['not-utf8'])
})

test('a key named __proto__ is a key like any other', () => {
  expect(messageOf('{"schema": "hpp.policy/v1", "__proto__": {"rules": []}}')).toContain('__proto__')
  expect(messageOf('{"schema": "hpp.policy/v1", "raise": {"__proto__": "BLOCK"}}')).toContain('not a built-in')
  expect(messageOf('{"schema": "hpp.policy/v1", "raise": {"constructor": "BLOCK"}}')).toContain('not a built-in')
})

test('the example is a policy', () => {
  expect(faultsOf(readFileSync('examples/policy/policy.json', 'utf8'))).toEqual([])
})

describe('the published schema', () => {
  test.each(Object.entries(policyJsonSchemas()))(
    'schemas/%s is what the code says (npm run schemas)',
    (file, schema) => {
      expect(readFileSync(`schemas/${file}`, 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`)
    },
  )

  test('takes every file that the parser takes', () => {
    const refused = VECTORS.filter(({ policy, accepted }) => accepted && !projectPolicySchema.safeParse(policy).success)
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  test('takes no file that the parser refuses, but for what it cannot say', () => {
    const taken = VECTORS.filter(({ policy, accepted }) => !accepted && projectPolicySchema.safeParse(policy).success)
    expect(taken.map(({ name }) => name)).toEqual([
      'keeps a block',
      'unknown built-in',
      'raise names a project rule',
      'shadows a built-in id',
      'invalid pattern',
      'duplicate id',
    ])
  })
})

const leaf = fc.oneof(
  fc.constantFrom(
    'hpp.policy/v1',
    'BLOCK',
    'MANUAL',
    'deploy',
    'external-send',
    '(',
    '[^\\W_]',
    'a{2}',
    'git push',
    'x',
  ),
  fc.string(),
  fc.integer(),
  fc.constant(null),
)
const rule = fc.oneof(
  fc.record(
    { id: leaf, action: leaf, pattern: leaf, command: leaf, reason: leaf, other: leaf },
    { requiredKeys: ['id', 'action', 'reason'] },
  ),
  leaf,
)
const nearPolicy = fc.record(
  {
    schema: fc.oneof({ weight: 9, arbitrary: fc.constant('hpp.policy/v1') }, leaf),
    rules: fc.oneof({ weight: 9, arbitrary: fc.array(rule, { maxLength: 4 }) }, leaf),
    raise: fc.oneof(fc.dictionary(fc.constantFrom('external-send', 'force-push', 'other'), leaf), leaf),
    protected_branches: fc.oneof(fc.array(leaf), leaf),
  },
  { requiredKeys: [] },
)

describe('whatever it is given', () => {
  it('never throws, and what it takes fits the schema', () => {
    const property = fc.property(fc.oneof(nearPolicy, fc.jsonValue()), (value) => {
      const parsed = parse(JSON.stringify(value))
      if (parsed.ok) return projectPolicySchema.safeParse(JSON.parse(JSON.stringify(value))).success
      return parsed.faults.every(({ message, at }) => message.length > 0 && at?.file === 'policy.json')
    })
    fc.assert(property, { numRuns: 3000 })
  })

  it('never throws at bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => parse(bytes).ok || true),
      { numRuns: 500 },
    )
  })
})
