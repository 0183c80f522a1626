import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decisionText, digestOf, disposeRecordsScenes, openRecordsScene } from '../../../test/support/records-scene.ts'
import { authorSealText, SEAL_NAMESPACES, verdictSealText } from '../../core/records/seal-text.ts'

afterAll(disposeRecordsScenes)

const ONE = 'docs/d-001-a.md'
const isInstalled = spawnSync('ssh-keygen', ['-?']).error === undefined

describe.skipIf(!isInstalled)('signed verdicts and authors, with the signers of base', () => {
  const scene = openRecordsScene()
  const keyFile = (name: string) => join(scene.folder, '..', name)
  const sign = (name: string, namespace: string, text: string | null) => {
    const args = ['-Y', 'sign', '-q', '-n', namespace, '-f', keyFile(name)]
    const signature = execFileSync('ssh-keygen', args, { input: text ?? '', encoding: 'utf8', stdio: 'pipe' })
    return { signer: name, key: 'SHA256:x', signature }
  }
  const text = decisionText()
  const digest = digestOf(text)
  const verdict = (reviewer: string, by = reviewer) => {
    const said = { reviewer, verdict: 'agree', on: '2026-11-02', digest }
    const payload = verdictSealText({ record: 'd-001', ...said })
    return { ...said, seal: { ...sign(by, SEAL_NAMESPACES.verdict, payload), signer: reviewer } }
  }
  const read = async () => (await scene.read()).records[0]

  beforeAll(() => {
    for (const [name, kind] of [
      ['ana', 'ed25519'],
      ['bo', 'ecdsa'],
      ['dana', 'ed25519'],
    ] as const) {
      execFileSync('ssh-keygen', ['-q', '-t', kind, '-N', '', '-C', '', '-f', keyFile(name)])
    }
    const lines = ['ana', 'bo', 'dana'].map((name) => `${name} ${readFileSync(`${keyFile(name)}.pub`, 'utf8')}`)
    scene.write('.chant/allowed_signers', lines.join(''))
    scene.write(ONE, text)
    scene.commit()
  })

  test('count where they verify: Ed25519 here, another key by ssh-keygen', async () => {
    const bare = { reviewer: 'cy', verdict: 'agree', on: '2026-11-02', digest }
    scene.write(ONE, decisionText({ reviews: [verdict('ana'), verdict('bo'), bare] }))
    const found = await read()
    expect(found?.quorum).toMatchObject({ agreed: 2, met: true })
    expect(found?.quorum?.counted.map(({ attestation }) => attestation.attested)).toEqual([true, true])
    expect(found?.quorum?.notCounted).toMatchObject([{ reviewer: 'cy', reason: { code: 'review-unattested' } }])
  })

  test('C392: count for nobody where another key signed', async () => {
    scene.write(ONE, decisionText({ reviews: [verdict('ana', 'bo'), verdict('bo', 'ana')] }))
    expect((await read())?.quorum).toMatchObject({ agreed: 0, met: false })
  })

  test('a signers file of the change itself vouches for nobody', async () => {
    const before = scene.text('.chant/allowed_signers')
    scene.write('.chant/allowed_signers', before.replace(/^ana /m, 'cy '))
    scene.write(ONE, decisionText({ reviews: [verdict('ana'), verdict('cy', 'ana')] }))
    const quorum = (await read())?.quorum
    expect(quorum?.counted.map(({ reviewer }) => reviewer)).toEqual(['ana'])
    scene.write('.chant/allowed_signers', before)
  })

  test('the author is attested by the seal over id, digest, name and state', async () => {
    scene.write(ONE, text)
    expect(await read()).toMatchObject({ author: { attested: false, code: 'seal-missing' } })
    const payload = authorSealText({ record: 'd-001', digest, author: 'dana', state: 'decided' })
    scene.write(ONE, decisionText({ seal: sign('dana', SEAL_NAMESPACES.author, payload) }))
    const found = await read()
    expect(found?.author?.attested).toBe(true)
    expect(found?.warnings).toEqual([])
  })
})
