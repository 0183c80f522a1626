import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPlace } from '../src/app/records/open-place.ts'
import { pinPath } from '../src/app/records/pin-path.ts'
import { readKind } from '../src/app/records/read-kind.ts'
import { recordSeal } from '../src/core/records/record-seal.ts'
import { decision, proposal, type RecordsScene, recordsScene } from './support/record-verbs-scene.ts'

let scene: RecordsScene
afterEach(() => scene.dispose())

const refusal = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ fault: expect.objectContaining({ code, message: expect.stringMatching(message) }) })
const usage = (message: RegExp = /./) => refusal('usage/write-usage-invalid', message)

/** All text of all records, so that a test can say that nothing was written. */
const texts = () => readdirSync(join(scene.repo, 'docs')).map((name) => [name, scene.read(join('docs', name))] as const)

async function records() {
  const place = await openPlace(scene.world)
  return (await readKind(scene.world, { place, kindFile: 'docs/decision.kind.mjs' })).records
}

const record = async (id: string) => {
  const found = (await records()).find((one) => one.id === id)
  if (found === undefined) throw new Error(`no ${id}`)
  return found
}

const D1 = 'docs/d-001-where-the-queue-lives.md'

describe('a new record', () => {
  beforeEach(() => {
    scene = recordsScene()
  })

  test('has the fields in the order of the schema and the title as its heading', async () => {
    const report = await scene.create(proposal(), { prefix: 'd', by: 'ana' })
    expect(report).toMatchObject({ id: 'd-001', path: D1, state: 'proposed', before: null })
    const text = scene.read(D1)
    expect(text).toBe(report.text)
    expect(text.startsWith('---\nschema: 1\nid: "d-001"\ntitle: "Where the queue lives"\nstate: "proposed"\n')).toBe(
      true,
    )
    expect(text).toContain('\nproposed_by: "ana"\n')
    expect(text.endsWith('\n---\n\n# Where the queue lives\n')).toBe(true)
    expect(await record('d-001')).toMatchObject({ valid: true, digest: report.digest })
    expect(await scene.create(proposal({ title: '日本語' }))).toMatchObject({ path: 'docs/d-002-decision.md' })
  })

  test('by goes to who decided where it does not open as a proposal', async () => {
    await scene.create(decision({ decided_by: null }), { prefix: 'd', by: 'ben' })
    expect(scene.read(D1)).toContain('\ndecided_by: "ben"\n')
  })

  test('opens ratified and sealed with its quorum in the fields, and not without', async () => {
    const verdict = (reviewer: string) => ({ reviewer, verdict: 'agree', on: '2026-11-01' })
    const one = decision({ state: 'ratified', reviews: [verdict('ben'), verdict('Ana')] })
    await expect(scene.create(one, { prefix: 'd' })).rejects.toEqual(
      refusal('ratify-quorum-not-met', /needs 2 .* and it has 1 \(not counted: ana, review-decider\)$/),
    )
    await scene.create({ ...one, reviews: [verdict('ben'), verdict('dora')] }, { prefix: 'd' })
    const { data, body, valid } = await record('d-001')
    expect(valid).toBe(true)
    expect(scene.read(D1)).toMatch(/\nclosed_digest: "sha256:[0-9a-f]{64}"\n---\n/)
    expect(data?.['closed_digest']).toBe(
      recordSeal({ core: data ?? {}, body }, 'markdown-front-matter', 'closed_digest'),
    )
  })

  test.each([
    ['no series to go on', proposal(), {}, refusal('record-id-unallocatable')],
    ['a prefix that is none', proposal(), { prefix: '1' }, usage(/--prefix/)],
    ['a blank name', proposal(), { prefix: 'd', by: ' ' }, usage(/--by/)],
    [
      'a name beside another',
      proposal({ proposed_by: 'ben' }),
      { prefix: 'd', by: 'ana' },
      refusal('write-input-invalid'),
    ],
    [
      'a record seal',
      proposal({ closed_digest: 'x' }),
      { prefix: 'd' },
      refusal('write-input-invalid', /closed_digest/),
    ],
    ["an author's seal", proposal({ seal: null }), { prefix: 'd' }, refusal('write-input-invalid', /seal/)],
    ['an id that is no text', proposal({ id: 7 }), {}, refusal('write-input-invalid')],
    ['an id out of the folder', proposal({ id: '../d-001' }), {}, refusal('record-path-unmatched')],
    [
      'a harvest that is decided',
      decision({ source: { via: 'harvest' } }),
      { prefix: 'd' },
      refusal('source-harvest-not-proposed'),
    ],
    ['what the schema refuses', proposal({ title: '' }), { prefix: 'd' }, refusal('record-schema-invalid', /\/title/)],
    [
      'a link to nothing',
      proposal({ supersedes: [{ decision: 'd-009' }] }),
      { prefix: 'd' },
      refusal('record-supersedes-unknown'),
    ],
    ['a signature for nobody', proposal(), { prefix: 'd', sign: 'nothing' }, refusal('record-sign-failed')],
    ['a kind that is not there', proposal(), { kind: 'other' }, refusal('kind-unreadable')],
  ])('is refused with %s, and nothing is written', async (_, fields, more, error) => {
    const before = texts()
    await expect(scene.create(fields, more)).rejects.toEqual(error)
    expect(texts()).toEqual(before)
  })

  test('a dry run shows the text, takes no lock and writes nothing', async () => {
    const before = texts()
    const report = await scene.create(proposal(), { prefix: 'd', dryRun: true })
    expect(report.text).toContain('id: "d-001"')
    expect(texts()).toEqual(before)
  })

  test('the refusal is one document for programs', async () => {
    await expect(scene.create(proposal())).rejects.toMatchObject({
      document: { $schema: 'bylaw.records-new.v1', contract: 1, error: { code: 'record-id-unallocatable' } },
    })
  })

  test('an id that is taken is not given again', async () => {
    await scene.create(proposal(), { prefix: 'd' })
    await expect(scene.create(proposal({ id: 'd-001', title: 'Other' }))).rejects.toEqual(refusal('record-id-taken'))
    expect((await scene.create(proposal())).id).toBe('d-002')
  })
})

describe('an amendment', () => {
  beforeEach(async () => {
    scene = recordsScene()
    await scene.create(proposal(), { prefix: 'd' })
  })

  test('changes its field and no other byte', async () => {
    const odd = scene.read(D1).replace('area: "orders"\n', 'area: "orders" # soon\n"x-note":  kept\n')
    scene.write(D1, odd.replaceAll('\n', '\r\n'))
    const before = scene.read(D1).replaceAll('\r\n', '\n')
    const report = await scene.amend('d-001', { title: 'Where orders wait' })
    expect(report.changed).toEqual(['title'])
    expect(scene.read(D1)).toBe(before.replace('title: "Where the queue lives"', 'title: "Where orders wait"'))
    expect(report.digest).toBe((await record('d-001')).digest)
  })

  test('takes fields out and adds new ones', async () => {
    await scene.amend('d-001', { 'x-recommendation': 'b', 'x-note': null })
    const report = await scene.amend('d-001', { 'x-more': 1 }, { unset: ['x-recommendation', 'nothing'] })
    expect(report.changed).toEqual(['x-recommendation', 'x-more'])
    expect(scene.read(D1)).toContain('x-note: null\nx-more: 1\n---\n')
  })

  test('that changes nothing writes nothing', async () => {
    const before = texts()
    expect(await scene.amend('d-001', { area: 'orders' })).toMatchObject({ changed: [] })
    expect(texts()).toEqual(before)
  })

  test.each([
    ['another id', { id: 'd-002' }, {}, refusal('amend-id-immutable')],
    ['no id', null, { unset: ['id'] }, refusal('amend-id-immutable')],
    ['no state', null, { unset: ['state'] }, refusal('write-input-invalid')],
    ['a seal', { closed_digest: 'x' }, {}, refusal('write-input-invalid')],
    ['no seal', null, { unset: ['seal'] }, refusal('write-input-invalid')],
    ['what the schema refuses', { state: 'closed' }, {}, refusal('record-schema-invalid')],
    ['a required field less', null, { unset: ['constrains'] }, refusal('record-schema-invalid')],
    ['nothing at all', null, {}, usage()],
    ['a field both ways', { area: 'x' }, { unset: ['area'] }, usage()],
    ['a digest that is none', { area: 'x' }, { expect: 'F'.repeat(64) }, usage()],
    ['a digest of another text', { area: 'x' }, { expect: '0'.repeat(64) }, refusal('record-conflict')],
    ['no quorum', { ...decision(), state: 'ratified' }, {}, refusal('ratify-quorum-not-met')],
    [
      'reviews of its own',
      { reviews: [{ reviewer: 'x', verdict: 'agree', on: '2026-11-01' }] },
      {},
      refusal('amend-reviews-append-only'),
    ],
  ])('is refused with %s, and nothing is written', async (_, set, more, error) => {
    const before = texts()
    await expect(scene.amend('d-001', set, more)).rejects.toEqual(error)
    expect(texts()).toEqual(before)
  })

  test('a conflict tells who wrote last', async () => {
    const read = (await record('d-001')).digest
    await scene.amend('d-001', { area: 'store' }, { expect: read })
    const { digest } = await record('d-001')
    await expect(scene.amend('d-001', { area: 'other' }, { expect: read })).rejects.toMatchObject({
      document: { conflict: { id: 'd-001', path: D1, expected: read, digest, lastWrite: null } },
    })
  })

  test('two records of one id, and none, are not found', async () => {
    await expect(scene.amend('d-01', { area: 'x' })).rejects.toEqual(refusal('record-not-found'))
    scene.write('docs/d-009-copy.md', scene.read(D1))
    await expect(scene.amend('d-001', { area: 'x' })).rejects.toEqual(refusal('record-id-duplicate'))
  })

  test('no other record becomes invalid by it', async () => {
    await scene.create(decision({ title: 'One', supersedes: [{ decision: 'd-001' }] }))
    await scene.create(proposal({ title: 'Two', supersedes: [{ decision: 'd-001' }] }))
    // Files that come first hold the claim: were d-000 decided, d-002 would lose it.
    scene.write('docs/d-000-early.md', scene.read('docs/d-003-two.md').replace('"d-003"', '"d-000"'))
    const before = texts()
    await expect(
      scene.amend('d-000', { ...decision({ title: 'Two', supersedes: [{ decision: 'd-001' }] }) }),
    ).rejects.toEqual(
      refusal('record-supersedes-conflict', /^writing docs\/d-000-early.md would make docs\/d-002-one.md invalid: /),
    )
    expect(texts()).toEqual(before)
  })
})

describe('a decided record', () => {
  beforeEach(async () => {
    scene = recordsScene()
    await scene.create(decision(), { prefix: 'd' })
  })
  const agree = (by: string) => scene.review('d-001', 'agree', by)
  const ratify = () => scene.amend('d-001', { state: 'ratified' })

  test('takes verdicts that leave its digest as it is, and is ratified and sealed by two', async () => {
    const { digest } = await record('d-001')
    const report = await agree('ben')
    expect(report.review).toEqual({ reviewer: 'ben', verdict: 'agree', on: '2026-11-02', digest })
    expect(report.digest).toBe(digest)
    await expect(ratify()).rejects.toEqual(refusal('ratify-quorum-not-met', /and it has 1$/))
    await agree('dora')
    expect((await ratify()).changed).toEqual(['state', 'closed_digest'])
    expect(await record('d-001')).toMatchObject({ valid: true, state: 'ratified', digest })
  })

  test('a text that changed is judged anew: older verdicts stop counting', async () => {
    await agree('ben')
    await agree('dora')
    await scene.amend('d-001', { evidence: [{ title: 'A test', url: 'https://example.org' }] })
    await expect(ratify()).rejects.toEqual(
      refusal(
        'ratify-quorum-not-met',
        /it has 0 \(not counted: ben, review-older-digest; dora, review-older-digest\)$/,
      ),
    )
  })

  test('a dissent needs a note and may be answered; it does not bar', async () => {
    const dissent = (note: string | null) => scene.review('d-001', 'dissent', 'cleo', { note })
    await expect(dissent(null)).rejects.toEqual(refusal('review-note-required'))
    await expect(dissent(' ')).rejects.toEqual(refusal('review-note-required'))
    await dissent('It is slow.')
    expect((await record('d-001')).quorum?.openConcerns).toHaveLength(1)
    const reviews = (await record('d-001')).data?.['reviews'] as readonly object[]
    await expect(scene.amend('d-001', { reviews: [] })).rejects.toEqual(refusal('amend-reviews-append-only'))
    await scene.amend('d-001', { reviews: [{ ...reviews[0], addressed_by: 'd-002' }] })
    expect((await record('d-001')).quorum?.openConcerns).toEqual([])
  })

  test('its other fields stay', async () => {
    await expect(scene.amend('d-001', { title: 'x' })).rejects.toEqual(refusal('amend-supersede-instead', /title/))
    await expect(scene.amend('d-001', { state: 'proposed' })).rejects.toEqual(
      refusal('amend-supersede-instead', /state/),
    )
  })

  test.each([
    ['a blank name', { by: ' ' }, usage()],
    ['a digest that is none', { expect: 'x' }, usage()],
    ['a digest of another text', { expect: '0'.repeat(64) }, refusal('record-conflict')],
    ['no such record', { id: 'd-002' }, refusal('record-not-found')],
    ['no such key', { sign: 'nothing' }, refusal('review-sign-failed')],
  ])('takes no verdict with %s', async (_, more, error) => {
    const before = texts()
    await expect(scene.review('d-001', 'agree', 'ben', more)).rejects.toEqual(error)
    expect(texts()).toEqual(before)
  })

  test('a list of verdicts in another form is laid out anew, and one that the digest cannot see is no record', async () => {
    scene.write(D1, scene.read(D1).replace('reviews: []', 'reviews: [\n ]'))
    await agree('ben')
    scene.write(
      'docs/d-002-x.md',
      scene
        .read(D1)
        .replace('"d-001"', '"d-002"')
        .replace(/^reviews:/m, '"rev\\u0069ews":'),
    )
    await expect(scene.review('d-002', 'agree', 'ben')).rejects.toEqual(refusal('record-not-found'))
  })

  describe('that is ratified', () => {
    beforeEach(async () => {
      await agree('ben')
      await agree('dora')
      await ratify()
    })

    test('is never written again', async () => {
      const before = texts()
      const closed = refusal('record-closed')
      await expect(scene.amend('d-001', { area: 'x' })).rejects.toEqual(closed)
      await expect(scene.amend('d-001', { evidence: [{ title: 'x', url: 'https://example.org' }] })).rejects.toEqual(
        closed,
      )
      await expect(scene.amend('d-001', { state: 'decided' })).rejects.toEqual(closed)
      await expect(scene.amend('d-001', null, { unset: ['decided_on'] })).rejects.toEqual(closed)
      await expect(scene.review('d-001', 'dissent', 'eve', { note: 'Late.' })).rejects.toEqual(closed)
      expect(await scene.amend('d-001', { state: 'ratified' })).toMatchObject({ changed: [] })
      expect(texts()).toEqual(before)
    })

    test('shows a byte that changed', async () => {
      scene.write(D1, scene.read(D1).replace('survives', 'survived'))
      expect(await record('d-001')).toMatchObject({
        valid: false,
        reasons: [{ code: 'record-seal-mismatch' }, { code: 'ratify-quorum-not-met' }],
      })
    })

    test('is superseded by a ratified one, not by a decided one nor by one person', async () => {
      const next = decision({ title: 'The queue moves', supersedes: [{ decision: 'd-001' }] })
      const report = await scene.create(next)
      expect(report.warnings).toContainEqual(expect.objectContaining({ code: 'record-supersedes-pending' }))
      expect((await record('d-001')).supersededBy).toBeNull()
      await expect(scene.amend('d-002', { state: 'superseded' })).rejects.toEqual(refusal('ratify-quorum-not-met'))
      await scene.review('d-002', 'agree', 'ben')
      await scene.review('d-002', 'agree', 'dora')
      await scene.amend('d-002', { state: 'ratified' })
      expect((await record('d-001')).supersededBy).toBe('d-002')
    })
  })
})

describe('with signatures', () => {
  test('author and verdicts are sealed; the seal of an author goes with the text it signed', async () => {
    scene = recordsScene()
    const key = join(scene.root, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const signed = await scene.create(decision(), { prefix: 'd', sign: key })
    expect(signed.seal).toMatchObject({ signer: 'ana', key: expect.stringMatching(/^SHA256:/) })
    const holds = { attested: null, code: 'seal-unverifiable' } // nobody lists the key; a broken one would be false
    expect((await record('d-001')).author).toMatchObject(holds)
    await scene.review('d-001', 'agree', 'ben', { sign: key })
    expect((await record('d-001')).quorum?.counted[0]?.attestation).toMatchObject(holds)
    expect((await record('d-001')).author).toMatchObject(holds)
    const evidence = [{ title: 'x', url: 'https://example.org' }]
    const amended = await scene.amend('d-001', { evidence })
    expect(amended).toMatchObject({ changed: ['evidence', 'seal'], sealDropped: expect.stringContaining('the text') })
    expect(scene.read(D1)).not.toContain('\nseal:')
    const again = await scene.amend('d-001', {}, { sign: key })
    expect(again.changed).toEqual(['seal'])
    expect((await record('d-001')).author).toMatchObject(holds)
  })
})

describe('in git', () => {
  beforeEach(() => {
    scene = recordsScene({ git: true, trust: { roles: { agent: ['Builder-Bot'] } } })
  })

  test('an agent neither ratifies nor speaks for people; what it says does not count', async () => {
    await scene.create(decision(), { prefix: 'd' })
    await scene.review('d-001', 'agree', 'ben')
    await scene.review('d-001', 'agree', 'dora')
    scene.agent = 'this command runs in an agent'
    await expect(scene.amend('d-001', { state: 'ratified' })).rejects.toEqual(refusal('not-a-person'))
    await expect(scene.review('d-001', 'agree', 'eve')).rejects.toEqual(refusal('not-a-person', /^eve is not known/))
    await scene.amend('d-001', { evidence: [{ title: 'x', url: 'https://example.org' }] })
    await scene.review('d-001', 'agree', 'builder-bot')
    const codes = (await record('d-001')).quorum?.notCounted.map(({ reason }) => reason.code)
    expect(codes).toEqual(['review-older-digest', 'review-older-digest', 'review-agent'])
  })

  test('an id that HEAD has is not given again, and what base closed is not reopened', async () => {
    const verdicts = ['ben', 'dora'].map((reviewer) => ({ reviewer, verdict: 'agree', on: '2026-11-01' }))
    await scene.create(decision({ state: 'ratified', reviews: verdicts }), { prefix: 'd' })
    await scene.create(proposal({ title: 'Gone' }))
    scene.commit()
    rmSync(join(scene.repo, 'docs/d-002-gone.md'))
    await expect(scene.create(proposal({ id: 'd-002' }))).rejects.toEqual(refusal('record-id-taken', /committed/))
    expect((await scene.create(proposal({ title: 'Next' }))).id).toBe('d-003')
    scene.write(
      D1,
      scene
        .read(D1)
        .replace('"ratified"', '"decided"')
        .replace(/closed_digest: .*\n/, ''),
    )
    await expect(scene.review('d-001', 'agree', 'eve')).rejects.toEqual(refusal('record-reopened'))
  })

  test('verdicts that base has cannot be taken away by hand', async () => {
    await scene.create(decision(), { prefix: 'd' })
    const bare = scene.read(D1)
    await scene.review('d-001', 'dissent', 'cleo', { note: 'No.' })
    scene.commit()
    scene.write(D1, bare)
    await expect(scene.review('d-001', 'agree', 'ben')).rejects.toEqual(refusal('record-reviews-rewritten'))
  })

  test('files are pinned from the workspace', async () => {
    scene.write('docs/load.md', 'It holds.\n')
    expect(await pinPath(scene.world, 'docs/load.md')).toMatchObject({
      path: 'docs/load.md',
      sha256: 'c596c86e203545dfef65eef11f74449492dbd1fab3a0cab20c4ce88e2367889c',
    })
    await expect(pinPath(scene.world, 'docs/nothing.md')).rejects.toEqual(refusal('pin-missing'))
    await expect(pinPath(scene.world, '../home')).rejects.toEqual(refusal('pin-outside'))
  })

  test('eight amendments from one text: one wins, and eight verdicts at once all land', async () => {
    await scene.create(proposal(), { prefix: 'd' })
    const { digest } = await record('d-001')
    const at = Array.from({ length: 8 }, (_, index) => index)
    scene.write('inputs/none', '')
    for (const index of at) scene.write(`inputs/${index}.json`, JSON.stringify({ area: `a${index}` }))
    const amendments = await Promise.allSettled(
      at.map((index) => scene.amend('d-001', {}, { set: `inputs/${index}.json`, expect: digest })),
    )
    expect(amendments.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of amendments) {
      if (one.status === 'rejected') expect(one.reason).toEqual(refusal('record-conflict', /, by amend:/))
    }
    await Promise.all(at.map((index) => scene.review('d-001', 'agree', `r${index}`)))
    expect((await record('d-001')).quorum?.agreed).toBe(8)
    expect(existsSync(join(scene.repo, '.git', 'chant-write.lock'))).toBe(false)
  })
})
