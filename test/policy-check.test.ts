import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPolicy } from '../src/app/policy/check-policy.ts'
import { openLogKeeper } from '../src/store/log-keeper.ts'
import { fakeWorld } from './support/fake-world.ts'
import { hookWorld } from './support/hook.ts'
import { makeScratch, type Scratch } from './support/scratch.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.initGit('work')
})
afterEach(() => scratch.dispose())

/** The command line's judgement in a scratch folder, where `projects` hold logs. */
function check(
  text: string,
  { cwd = scratch.repo, projects = [] as readonly string[], asked = [] as string[], source = 'file' } = {},
) {
  const fake = fakeWorld({ log: {} })
  const tools = hookWorld(scratch)
  const branches = (folder: string) => {
    asked.push(folder)
    return tools.head.branches(folder)
  }
  const world = {
    ...fake,
    cwd,
    readInput: async () => text,
    logs: { ...fake.logs, find: async () => projects, read: async () => null },
    sessionTools: { ...tools, head: { ...tools.head, branches }, keeper: openLogKeeper() },
  }
  const [command, file] = source === 'file' ? [null, '-'] : [text, null]
  return checkPolicy(world, { mode: 'enforce', command, file, policy: null })
}

const rows = async (text: string) =>
  (await check(text)).commands.map(({ line, action, rule, text: shown, span }) => [
    line,
    action,
    rule,
    shown,
    span && shown.slice(...span),
  ])

test('a function that a line only defines is judged as if it were called, and shown as it stands', async () => {
  expect(await rows('f() { rm -rf "$1"; }\nf src\nlog() { echo "$@"; }\n')).toEqual([
    [1, 'BLOCK', 'recursive-delete', 'f() { rm -rf "$1"; }', 'rm -rf "$1"'],
    [2, 'ALLOW', 'allow', 'f src', null],
    [3, 'ALLOW', 'allow', 'log() { echo "$@"; }', null],
  ])
  expect(await rows('run() { "$@"; }')).toMatchObject([[1, 'MANUAL', 'dynamic-command', 'run() { "$@"; }', '"$@"']])
})

test('one command line is judged as a shell would run it: a definition alone does nothing', async () => {
  expect((await check('f() { rm -rf src; }', { source: 'command' })).action).toBe('ALLOW')
})

test('git is asked for the branches of a folder once', async () => {
  const asked: string[] = []
  const { commands } = await check('git push\ngit push origin a\ngit push origin HEAD\n', { asked })
  expect(commands.map(({ action }) => action)).toEqual(['MANUAL', 'MANUAL', 'MANUAL'])
  expect(asked).toEqual([scratch.repo])
})

test('the policy file of a log above applies behind an inner repository', async () => {
  scratch.write('.hpp/policy.json', '{"schema":"hpp.policy/v1","raise":{"external-push":"BLOCK"}}')
  const inner = join(scratch.repo, 'inner')
  mkdirSync(join(inner, '.git'), { recursive: true })
  writeFileSync(join(inner, '.git/HEAD'), 'ref: refs/heads/x\n')
  expect((await check('git push origin x', { cwd: inner })).action).toBe('MANUAL')
  const found = await check('git push origin x', { cwd: inner, projects: [scratch.repo] })
  expect(found.action).toBe('BLOCK')
  expect(found.applied.files).toEqual([join(scratch.repo, '.hpp/policy.json')])
})

test('the hash is of the bytes, and bytes that are no UTF-8 are refused', async () => {
  scratch.write('.hpp/policy.json', '{"schema":"hpp.policy/v1"}')
  expect((await check('ls')).applied.sha256).toBe(hookWorld(scratch).sha256('{"schema":"hpp.policy/v1"}'))
  writeFileSync(join(scratch.repo, '.hpp/policy.json'), Buffer.from('{"schema":"hpp.policy/v1"}\xff', 'latin1'))
  await expect(check('ls')).rejects.toMatchObject({ fault: { message: expect.stringContaining('no UTF-8') } })
})

test('a refusal lists ten faults and counts the rest', async () => {
  const rules = Array.from({ length: 30 }, (_, at) => ({ id: `r${at}`, action: 'ALLOW', pattern: 'x', reason: 'r' }))
  scratch.write('.hpp/policy.json', JSON.stringify({ schema: 'hpp.policy/v1', rules }))
  const failure = await check('ls').catch((error: unknown) => error)
  expect(failure).toMatchObject({ fault: { message: expect.stringMatching(/\(r9\).*; and 20 more faults$/) } })
  expect(failure).not.toMatchObject({ fault: { message: expect.stringContaining('(r10)') } })
})
