import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeScratch, type Scratch } from './support/scratch.ts'

type Check = {
  command: string
  action: string
  rule: string
  source: string
  reason: string
  exit_enforce: number
  exit_audit: number
}
type Vector =
  | { name: string; policy: unknown; accepted: true; checks: readonly Check[] }
  | {
      name: string
      policy: unknown
      accepted: false
      exit: number
      stdout_empty: boolean
      message_has: readonly string[]
    }
const VECTORS = JSON.parse(readFileSync('test/vectors/hpp-policy-files.json', 'utf8')) as readonly Vector[]
const PROGRAM = resolve('dist/bylaw.cjs')

let scratch: Scratch
beforeAll(() => {
  scratch = makeScratch()
  scratch.git('init', '-q')
  mkdirSync(join(scratch.repo, '.hpp'))
  mkdirSync(join(scratch.repo, 'src'))
})
afterAll(() => scratch.dispose())

/** `policy check`, from a folder below the one that holds the policy. */
function check(policy: unknown, mode: string, command: string, ...more: readonly string[]) {
  writeFileSync(join(scratch.repo, '.hpp/policy.json'), JSON.stringify(policy))
  const argv = [PROGRAM, 'policy', 'check', '--mode', mode, '--command', command, ...more]
  const { PATH } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: join(scratch.repo, 'src'),
    env: { PATH, HOME: scratch.home, XDG_STATE_HOME: scratch.state },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the policy files of the original', () => {
  it('are all here', () => expect(VECTORS).toHaveLength(56))

  it.each(VECTORS.filter((vector) => vector.accepted))('$name: answers as it does', ({ policy, checks }) => {
    for (const { command, exit_enforce, exit_audit, ...wanted } of checks) {
      const { status, stdout } = check(policy, 'enforce', command, '--json')
      expect(JSON.parse(stdout)).toMatchObject({
        mode: 'enforce',
        ...wanted,
        policy: join(scratch.repo, '.hpp/policy.json'),
      })
      expect(JSON.parse(stdout).policy_sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(status).toBe(exit_enforce)
      expect(check(policy, 'audit', command).status).toBe(exit_audit)
    }
  })

  it.each(VECTORS.filter((vector) => !vector.accepted))(
    '$name: is refused as a whole',
    ({ policy, exit, message_has }) => {
      for (const mode of ['enforce', 'audit']) {
        const { status, stderr, stdout } = check(policy, mode, 'ls')
        expect(status).toBe(exit)
        expect(stdout).toBe('')
        for (const word of message_has) expect(stderr).toContain(word)
      }
    },
  )
})
