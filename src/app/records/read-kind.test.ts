import { createHash } from 'node:crypto'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  decisionText,
  digestOf,
  disposeRecordsScenes,
  KIND_FILE,
  openRecordsScene,
  ratifiedText,
} from '../../../test/support/records-scene.ts'
import { openPlace, withOverlay } from './open-place.ts'
import { type KindReading, type RecordEntry, readKind } from './read-kind.ts'

afterAll(disposeRecordsScenes)

const ONE = 'docs/d-001-a.md'
const TWO = 'docs/d-002-b.md'

function record({ records }: KindReading, path = ONE): RecordEntry {
  const found = records.find((each) => each.path === path)
  if (found === undefined) throw new Error(`${path} is not listed`)
  return found
}

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)
const refused = (code: string) => ({ fault: { code } })

describe('a record by itself', () => {
  const scene = openRecordsScene({ [ONE]: ratifiedText() })

  test('a ratified one with its quorum and seal is valid, and says how far its verdicts are', async () => {
    expect(record(await scene.read())).toMatchObject({
      valid: true,
      reasons: [],
      id: 'd-001',
      state: 'ratified',
      quorum: { need: 2, agreed: 2, met: true },
    })
  })

  test('C401: one letter of the body changed, and the seal does not fit', async () => {
    scene.write(TWO, ratifiedText({ id: 'd-002' }).replace('# Use a queue', '# Use a Queue'))
    const found = record(await scene.read(), TWO)
    expect(found.valid).toBe(false)
    expect(codes(found.reasons)).toContain('record-seal-mismatch')
    scene.remove(TWO)
  })

  test('C395, C398, C400: a verdict more, other line ends and another commit leave the digest', async () => {
    const text = ratifiedText()
    const { digest } = record(await scene.read())
    const more = 'reviews:\n  - reviewer: "cy"\n    verdict: "agree"\n    on: "2026-11-03"\n'
    expect(digestOf(text.replace('reviews:\n', more))).toBe(digest)
    expect(digestOf(text.replaceAll('\n', '\r\n'))).toBe(digest)
    scene.write(ONE, text.replaceAll('\n', '\r\n'))
    scene.commit()
    expect(record(await scene.read())).toMatchObject({ digest, valid: true, quorum: { agreed: 2 } })
    scene.write(ONE, text)
    scene.commit()
    expect(record(await scene.read())).toMatchObject({ digest, valid: true, quorum: { agreed: 2 } })
  })

  test('C397: one letter of the title changed, and no verdict counts', async () => {
    scene.write(ONE, ratifiedText().replace('title: "Use a queue"', 'title: "Use a Queue"'))
    const found = record(await scene.read())
    expect(found.quorum?.notCounted.map(({ reason }) => reason.code)).toEqual([
      'review-older-digest',
      'review-older-digest',
    ])
    expect(codes(found.reasons)).toContain('record-seal-mismatch')
    scene.write(ONE, ratifiedText())
  })

  test('what does not parse is listed with its digest and line', async () => {
    const text = decisionText({ id: 'd-002' }).replace('area: "core"', 'area: *x')
    scene.write(TWO, text)
    const found = record(await scene.read(), TWO)
    expect(found).toMatchObject({ id: null, data: null, digest: digestOf(text), valid: false, quorum: null })
    expect(found.reasons).toMatchObject([{ code: 'record-unparseable', line: 6 }])
    scene.remove(TWO)
  })

  test('a link is no record, wherever it leads', async () => {
    symlinkSync(join(scene.folder, ONE), join(scene.folder, TWO))
    expect(record(await scene.read(), TWO)).toMatchObject({ data: null, reasons: [{ code: 'record-unparseable' }] })
    scene.remove(TWO)
  })

  test('files that the kind does not list and folders are passed over', async () => {
    scene.write('docs/notes.md', 'x')
    scene.write('docs/d-003-folder.md/x', 'x')
    expect((await scene.read()).records.map(({ path }) => path)).toEqual([ONE])
  })
})

describe('records of each other', () => {
  test('C403: a decided one does not supersede a ratified one, a ratified one does', async () => {
    const supersedes = [{ decision: 'd-001' }]
    const scene = openRecordsScene({ [ONE]: ratifiedText(), [TWO]: decisionText({ id: 'd-002', supersedes }) })
    const decided = await scene.read()
    expect(record(decided).supersededBy).toBeNull()
    expect(codes(record(decided, TWO).warnings)).toContain('record-supersedes-pending')
    scene.write(TWO, ratifiedText({ id: 'd-002', supersedes }))
    expect(record(await scene.read()).supersededBy).toBe('d-002')
  })

  test('a record that is invalid supersedes nothing', async () => {
    const text = ratifiedText({ id: 'd-002', supersedes: [{ decision: 'd-001' }] }, ['ana'])
    const reading = await openRecordsScene({ [ONE]: ratifiedText(), [TWO]: text }).read()
    expect(codes(record(reading, TWO).reasons)).toEqual(['ratify-quorum-not-met'])
    expect(record(reading).supersededBy).toBeNull()
  })

  test('the order of files is that of code units, and the first one owns the id', async () => {
    const reading = await openRecordsScene({
      'docs/d-999-x.md': decisionText(),
      'docs/d-1000-x.md': decisionText(),
    }).read()
    expect(reading.records.map(({ path, reasons }) => [path, codes(reasons)])).toEqual([
      ['docs/d-1000-x.md', []],
      ['docs/d-999-x.md', ['record-id-duplicate']],
    ])
  })

  test('pins are hashed in the tree that is read, once', async () => {
    const sha256 = 'a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447'
    const pin = (path: string) => ({ title: path, path, sha256 })
    const evidence = ['same', 'other', 'gone'].map(pin)
    const scene = openRecordsScene({
      same: 'hello world\n',
      other: 'x',
      'chant.workspace.json': '{"name": "w", "schema": 1, "members": []}',
      [ONE]: decisionText({ evidence }),
    })
    scene.commit()
    scene.write('same', 'changed')
    const states = ({ assets }: RecordEntry) => assets.map(({ state }) => state)
    expect(states(record(await scene.read({ at: 'HEAD' })))).toEqual(['pinned', 'drifted', 'missing'])
    expect(states(record(await scene.read()))).toEqual(['drifted', 'drifted', 'missing'])
  })

  test('a pin that was taken over is stale, until its file changes after the record was added', async () => {
    const evidence = [
      { title: 'x', path: 'x', sha256: 'a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447' },
    ]
    const scene = openRecordsScene({
      x: 'hello world\n',
      [ONE]: decisionText({ evidence }),
      [TWO]: decisionText({ id: 'd-002', evidence, supersedes: [{ decision: 'd-001' }] }),
    })
    const found = async () => record(await scene.read(), TWO)
    expect(await found()).toMatchObject({ assets: [{ state: 'stale' }] })
    expect(codes((await found()).warnings)).toContain('asset-stale')
    scene.commit()
    expect(await found()).toMatchObject({ assets: [{ state: 'stale' }] })
    for (const [text, date] of [
      ['other\n', '2090-01-01T00:00:00Z'],
      ['hello world\n', '2090-01-02T00:00:00Z'],
    ] as const) {
      scene.write('x', text)
      scene.git('add', '-A')
      vi.stubEnv('GIT_COMMITTER_DATE', date)
      scene.git('commit', '-qm', 'x')
      vi.unstubAllEnvs()
    }
    expect(await found()).toMatchObject({ assets: [{ state: 'pinned' }] })
  })
})

describe('against base', () => {
  test('a branch cannot lower the need that it must meet', async () => {
    const declare = (quorum: number) => JSON.stringify({ name: 'w', schema: 1, members: [], quorum })
    const scene = openRecordsScene({ 'chant.workspace.json': declare(1) })
    scene.write(ONE, ratifiedText({}, ['ana']))
    expect(record(await scene.read()).quorum).toMatchObject({ need: 1, met: true })
    scene.write('chant.workspace.json', declare(2))
    scene.remove(ONE)
    scene.commit()
    scene.git('switch', '-qc', 'work')
    scene.write('chant.workspace.json', declare(0))
    scene.write('docs/chant.workspace.json', declare(0))
    scene.write(ONE, ratifiedText({}, ['ana']))
    scene.commit()
    const found = record(await scene.read())
    expect(found.quorum).toMatchObject({ need: 2, needFrom: 'declaration', met: false })
    expect(codes(found.reasons)).toEqual(['ratify-quorum-not-met'])
    expect(record(await scene.read({ base: 'work' })).quorum).toMatchObject({ need: 0, met: true })
  })

  test('agents are those of base, and a broken policy there lets nothing count', async () => {
    const trust = (agents: readonly string[]) => JSON.stringify({ schema: 1, roles: { agent: agents } })
    const scene = openRecordsScene({ '.chant/trust.json': trust(['bo']), [ONE]: ratifiedText() })
    scene.commit()
    scene.git('switch', '-qc', 'work')
    scene.write('.chant/trust.json', trust([]))
    const found = record(await scene.read())
    expect(found.quorum).toMatchObject({
      agreed: 1,
      notCounted: [{ reviewer: 'bo', reason: { code: 'review-agent' } }],
    })
    // The file is at base as it is: it passed its quorum once.
    expect([codes(found.reasons), codes(found.warnings)]).toEqual([[], ['quorum-not-met-now']])
    scene.write('.chant/trust.json', '{')
    scene.commit()
    const broken = await scene.read({ base: 'work' })
    expect(broken.trust.signing).toBe('broken')
    expect(record(broken).quorum).toMatchObject({ agreed: 0, met: false })
  })

  test('a policy that is a link or no text at base is broken, not absent', async () => {
    const scene = openRecordsScene({ 'a.json': '{"schema": 1}', '.chant/x': 'x', [ONE]: ratifiedText() })
    symlinkSync('../a.json', join(scene.folder, '.chant/trust.json'))
    scene.commit()
    expect(record(await scene.read())).toMatchObject({ quorum: { agreed: 0 } })
    scene.remove('.chant/trust.json')
    writeFileSync(
      join(scene.folder, '.chant/trust.json'),
      Buffer.from('{"schema": 1, "roles": {"agent": ["\xff"]}}', 'latin1'),
    )
    scene.commit()
    expect((await scene.read()).trust).toMatchObject({
      signing: 'broken',
      problems: ['.chant/trust.json is not UTF-8'],
    })
    scene.write('.chant/trust.json', '{"schema": 1}')
    scene.commit()
    expect(record(await scene.read())).toMatchObject({ quorum: { agreed: 2 } })
  })

  test('a closed record without a seal: lost where base had one or knew it open, else old', async () => {
    const sealed = ratifiedText()
    const bare = sealed.replace(/^closed_digest: .*\n/m, '')
    const scene = openRecordsScene({ [ONE]: bare })
    const findings = async () => {
      const { reasons, warnings } = record(await scene.read())
      return [codes(reasons), codes(warnings)]
    }
    expect(await findings()).toEqual([[], ['record-unsealed']])
    scene.commit()
    expect(await findings()).toEqual([[], ['record-unsealed']])
    scene.write(ONE, sealed)
    scene.commit()
    scene.write(ONE, bare)
    expect(await findings()).toEqual([['record-seal-removed'], []])
    scene.write(ONE, decisionText())
    scene.commit()
    scene.write(ONE, bare)
    expect(await findings()).toEqual([['record-seal-removed'], []])
  })

  test('a commit is read as it is, with the kind of the work tree', async () => {
    const scene = openRecordsScene({ [ONE]: decisionText() })
    scene.commit()
    scene.write(ONE, decisionText({ title: 'changed' }))
    scene.write(TWO, decisionText({ id: 'd-002' }))
    const reading = await scene.read({ at: 'HEAD' })
    expect(reading.records.map(({ path, data }) => [path, data?.['title']])).toEqual([[ONE, 'Use a queue']])
  })
})

test('a text laid over a file is read in its place, and what was read before is not read again', async () => {
  const scene = openRecordsScene({ [ONE]: ratifiedText() })
  const place = await openPlace(scene.world)
  const earlier = await readKind(scene.world, { place, kindFile: KIND_FILE })
  scene.remove(ONE)
  scene.write(ONE, 'changed meanwhile')
  const text = ratifiedText({ id: 'd-002', supersedes: [{ decision: 'd-001' }] })
  const over = withOverlay(place, new Map([[TWO, text]]))
  const reading = await readKind(scene.world, { place: over, kindFile: KIND_FILE, earlier })
  expect(reading.records.map(({ id, supersededBy }) => [id, supersededBy])).toEqual([
    ['d-001', 'd-002'],
    ['d-002', null],
  ])
  const replaced = withOverlay(place, new Map([[ONE, decisionText({ title: 'Other' })]]))
  expect(record(await readKind(scene.world, { place: replaced, kindFile: KIND_FILE })).data?.['title']).toBe('Other')
})

describe('other kinds and places', () => {
  const JSON_KIND = `export const recordKind = {
    name: 'evidence', location: { dir: '.', match: '[.]json$' }, format: 'json',
    schema: { id: 'urn:x:y', path: '../x.schema.json' }, idFrom: 'sha256',
  }`
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

  test('a file that is named by its content has that for an id, and drifts where it has another', async () => {
    const [good, bad] = ['{"a": 1}', '{"a": 2}']
    const scene = openRecordsScene({
      'e/k.mjs': JSON_KIND,
      'x.schema.json': '{"$id": "urn:x:y", "type": "object"}',
      [`e/${sha256(good)}.json`]: good,
      [`e/${'0'.repeat(64)}.json`]: bad,
      'e/twice.json': '{"a": 1, "a": 2}',
    })
    const { records } = await scene.read({ kindFile: 'e/k.mjs' })
    expect(records.map(({ id, valid, state, quorum }) => ({ id, valid, state, quorum }))).toEqual([
      { id: sha256(bad), valid: true, state: null, quorum: null },
      { id: sha256(good), valid: true, state: null, quorum: null },
      { id: null, valid: false, state: null, quorum: null },
    ])
    expect(records.map(({ warnings }) => codes(warnings))).toEqual([['asset-drift'], [], ['asset-drift']])
    expect(records[0]?.assets).toMatchObject([{ state: 'drifted', sha256: '0'.repeat(64), actual: sha256(bad) }])
  })

  test('outside of git the tree says the need, and nothing is compared', async () => {
    const scene = openRecordsScene({ [ONE]: ratifiedText({}, ['ana']) })
    scene.write('chant.workspace.json', '{"name": "w", "schema": 1, "members": [], "quorum": 1}')
    rmSync(join(scene.folder, '.git'), { recursive: true })
    const reading = await scene.read()
    expect(reading.place).toMatchObject({ isGit: false, head: null, base: null })
    expect(record(reading)).toMatchObject({ valid: true, quorum: { need: 1, needFrom: 'declaration', met: true } })
  })

  test('with commits and nothing to compare with, the need is the default', async () => {
    const scene = openRecordsScene({ [ONE]: ratifiedText({}, ['ana']) })
    scene.write('chant.workspace.json', '{"name": "w", "schema": 1, "members": [], "quorum": 1}')
    scene.commit()
    scene.git('branch', '-m', 'trunk')
    expect(record(await scene.read()).quorum).toMatchObject({ need: 2, needFrom: 'default', met: false })
  })
})

describe('what cannot be read', () => {
  const scene = openRecordsScene()
  const kind = scene.text(KIND_FILE)
  const schema = scene.text('docs/decision.schema.json')
  test.each([
    ['a kind file that is not there', 'kind-unreadable', 'docs/none.mjs', {}],
    ['a kind file outside of the repository', 'kind-unreadable', '../x.mjs', {}],
    ['a kind file that calls something', 'kind-invalid', 'k.mjs', { 'k.mjs': 'export const recordKind = f()' }],
    [
      'records outside of the repository',
      'kind-invalid',
      'k.mjs',
      { 'k.mjs': kind.replace("dir: '.'", "dir: '../..'") },
    ],
    ['a schema that is not there', 'schema-unreadable', 'k.mjs', { 'k.mjs': kind }],
    ['a schema that is no JSON', 'schema-unreadable', 'a/k.mjs', { 'a/k.mjs': kind, 'a/decision.schema.json': '{' }],
    ['a schema of another name', 'schema-id-mismatch', 'a/k.mjs', { 'a/decision.schema.json': '{"$id": "x"}' }],
    [
      'a schema that does not compile',
      'schema-invalid',
      'a/k.mjs',
      { 'a/decision.schema.json': schema.replace('"properties"', '"$ref": "#/none", "properties"') },
    ],
    [
      'a folder that is not there',
      'location-missing',
      'docs/k.mjs',
      { 'docs/k.mjs': kind.replace("dir: '.'", "dir: 'no'") },
    ],
  ])('%s: %s', async (_, code, kindFile, files) => {
    for (const [path, text] of Object.entries(files)) scene.write(path, text)
    await expect(scene.read({ kindFile })).rejects.toMatchObject(refused(code))
  })

  test('a revision that is not there, and one outside of git', async () => {
    await expect(scene.read({ at: 'none' })).rejects.toMatchObject(refused('revision-unknown'))
    await expect(scene.read({ base: '--all' })).rejects.toMatchObject(refused('revision-unknown'))
    const world = { ...scene.world, cwd: '/' }
    await expect(openPlace(world, { at: 'HEAD' })).rejects.toMatchObject(refused('not-a-git-repository'))
  })
})
