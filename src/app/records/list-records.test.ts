import { afterAll, describe, expect, test } from 'vitest'
import {
  decisionText,
  disposeRecordsScenes,
  KIND_FILE,
  openRecordsScene,
  ratifiedText,
} from '../../../test/support/records-scene.ts'
import { recordsSinceJson } from '../../cli/render/record-changes.ts'
import { compareRecords } from './compare-records.ts'
import { type ListQuestion, listRecords } from './list-records.ts'
import { startRecords } from './start-records.ts'

afterAll(disposeRecordsScenes)

const ONE = 'docs/d-001-a.md'
const TWO = 'docs/d-002-b.md'
const ALL: ListQuestion = {
  kind: null,
  current: false,
  at: null,
  base: null,
  uncommitted: false,
  requireAttested: false,
}
const refused = (code: string) => ({ fault: { code } })

describe('listing', () => {
  const scene = openRecordsScene({
    [ONE]: ratifiedText(),
    [TWO]: ratifiedText({ id: 'd-002', supersedes: [{ decision: 'd-001' }] }),
    'chant.workspace.json': JSON.stringify({
      name: 'w',
      schema: 1,
      members: [{ name: 'core', dir: 'core', records: [{ kind: 'none.mjs', name: 'lost' }] }],
      records: [{ kind: KIND_FILE }],
    }),
  })

  test('every declared kind is read, the members last, and one that fails stops no other', async () => {
    const { kinds } = await listRecords(scene.world, ALL)
    expect(kinds.map(({ kind, declared }) => [kind, declared?.path])).toEqual([
      ['read', KIND_FILE],
      ['failed', 'core/none.mjs'],
    ])
    expect(kinds[1]).toMatchObject({ fault: { code: 'kind-unreadable' } })
  })

  test('--current leaves out what is superseded, from any folder of the workspace', async () => {
    const world = { ...scene.world, cwd: `${scene.folder}/docs` }
    const [listing] = (await listRecords(world, { ...ALL, current: true })).kinds
    expect(listing?.kind === 'read' && listing.listed.map(({ id }) => id)).toEqual(['d-002'])
  })

  test('what excludes each other is a usage error, and no declaration asks for a kind', async () => {
    await expect(listRecords(scene.world, { ...ALL, uncommitted: true, at: 'HEAD' })).rejects.toMatchObject(
      refused('usage/exclusive'),
    )
    await expect(listRecords(openRecordsScene().world, ALL)).rejects.toMatchObject(refused('usage/kind'))
    scene.write('docs/chant.workspace.jsonc', '{ "name": "w", } // x')
    const world = { ...scene.world, cwd: `${scene.folder}/docs` }
    await expect(listRecords(world, ALL)).rejects.toMatchObject(refused('declaration-invalid'))
    scene.remove('docs/chant.workspace.jsonc')
  })
})

test('--since: what happened, and the rest of the options exclude it', async () => {
  const scene = openRecordsScene({ 'core/x': 'x' })
  scene.commit()
  scene.write(ONE, decisionText())
  const question = { ...ALL, kind: KIND_FILE, since: 'HEAD' }
  const report = await compareRecords(scene.world, question)
  expect(recordsSinceJson(report)).toMatchObject({
    changes: [{ kind: 'new', id: 'd-001', path: ONE, state: 'decided' }],
    summary: { new: 1, removed: 0 },
  })
  await expect(compareRecords(scene.world, { ...question, current: true })).rejects.toMatchObject(
    refused('usage/exclusive'),
  )
})

test('records are not started outside of the repository', async () => {
  const { world } = openRecordsScene()
  await expect(startRecords(world, { dir: '../out', apply: true })).rejects.toMatchObject(refused('usage/dir'))
})
