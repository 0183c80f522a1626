import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GENESIS_SHA256, hashLine, renderEventLine } from '../src/core/events/event-line.ts'
import { openWorkScene, type WorkScene } from './support/work-scene.ts'

const LOG = '.hpp/events.jsonl'

let scene: WorkScene
beforeEach(async () => {
  scene = openWorkScene()
  await scene.run(['event', 'append', '--type', 'work_started', '--data', '{"unit":"A"}'])
  await scene.run(['event', 'append', '--type', 'evidence_recorded'])
  expect(await scene.run(['evidence', 'run', '--id', 'unit', '--', 'true'])).toMatchObject({ exit: 0 })
})
afterEach(() => scene.dispose())

const verify = async () => {
  const { exit, stdout } = await scene.run(['event', 'verify', '--json'])
  return { exit, ...JSON.parse(stdout) }
}
const MADE = { file: '.hpp/evidence/unit-20261102T120000Z.json' }

/** A chain that holds, of other events. */
function rewritten(types: readonly string[]): string {
  let head = GENESIS_SHA256
  return types
    .map((type, at) => {
      const line = renderEventLine({ seq: at + 1, type, data: {} }, head)
      head = hashLine(Buffer.from(line))
      return `${line}\n`
    })
    .join('')
}

describe('a log that a record saw', () => {
  it('may grow', async () => {
    await scene.run(['event', 'append', '--type', 'check_passed'])
    expect(await verify()).toMatchObject({ exit: 0, status: 'intact', events: 3, anchors: { count: 1, broken: [] } })
  })

  it('is broken where its history was written anew with a chain that holds', async () => {
    scene.write(LOG, rewritten(['work_started', 'evidence_recorded', 'check_passed']))
    expect(await verify()).toMatchObject({
      exit: 2,
      status: 'broken',
      first_divergent: 'event:2',
      anchors: { broken: [{ ...MADE, at: 'event:2' }] },
    })
  })

  it('is broken where its end was cut off', async () => {
    scene.write(LOG, scene.read(LOG).split('\n').slice(0, 1).concat('').join('\n'))
    expect(await verify()).toMatchObject({ exit: 2, first_divergent: 'event:2', anchors: { broken: [MADE] } })
    expect((await scene.run(['event', 'verify'])).stdout).toContain('the log was cut: it has 1 events')
  })

  it('is anchored by attestations too', async () => {
    rmSync(join(scene.folder, '.hpp/evidence'), { recursive: true })
    scene.write('SPEC.md', 'spec')
    scene.commit()
    const who = ['--maker', 'ana', '--checker', 'bo', '--session', '1', '--verdict', 'approved', '--bind', 'tree']
    const created = await scene.run([
      'attest',
      'create',
      '--spec',
      'SPEC.md',
      '--output',
      '.hpp/attestations/a.json',
      ...who,
    ])
    expect(created).toMatchObject({ exit: 0, stderr: '' })
    expect(await verify()).toMatchObject({ exit: 0, anchors: { count: 1 } })
    scene.write(LOG, rewritten(['work_started', 'evidence_recorded']))
    expect(await verify()).toMatchObject({ exit: 2, anchors: { broken: [{ file: '.hpp/attestations/a.json' }] } })
    expect(await scene.run(['attest', 'verify', '.hpp/attestations/a.json'])).toMatchObject({ exit: 0 })
  })

  it('names its broken line first, and passes over what is no anchor of it', async () => {
    scene.write('.hpp/evidence/odd.json', '{"event_log":{"log":".hpp/events.jsonl","events":"x","head_sha256":1}}')
    scene.write(
      '.hpp/evidence/other.json',
      `{"event_log":{"log":".hpp/work/B/events.jsonl","events":9,"head_sha256":"x"}}`,
    )
    expect(await verify()).toMatchObject({ exit: 0, anchors: { count: 1 } })
    appendFileSync(join(scene.folder, LOG), 'x\n')
    expect(await verify()).toMatchObject({ exit: 2, first_divergent: 'line 3', anchors: { broken: [] } })
  })
})
