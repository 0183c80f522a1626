import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../src/app/world.ts'
import { openDecisionLogs } from '../src/store/decision-log-store.ts'
import { openFiles } from '../src/store/files.ts'
import { openLogKeeper } from '../src/store/log-keeper.ts'
import { fakeWorld } from './support/fake-world.ts'
import { hookWorld } from './support/hook.ts'
import { makeScratch, type Scratch } from './support/scratch.ts'
import { runIn } from './support/work-scene.ts'

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
  scratch.initGit()
  mkdirSync(join(scratch.repo, '.hpp'))
  mkdirSync(join(scratch.repo, 'src'))
})
afterAll(() => scratch.dispose())

/** `policy check`, from a folder below the one that holds the policy, on the real disk in this process. */
async function check(policy: unknown, mode: string, command: string, ...more: readonly string[]) {
  writeFileSync(join(scratch.repo, '.hpp/policy.json'), JSON.stringify(policy))
  const world: World = {
    ...fakeWorld(),
    cwd: join(scratch.repo, 'src'),
    files: openFiles(),
    logs: openDecisionLogs({ startOf: () => null }),
    sessionTools: { ...hookWorld(scratch), keeper: openLogKeeper() },
  }
  return runIn(world, ['policy', 'check', '--mode', mode, '--command', command, ...more])
}

/** The same as a process of its own. */
function checkProcess(mode: string, command: string) {
  const argv = [PROGRAM, 'policy', 'check', '--mode', mode, '--command', command]
  const { PATH } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: join(scratch.repo, 'src'),
    env: { PATH, HOME: scratch.home, XDG_STATE_HOME: scratch.state },
    encoding: 'utf8',
  })
  return { exit: status, stdout, stderr }
}

describe('the policy files of the original', () => {
  it('are all here', () => expect(VECTORS).toHaveLength(56))

  it.each(VECTORS.filter((vector) => vector.accepted))('$name: answers as it does', async ({ policy, checks }) => {
    for (const { command, exit_enforce, exit_audit, ...wanted } of checks) {
      const { exit, stdout } = await check(policy, 'enforce', command, '--json')
      expect(JSON.parse(stdout)).toMatchObject({
        mode: 'enforce',
        ...wanted,
        policy: join(scratch.repo, '.hpp/policy.json'),
      })
      expect(JSON.parse(stdout).policy_sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(exit).toBe(exit_enforce)
      expect((await check(policy, 'audit', command)).exit).toBe(exit_audit)
    }
  })

  it.each(VECTORS.filter((vector) => !vector.accepted))(
    '$name: is refused as a whole',
    async ({ policy, exit: wanted, message_has }) => {
      for (const mode of ['enforce', 'audit']) {
        const { exit, stderr, stdout } = await check(policy, mode, 'ls')
        expect(exit).toBe(wanted)
        expect(stdout).toBe('')
        for (const word of message_has) expect(stderr).toContain(word)
      }
    },
  )

  it('come out the same, byte by byte, in a process of its own', async () => {
    const accepted = VECTORS.find((vector) => vector.accepted && vector.checks.some((one) => one.exit_enforce === 2))
    const refused = VECTORS.find((vector) => !vector.accepted)
    const blocked = accepted?.accepted ? accepted.checks.find((one) => one.exit_enforce === 2) : undefined
    for (const [vector, command] of [
      [accepted, blocked?.command ?? ''],
      [refused, 'ls'],
    ] as const) {
      for (const mode of ['enforce', 'audit']) {
        const here = await check(vector?.policy, mode, command)
        expect(checkProcess(mode, command)).toEqual(here)
        if (mode === 'enforce') expect(here.exit).toBe(2)
      }
    }
  })
})
