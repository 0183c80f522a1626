import { describe, expect, test } from 'vitest'
import { fakeWorld } from '../../../test/support/fake-world.ts'
import { buildCheck, type CheckInput } from './build-check.ts'

const NONE: CheckInput = {
  check: null,
  checkFile: null,
  denyTool: [],
  denyCommand: [],
  denyWrite: [],
  requirePath: [],
  commandPolicy: null,
  permit: [],
}
const TEXT = '{"kind":"path_absent","path":"tmp"}'
const world = fakeWorld({ files: { 'check.json': TEXT } })
const build = (input: Partial<CheckInput>) => buildCheck(world, { ...NONE, ...input })

describe('buildCheck', () => {
  test.each<[Partial<CheckInput>, unknown]>([
    [{}, null],
    [{ check: TEXT }, JSON.parse(TEXT)],
    [{ checkFile: 'check.json' }, JSON.parse(TEXT)],
    [{ checkFile: '/project/check.json' }, JSON.parse(TEXT)],
    [{ denyTool: ['Bash', 'WebFetch'] }, { kind: 'tool_denied', tools: ['Bash', 'WebFetch'] }],
    [{ denyCommand: ['npm publish'] }, { kind: 'command_denied', commands: ['npm publish'] }],
    [{ denyWrite: ['infra/**'] }, { kind: 'write_denied', paths: ['infra/**'] }],
    [{ commandPolicy: 'audit' }, { kind: 'command_policy', mode: 'audit' }],
    [
      {
        commandPolicy: 'enforce',
        permit: ['recursive-delete=dist/**', 'external-push=work', 'publication=npm publish'],
      },
      {
        kind: 'command_policy',
        mode: 'enforce',
        permit: [
          { rule: 'recursive-delete', paths: ['dist/**'] },
          { rule: 'external-push', refs: ['work'] },
          { rule: 'publication', commands: ['npm publish'] },
        ],
      },
    ],
    [{ requirePath: ['a'] }, { kind: 'path_exists', path: 'a' }],
  ])('%o', async (input, check) => {
    expect(await build(input)).toEqual(check)
  })

  test('several become one', async () => {
    const check = await build({ check: TEXT, requirePath: ['a', 'b'], denyTool: ['Bash'] })
    expect(check).toMatchObject({
      kind: 'all',
      checks: [{ kind: 'path_absent' }, { kind: 'tool_denied' }, { path: 'a' }, { path: 'b' }],
    })
  })

  test.each<[Partial<CheckInput>, string]>([
    [{ check: '{' }, 'usage/bad-check'],
    [{ check: '{"kind":"a","kind":"b"}' }, 'usage/bad-check'],
    [{ checkFile: 'none.json' }, 'usage/no-such-file'],
  ])('%o is a mistake in what was typed', async (input, code) => {
    await expect(build(input)).rejects.toMatchObject({ fault: { code } })
  })
})
