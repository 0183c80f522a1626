import { describe, expect, test } from 'vitest'
import { fakeWorld, PROJECT, type Scene } from '../../../test/support/fake-world.ts'
import { startLog } from './start-log.ts'

/** A world whose repository begins at `top`. */
function world(top: string | null, scene: Scene = { log: null }) {
  const fake = fakeWorld(scene)
  return Object.assign(fake, { git: { ...fake.git, topLevel: async () => top } })
}

describe('startLog', () => {
  test('plans two decisions of today and writes nothing', async () => {
    const fake = world(null)
    const { plan, applied } = await startLog(fake, { apply: false })
    expect([applied, fake.applied]).toEqual([false, []])
    expect(plan.steps.map(({ path, before }) => [path, before])).toEqual([
      [`${PROJECT}/.hdr/decisions/HDR-001.json`, null],
      [`${PROJECT}/.hdr/decisions/HDR-002.json`, null],
    ])
    const checks = plan.steps.map(({ after }) => JSON.parse(after ?? '').history[0])
    expect(checks).toMatchObject([
      { date: '2026-11-02', check: { kind: 'append_only', shell: 'guard' } },
      { date: '2026-11-02', check: { kind: 'hooks_registered' } },
    ])
  })

  test('writes the plan at the top of the repository', async () => {
    const fake = world('/')
    const { plan, project } = await startLog(fake, { apply: true })
    expect([project, fake.applied]).toEqual(['/', [plan]])
  })

  test.each<[string, string | null, Scene, boolean]>([
    ['a log in the project', PROJECT, { log: {} }, true],
    ['a log above, outside of git', null, { log: {} }, true],
    ['a log above the repository', '/elsewhere', { log: {} }, false],
  ])('%s', async (_, top, scene, refuses) => {
    const started = startLog(world(top, scene), { apply: true })
    if (refuses) await expect(started).rejects.toMatchObject({ fault: { code: 'log-exists' } })
    else expect((await started).applied).toBe(true)
  })
})
