import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainlyVerifies, type VerifyRequest } from './plainly-verifies.ts'
import { openSignatures } from './ssh-keygen.ts'

const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'))
const at = (name: string) => join(folder, name)
const environment = { PATH: process.env['PATH'] }
const isInstalled = spawnSync('ssh-keygen', ['-?']).error === undefined
const NOW = new Date('2026-06-01T12:00:00Z')
const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x0a, 0xc3])
const signatures = openSignatures(environment, () => NOW)
const KINDS = {
  alice: ['-t', 'ed25519'],
  mallory: ['-t', 'ed25519'],
  rsa: ['-t', 'rsa', '-b', '2048'],
  ecdsa: ['-t', 'ecdsa'],
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isInstalled)('with ssh-keygen: openSignatures', () => {
  const armored: Record<string, string> = {}
  const keys: Record<string, string> = {}

  beforeAll(async () => {
    for (const [name, kind] of Object.entries(KINDS)) {
      execFileSync('ssh-keygen', ['-q', ...kind, '-N', '', '-C', '', '-f', at(name)])
      keys[name] = readFileSync(at(`${name}.pub`), 'utf8').trim()
      armored[name] = await signatures.sign({ file: at(name), signer: name }, 'hpp', bytes)
    }
  })

  const request = (signers: string, rest: Partial<VerifyRequest> = {}): VerifyRequest => {
    const file = at('signers')
    // What the table writes as {alice} is alice's key.
    writeFileSync(
      file,
      signers.replaceAll(/\{(\w+)\}/g, (_all, name: string) => keys[name] ?? ''),
      'latin1',
    )
    return {
      allowedSigners: file,
      signer: 'alice',
      namespace: 'hpp',
      signature: armored['alice'] ?? '',
      bytes,
      ...rest,
    }
  }
  const oracle = ({ allowedSigners, signer, namespace, signature, bytes: input }: VerifyRequest) => {
    writeFileSync(at('sig'), signature)
    const args = ['-Y', 'verify', '-f', allowedSigners, '-I', signer, '-n', namespace, '-s', at('sig')]
    return spawnSync('ssh-keygen', args, { input, env: environment }).status === 0
  }

  // The last column: what is seen in this process. It may be false where ssh-keygen accepts, never the other way round.
  test.each<[string, string, boolean, boolean, Partial<VerifyRequest>?]>([
    ['right key and name', 'alice {alice}\n', true, true],
    ['a comment, a blank line, a quoted name', '# us\n\n"alice" {alice} caf\xe9\n', true, true],
    ['several names', 'bob,alice {alice}\n', true, true],
    ['a pattern', 'al?c* {alice}\n', true, true],
    ['the second line', 'alice {mallory}\nalice {alice}\n', true, true],
    ['its namespace', 'alice namespaces="git,hpp" {alice}\n', true, true],
    ['its time', 'alice valid-after="20200101",valid-before="20300101" {alice}\n', true, true],
    ['a name for another key', 'alice {mallory}\n', false, false],
    ['a key under another name', 'bob {alice}\n', false, false],
    ['another name asked for', 'alice {alice}\n', false, false, { signer: 'bob' }],
    ['an excluded name', '*,!alice {alice}\n', false, false],
    ['another namespace signed', 'alice {alice}\n', false, false, { namespace: 'git' }],
    ['another namespace allowed', 'alice namespaces="git" {alice}\n', false, false],
    ['an end in the past', 'alice valid-before="20200101" {alice}\n', false, false],
    ['a begin in the future', 'alice valid-after="20370101" {alice}\n', false, false],
    ['a changed byte', 'alice {alice}\n', false, false, { bytes: bytes.map((byte, i) => (i === 1 ? 0xfd : byte)) }],
    ['bytes that are one as text', 'alice {alice}\n', false, false, { bytes: Buffer.from(bytes.toString('utf8')) }],
    ['no signature', 'alice {alice}\n', false, false, { signature: 'garbage' }],
    ['an empty file', '', false, false],
    ['garbage', '\0\xff "\n\n=', false, false],
    ['an authority', 'alice cert-authority {alice}\n', false, false],
    ['an unknown option', 'alice what="x" {alice}\n', false, false],
    ['a file of Windows', 'alice {alice}\r\n', true, false],
    ['a time with a zone', 'alice valid-before="20300101Z" {alice}\n', true, false],
    ['options in capitals', 'alice NAMESPACES="hpp" {alice}\n', true, false],
    ['another key type of that name first', 'alice {rsa}\nalice {alice}\n', true, false],
  ])('%s: as ssh-keygen judges', async (_name, signers, accepted, isPlain, rest) => {
    const asked = request(signers, rest)
    expect({ oracle: oracle(asked), plain: plainlyVerifies(asked, NOW) }).toEqual({ oracle: accepted, plain: isPlain })
    expect((await signatures.verify(asked)).accepted).toBe(accepted)
  })

  test.each(['rsa', 'ecdsa'])('%s: signed and verified, by ssh-keygen alone', async (name) => {
    const signature = armored[name] ?? ''
    const asked = request(`alice {${name}}\n`, { signature })
    expect(plainlyVerifies(asked, NOW)).toBe(false)
    expect(await signatures.verify(asked)).toEqual({ accepted: true })
    const changed = await signatures.verify({ ...asked, bytes: Buffer.from('other') })
    expect(changed).toEqual({ accepted: false, detail: expect.stringMatching(/verif|signature/i) })
  })

  test('never accepts a file that ssh-keygen does not', () => {
    const principals = fc.constantFrom(
      'alice',
      '"alice"',
      'a*',
      '*,!alice',
      'bob',
      '"alice',
      'alice,',
      '!bob,*',
      'alice\\',
    )
    const options = fc.constantFrom(
      ...['', ' ', 'namespaces="hpp"', 'namespaces="hpp,"', 'namespaces=hpp', 'namespaces="git"', 'cert-authority'],
      ...['valid-after="20200101"', 'valid-before="20210101"', 'valid-before="2030010"', 'valid-after="20209901"'],
      ...['namespaces="hpp",valid-before="20300101"', 'namespaces="hpp",', 'namespaces="h\\"pp"'],
    )
    const key = fc.constantFrom('{alice}', '{alice} c', '{mallory}', '{alice}A', 'ssh-ed25519', '{rsa}', '"{alice}"')
    const end = fc.constantFrom('\n', '\r\n', '', '\n\n', ' #\n', '\0\n')
    const blank = fc.constantFrom(' ', '\t', '  ', '')
    const line = fc.tuple(blank, principals, blank, options, blank, key, end).map((parts) => parts.join(''))
    const anyByte = fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte))
    // At some place some characters become another, or none do.
    const change = fc.option(fc.tuple(fc.nat(), fc.nat({ max: 2 }), anyByte))
    let acceptedPlainly = 0
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), change, (lines, changed) => {
        const text = lines.join('').replaceAll('{alice}', keys['alice'] ?? '')
        const [from = 0, count = 0, byte = ''] = changed ?? []
        const place = from % text.length
        const asked = request(text.slice(0, place) + byte + text.slice(place + count))
        if (!plainlyVerifies(asked, NOW)) return
        acceptedPlainly++
        expect(oracle(asked)).toBe(true)
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 150), examples: [[['alice {alice}\n'], null]] },
    )
    expect(acceptedPlainly).toBeGreaterThan(0)
  })

  test.each(['alice', 'ecdsa'])('judges a signature of %s whose signers are a text', async (name) => {
    const allowedSigners = `principal namespaces="hpp" ${keys[name]}\n`
    const asked = { allowedSigners, signer: 'principal', namespace: 'hpp', signature: armored[name] ?? '', bytes }
    expect(await signatures.judge(asked)).toBe('good')
    expect(await signatures.judge({ ...asked, allowedSigners: null })).toBe('good')
    expect(await signatures.judge({ ...asked, bytes: Buffer.from('x') })).toBe('bad')
    expect(await signatures.judge({ ...asked, allowedSigners: `principal ${keys['mallory']}\n` })).toBe('bad')
    expect(await signatures.judge({ ...asked, allowedSigners: null, signature: 'x' })).toBe('bad')
    expect(await openSignatures({ PATH: '/nowhere' }).judge(asked)).toBe('unavailable')
  })

  test('what cannot be asked is said, without a crash', async () => {
    const asked = request('alice {alice}\n')
    const detail = async (rest: Partial<VerifyRequest>) => {
      const answer = await signatures.verify({ ...asked, ...rest })
      return answer.accepted ? 'accepted' : answer.detail
    }
    expect(await detail({ allowedSigners: at('none') })).toBe(`allowed signers file not found: ${at('none')}`)
    expect(await detail({ allowedSigners: folder })).toBe(`allowed signers file not a file: ${folder}`)
    expect(await detail({ allowedSigners: '\0' })).toContain('not found')
    expect(await detail({ signer: '-Ifoo' })).toContain('signer must be')
    expect(await detail({ signer: '' })).toContain('signer must be')
    expect(await detail({ namespace: 'a\0b' })).toContain('namespace must be')
    const changed = await detail({ bytes: Buffer.from('other') })
    expect(changed).not.toBe('accepted')
    expect(changed.length).toBeLessThanOrEqual(300)
    const bare = openSignatures({ PATH: folder }, () => NOW)
    expect(await bare.verify(asked)).toEqual({ accepted: true })
    expect(await bare.verify({ ...asked, signer: 'bob' })).toEqual({ accepted: false, detail: 'ssh-keygen not found' })
  })
})
