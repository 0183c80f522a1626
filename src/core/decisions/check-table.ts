import * as z from 'zod/mini'
import { describePermit } from '../policy/permit.ts'
import { CHECK_MOMENTS, type Check, type CheckKind, type CheckOf, type Moment } from './check.ts'
import { type CheckExample, callExample, deleteOf, editOf, treeExample, writeOf } from './check-example.ts'
import {
  commandList,
  duration,
  evidenceName,
  globList,
  readableText,
  relativePath,
  textFlags,
  wordList,
} from './check-parameters.ts'
import { permitList } from './permit-parameters.ts'

// One flat table, one record per kind of check, so longer than other files. Names, schema, explanation and examples
// stand together: the parser, `explain`, the docs and the tests are made from it.

/** Everything that is to be known of one kind of check. */
export type CheckRecord<K extends CheckKind = CheckKind> = {
  readonly kind: K
  /** Its own parameters; `kind` and `effect` are added. */
  readonly parameters: z.core.$ZodShape
  readonly moments: readonly Moment[]
  /** What the kind is for. */
  readonly summary: string
  /** What one check of the kind does, on one line. */
  explain(check: CheckOf<K>): string
  readonly hits: readonly CheckExample[]
  readonly misses: readonly CheckExample[]
}

const effect = z.optional(z.enum(['deny', 'ask', 'warn']))
const harness = z.enum(['claude-code', 'codex', 'opencode'])
const textParameters = { paths: globList, pattern: readableText, flags: z.optional(textFlags) }
const TIMEOUT_SECONDS_MAX = 3600
const PARTS_MAX = 100

export const CHECK_TABLE: { readonly [K in CheckKind]: CheckRecord<K> } = {
  tool_denied: {
    kind: 'tool_denied',
    parameters: { tools: wordList },
    moments: CHECK_MOMENTS.tool_denied,
    summary: 'tools that no agent may use, under any harness\u2019s name for them',
    explain: (check) => `denies the tools ${listed(check.tools)}`,
    hits: [
      callExample({ kind: 'tool_denied', tools: ['WebFetch'] }, 'WebFetch'),
      callExample({ kind: 'tool_denied', tools: ['Bash', 'mcp__github__*'] }, 'mcp__github__create_issue'),
    ],
    misses: [
      callExample({ kind: 'tool_denied', tools: ['WebFetch'] }, 'WebSearch'),
      callExample({ kind: 'tool_denied', tools: ['mcp__github__*'] }, 'mcp__jira__create_issue'),
    ],
  },
  command_denied: {
    kind: 'command_denied',
    parameters: { commands: commandList },
    moments: CHECK_MOMENTS.command_denied,
    summary: 'shell commands that no agent may run, also inside other commands',
    explain: (check) => `denies the commands ${listed(check.commands)}`,
    hits: [
      callExample({ kind: 'command_denied', commands: ['npm publish'] }, 'Bash', { command: 'npm publish --tag next' }),
    ],
    misses: [
      callExample({ kind: 'command_denied', commands: ['npm publish'] }, 'Bash', { command: 'echo npm publish' }),
      callExample({ kind: 'command_denied', commands: ['npm publish'] }, 'Bash', { command: 'npm test' }),
    ],
  },
  command_policy: {
    kind: 'command_policy',
    parameters: { mode: z.enum(['audit', 'enforce']), permit: z.optional(permitList) },
    moments: CHECK_MOMENTS.command_policy,
    summary: 'shell commands that the command policy stops, but for what a person permits by name',
    explain: (check) =>
      `${check.mode === 'audit' ? 'reports' : 'denies'} commands that the command policy blocks${check.mode === 'audit' ? '' : ' and asks a person about those it leaves to one'}${(check.permit ?? []).map((permit) => `; permits ${describePermit(permit)}`).join('')}`,
    hits: [
      callExample({ kind: 'command_policy', mode: 'enforce' }, 'Bash', { command: 'rm -rf src' }),
      callExample({ kind: 'command_policy', mode: 'audit' }, 'Bash', { command: 'git push origin feature' }),
    ],
    misses: [
      callExample({ kind: 'command_policy', mode: 'enforce' }, 'Bash', { command: 'echo rm -rf src' }),
      callExample(
        { kind: 'command_policy', mode: 'enforce', permit: [{ rule: 'recursive-delete', paths: ['dist/**'] }] },
        'Bash',
        { command: 'rm -rf dist' },
      ),
    ],
  },
  write_denied: {
    kind: 'write_denied',
    parameters: { paths: globList, except: z.optional(globList) },
    moments: CHECK_MOMENTS.write_denied,
    summary: 'files that no agent may write, edit, move or delete',
    explain: (check) =>
      `denies changes of ${listed(check.paths)}${check.except === undefined ? '' : `, except ${listed(check.except)}`}`,
    hits: [
      callExample({ kind: 'write_denied', paths: ['infra/'] }, 'Write', { targets: [writeOf('infra/main.tf', 'x')] }),
      callExample({ kind: 'write_denied', paths: ['infra/**'] }, 'Edit', { targets: [editOf('INFRA/main.tf', 'x')] }),
      callExample({ kind: 'write_denied', paths: ['a/infra/*'] }, 'Bash', { targets: [deleteOf('a')] }),
    ],
    misses: [
      callExample({ kind: 'write_denied', paths: ['infra/'] }, 'Write', { targets: [writeOf('src/main.ts', 'x')] }),
      callExample({ kind: 'write_denied', paths: ['infra/'], except: ['infra/*.md'] }, 'Write', {
        targets: [writeOf('infra/notes.md', 'x')],
      }),
    ],
  },
  path_exists: {
    kind: 'path_exists',
    parameters: { path: relativePath },
    moments: CHECK_MOMENTS.path_exists,
    summary: 'a file or folder that has to be there',
    explain: (check) => `requires that ${check.path} exists`,
    hits: [treeExample({ kind: 'path_exists', path: 'LICENSE' }, { 'README.md': '' })],
    misses: [treeExample({ kind: 'path_exists', path: 'LICENSE' }, { LICENSE: 'MIT' })],
  },
  path_absent: {
    kind: 'path_absent',
    parameters: { path: relativePath },
    moments: CHECK_MOMENTS.path_absent,
    summary: 'a file or folder that must not be there',
    explain: (check) => `requires that ${check.path} does not exist`,
    hits: [treeExample({ kind: 'path_absent', path: 'yarn.lock' }, { 'yarn.lock': '' })],
    misses: [treeExample({ kind: 'path_absent', path: 'yarn.lock' }, { 'package-lock.json': '{}' })],
  },
  text_required: {
    kind: 'text_required',
    parameters: textParameters,
    moments: CHECK_MOMENTS.text_required,
    summary: 'text that every file of a kind has to hold',
    explain: (check) => `requires ${expression(check)} in ${listed(check.paths)}`,
    hits: [
      treeExample({ kind: 'text_required', paths: ['*.sh'], pattern: '^set -eu', flags: 'm' }, { 'a.sh': 'rm x\n' }),
      callExample({ kind: 'text_required', paths: ['*.sh'], pattern: '^set -eu', flags: 'm' }, 'Write', {
        targets: [writeOf('a.sh', 'rm x\n')],
      }),
    ],
    misses: [
      treeExample(
        { kind: 'text_required', paths: ['*.sh'], pattern: '^set -eu', flags: 'm' },
        { 'a.sh': '#!/bin/sh\nset -eu\n' },
      ),
      callExample({ kind: 'text_required', paths: ['*.sh'], pattern: '^set -eu', flags: 'm' }, 'Edit', {
        targets: [editOf('a.sh', 'rm x')],
      }),
    ],
  },
  text_forbidden: {
    kind: 'text_forbidden',
    parameters: textParameters,
    moments: CHECK_MOMENTS.text_forbidden,
    summary: 'text that no file of a kind may hold',
    explain: (check) => `forbids ${expression(check)} in ${listed(check.paths)}`,
    hits: [
      treeExample({ kind: 'text_forbidden', paths: ['src/'], pattern: 'TODO' }, { 'src/a.ts': '// TODO' }),
      callExample({ kind: 'text_forbidden', paths: ['src/'], pattern: 'TODO' }, 'Edit', {
        targets: [editOf('src/a.ts', 'TODO')],
      }),
    ],
    misses: [
      treeExample(
        { kind: 'text_forbidden', paths: ['src/'], pattern: 'TODO' },
        { 'docs/a.md': 'TODO', 'src/a.ts': '' },
      ),
      callExample({ kind: 'text_forbidden', paths: ['src/'], pattern: 'TODO' }, 'Write', {
        targets: [writeOf('src/a.ts', 'done')],
      }),
    ],
  },
  append_only: {
    kind: 'append_only',
    parameters: { paths: z.optional(globList), shell: z.optional(z.enum(['guard'])) },
    moments: CHECK_MOMENTS.append_only,
    summary: 'files that may only grow at their end; without paths, the decision log',
    explain: (check) =>
      `lets ${check.paths === undefined ? 'the decision log' : listed(check.paths)} grow at the end only${check.shell === 'guard' ? ', and guards it against shell commands' : ''}`,
    hits: [
      treeExample({ kind: 'append_only', paths: ['logs/'] }, { 'logs/a': 'x' }, { rewritten: ['logs/a'] }),
      callExample({ kind: 'append_only', paths: ['logs/'] }, 'Bash', { targets: [deleteOf('logs/a')] }),
      callExample({ kind: 'append_only', paths: ['logs/'] }, 'Write', {
        targets: [{ ...writeOf('logs/a', 'two'), before: 'one' }],
      }),
    ],
    misses: [
      treeExample({ kind: 'append_only', paths: ['logs/'] }, { 'logs/a': 'x' }, { rewritten: [] }),
      callExample({ kind: 'append_only', paths: ['logs/'] }, 'Write', {
        targets: [{ ...writeOf('logs/a', 'one\ntwo'), before: 'one\n' }],
      }),
      callExample({ kind: 'append_only' }, 'Write', { targets: [writeOf('logs/a', 'x')] }),
    ],
  },
  hooks_registered: {
    kind: 'hooks_registered',
    parameters: { harnesses: z.optional(z.array(harness).check(z.minLength(1))), events: z.optional(wordList) },
    moments: CHECK_MOMENTS.hooks_registered,
    summary: 'our hooks are registered for every lifecycle event of a harness',
    explain: (check) =>
      `requires our hooks for ${check.events === undefined ? 'every lifecycle event' : listed(check.events)} in ${check.harnesses === undefined ? 'every harness that has a registration' : listed(check.harnesses)}`,
    hits: [treeExample({ kind: 'hooks_registered', harnesses: ['codex'] }, {}, { hooks: 'missing' })],
    misses: [treeExample({ kind: 'hooks_registered', harnesses: ['codex'] }, {}, { hooks: 'registered' })],
  },
  command_passes: {
    kind: 'command_passes',
    parameters: {
      argv: wordList,
      timeout: z.optional(z.int().check(z.gte(1), z.lte(TIMEOUT_SECONDS_MAX))),
    },
    moments: CHECK_MOMENTS.command_passes,
    summary: 'a program that has to end with exit code 0, once a person accepted it on this machine',
    explain: (check) => `runs ${check.argv.map((part) => JSON.stringify(part)).join(' ')} and requires exit code 0`,
    hits: [treeExample({ kind: 'command_passes', argv: ['npm', 'test'] }, {}, { command: 'failed' })],
    misses: [treeExample({ kind: 'command_passes', argv: ['npm', 'test'] }, {}, { command: 'passed' })],
  },
  evidence_required: {
    kind: 'evidence_required',
    parameters: { criterion: evidenceName, argv: z.optional(wordList), max_age: z.optional(duration) },
    moments: CHECK_MOMENTS.evidence_required,
    summary: 'a criterion that has to have passed on the tree as it is, with a record of evidence',
    explain: (check) =>
      `requires evidence of ${check.criterion} on the tree as it is${check.argv === undefined ? '' : `, of the command ${check.argv.map((part) => JSON.stringify(part)).join(' ')}`}${check.max_age === undefined ? '' : `, not older than ${check.max_age}`}`,
    hits: [
      treeExample({ kind: 'evidence_required', criterion: 'unit' }, {}, { evidence: 'lacking' }),
      treeExample({ kind: 'evidence_required', criterion: 'unit', argv: ['npm', 'test'], max_age: '24h' }, {}),
    ],
    misses: [treeExample({ kind: 'evidence_required', criterion: 'unit', max_age: '7d' }, {}, { evidence: 'fresh' })],
  },
  all: {
    kind: 'all',
    parameters: { checks: z.array(z.lazy(() => checkSchema)).check(z.minLength(1), z.maxLength(PARTS_MAX)) },
    moments: CHECK_MOMENTS.all,
    summary: 'several checks under one decision; it fails when any of them fails',
    explain: (check) => check.checks.map(explainCheck).join('; '),
    hits: [
      treeExample(
        {
          kind: 'all',
          checks: [
            { kind: 'path_exists', path: 'a' },
            { kind: 'path_absent', path: 'b' },
          ],
        },
        { a: '', b: '' },
      ),
      callExample({ kind: 'all', checks: [{ kind: 'tool_denied', tools: ['WebFetch'] }] }, 'WebFetch'),
    ],
    misses: [
      treeExample(
        {
          kind: 'all',
          checks: [
            { kind: 'path_exists', path: 'a' },
            { kind: 'path_absent', path: 'b' },
          ],
        },
        { a: '' },
      ),
    ],
  },
}

/** Every record of the table, typed for any check. */
export const CHECK_RECORDS = Object.values(CHECK_TABLE) as readonly CheckRecord[]

/** The schema of one check, keys starting with `x-` left out. */
export const checkSchema: z.ZodMiniType<Check> = z.discriminatedUnion(
  'kind',
  // The table's keys are the kinds of Check, so the union's options are its members; the compiler cannot see that.
  CHECK_RECORDS.map(({ kind, parameters }) =>
    z.strictObject({ kind: z.literal(kind), ...parameters, effect }),
  ) as never,
)

/** What one check does, on one line. */
export function explainCheck(check: Check): string {
  const { explain } = CHECK_TABLE[check.kind] as CheckRecord
  return `${explain(check)}${EFFECT_NOTES[check.effect ?? 'deny']}`
}

const EFFECT_NOTES = { deny: '', ask: ' (asks a person)', warn: ' (warns only)' } as const

function listed(items: readonly string[]): string {
  return items.join(', ')
}

function expression(check: CheckOf<'text_required' | 'text_forbidden'>): string {
  return `/${check.pattern}/${check.flags ?? ''}`
}
