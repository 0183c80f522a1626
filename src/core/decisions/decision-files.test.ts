import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compareHistories } from './append-rule.ts'
import type { LogFile } from './decision.ts'
import { nextId } from './decision-id.ts'
import type { DecisionLog } from './decision-log.ts'
import { evaluateWorkspace, type WorkspaceFacts } from './evaluate-workspace.ts'
import { judgeNewDecision } from './judge-new-decision.ts'
import { assembleLog } from './read-decision-log.ts'
import { appendEntry } from './write-decision-file.ts'

type Files = Readonly<Record<string, unknown>>

type Case = {
  readonly id: string
  readonly title: string
  readonly input: {
    readonly op: string
    readonly files?: Files
    readonly files_text?: Readonly<Record<string, string>>
    readonly files_base64?: Readonly<Record<string, string>>
    readonly existing?: Files | readonly string[]
    readonly branch_a?: Files
    readonly branch_b?: Files
    readonly write?: Files
    readonly baseline?: Files
    readonly then?: Files
    readonly then_text_transform?: string
    readonly repo_paths?: readonly string[]
    readonly id?: string
  }
  readonly expect: Readonly<Record<string, unknown>>
}

const CASES: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../../test/cases/decision-files.json', import.meta.url), 'utf8'),
)

/** Cases that no pure function can decide: they wait for a test on a disk. */
const SKIPPED: Readonly<Record<string, 'needs-disk'>> = {
  C203: 'needs-disk',
  C205: 'needs-disk',
  C206: 'needs-disk',
  C208: 'needs-disk',
}

function logFiles(texts: Readonly<Record<string, string>>): readonly LogFile[] {
  return Object.entries(texts).map(([path, text]) => ({ name: path.slice(path.lastIndexOf('/') + 1), text }))
}

function textsOf(files: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files ?? {}).map(([path, value]) => [path, JSON.stringify(value, null, 2)]))
}

function inputFiles({ files, files_text, files_base64 }: Case['input']): readonly LogFile[] {
  const decoded = Object.entries(files_base64 ?? {}).map(([path, bytes]) => [
    path,
    Buffer.from(bytes, 'base64').toString(),
  ])
  return logFiles({ ...textsOf(files), ...files_text, ...Object.fromEntries(decoded) })
}

/** Every error and warning of a log: its code and all that it says. */
function reports(
  log: DecisionLog,
): readonly { readonly code: string; readonly error: boolean; readonly text: string }[] {
  const invalid = log.invalid.flatMap(({ file, faults }) =>
    faults.map(({ code, message }) => ({ code, error: true, text: `${file} ${message}` })),
  )
  return [
    ...invalid,
    ...log.findings.map(({ code, severity, message }) => ({ code, error: severity === 'error', text: message })),
  ]
}

function isValid(log: DecisionLog): boolean {
  return !reports(log).some(({ error }) => error)
}

function checkValidate({ input, expect: expected }: Case): void {
  const log = assembleLog({ files: inputFiles(input) })
  expect(isValid(log)).toBe(expected['valid'])
  if (expected['code'] !== undefined) expect(reports(log).map(({ code }) => code)).toContain(expected['code'])
  for (const name of (expected['names'] as readonly string[] | undefined) ?? []) {
    expect(
      reports(log)
        .map(({ text }) => text)
        .join('\n'),
    ).toContain(name)
  }
  if (expected['must_warn'] === true) expect(reports(log).some(({ error }) => !error)).toBe(true)
  if (expected['current'] !== undefined) expect(log.current).toHaveLength(expected['current'] as number)
  if (expected['current_ids'] !== undefined) expect(log.current.map(({ id }) => id)).toEqual(expected['current_ids'])
  if (expected['current_title'] !== undefined) expect(log.current.at(-1)?.title).toBe(expected['current_title'])
  if (expected['must_not'] === 'skip the file silently') expect(log.decisions).toHaveLength(1)
}

function checkMerge({ input, expect: expected }: Case): void {
  const [a, b] = [logFiles(textsOf(input.branch_a)), logFiles(textsOf(input.branch_b))]
  expect([expected['branch_a'], expected['branch_b']]).toEqual(['valid', 'valid'])
  expect([isValid(assembleLog({ files: a })), isValid(assembleLog({ files: b }))]).toEqual([true, true])
  expect(reports(assembleLog({ files: [...a, ...b] })).map(({ code }) => code)).toContain(expected['merged'])
}

function checkNextId({ input, expect: expected }: Case): void {
  expect(nextId(input.existing as readonly string[])).toBe(expected['id'])
}

/** An agent's write: to a file that is there it is denied, else the rules for new decisions say. */
function checkWrite({ input, expect: expected }: Case): void {
  const existing = logFiles(textsOf(input.existing))
  const [written] = logFiles(textsOf(input.write))
  if (written === undefined) throw new Error('the case writes nothing')
  const faults = judgeNewDecision(written, assembleLog({ files: existing }))
  expect(faults.length > 0).toBe(expected['decision'] === 'deny')
  const mentions = expected['reason_mentions']
  if (mentions !== undefined) expect(faults.map(({ message }) => message).join('\n')).toContain(mentions)
}

/** The files of a session against its baseline, decision by decision. */
function checkSession({ input, expect: expected }: Case): void {
  const before = textsOf(input.baseline)
  const crlf = Object.fromEntries(Object.entries(before).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]))
  const [baseline, now] = [before, input.then_text_transform === undefined ? textsOf(input.then) : crlf].map((texts) =>
    assembleLog({ files: logFiles(texts) }),
  )
  const broken = (baseline?.decisions ?? []).filter((old) => {
    const found = now?.decisions.find(({ id }) => id === old.id)
    return found === undefined || compareHistories(old, found).kind === 'broken'
  })
  expect(broken.length === 0 ? 'ok' : 'fail').toBe(expected['integrity'])
  if (expected['names'] !== undefined) expect(broken.map(({ id }) => id)).toEqual(expected['names'])
  if (expected['current_title'] !== undefined) expect(now?.current[0]?.title).toBe(expected['current_title'])
}

function checkWorkTree({ input, expect: expected }: Case): void {
  const log = assembleLog({ files: inputFiles(input) })
  const facts: WorkspaceFacts = {
    pathExists: (path) => input.repo_paths?.includes(path) === true,
    matchedFiles: () => [],
    readText: () => null,
    matchText: () => false,
    hookEvents: () => 'no-registration',
    commandResult: () => 'not-run',
    evidenceResult: () => ({ kind: 'lacking', why: 'nothing was run', run: 'bylaw evidence run' }),
  }
  const failed = log.current.filter(
    ({ check }) => check && evaluateWorkspace(check, 'validate', facts).kind === 'failed',
  )
  expect(isValid(log) && failed.length === 0).toBe(expected['ok'])
  if (expected['current'] !== undefined) expect(log.current).toHaveLength(expected['current'] as number)
  if (expected['files'] !== undefined) expect(log.decisions).toHaveLength(expected['files'] as number)
  for (const report of (expected['reports'] as readonly string[] | undefined) ?? []) {
    const [id = ''] = report.split(' ')
    const found = report.endsWith('check failed')
      ? failed.map((decision) => decision.id)
      : log.invalid.map((file) => file.id)
    expect(found).toContain(id)
  }
}

function checkRetire({ input, expect: expected }: Case): void {
  const texts = textsOf(input.existing)
  const retired = Object.entries(texts).map(([path, text]) => {
    return [path, appendEntry(text, { kind: 'retirement', date: null, rationale: 'No longer wanted.' })]
  })
  const log = assembleLog({ files: logFiles(Object.fromEntries(retired)) })
  expect({ current: log.current.length }).toEqual(expected['after'])
  expect(log.retired.map(({ id }) => id)).toEqual([input.id])
}

const OPERATIONS: Readonly<Record<string, (given: Case) => void>> = {
  validate: checkValidate,
  'validate-each-then-merged': checkMerge,
  'next-id': checkNextId,
  'pre-tool': checkWrite,
  session: checkSession,
  check: checkWorkTree,
  retire: checkRetire,
}

describe('cases of decision files', () => {
  test.each(CASES.filter(({ id }) => SKIPPED[id] === undefined))('$id $title', (given) => {
    expect(Object.keys(OPERATIONS)).toContain(given.input.op)
    OPERATIONS[given.input.op]?.(given)
  })

  test('every case left out is a case, and says why', () => {
    const ids = CASES.map(({ id }) => id)
    expect(Object.keys(SKIPPED).filter((id) => !ids.includes(id))).toEqual([])
  })
})
