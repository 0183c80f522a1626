import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { closeSeal, judgeSeal } from './record-seal-judgement.ts'
import { parseSigners } from './record-seal-signers.ts'
import { readSshSignature } from './record-seal-sshsig.ts'

type Vector = {
  readonly name: string
  readonly kind: 'verdict' | 'author'
  readonly namespace: string
  readonly signers: string | null
  readonly fields: { readonly [name: string]: JsonValue }
  readonly seal: JsonValue
  readonly payload: string | null
  readonly expected: { readonly attested: boolean | null; readonly code: string | null }
}

const {
  cases: VECTORS,
  publicKeys,
}: { readonly cases: readonly Vector[]; readonly publicKeys: { readonly k1: string } } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/chant-seals.json', import.meta.url), 'utf8'),
)

const fold = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
const sameName = (a: string, b: string): boolean => fold(a) === fold(b)
const GOOD = VECTORS[0] as Vector & { readonly seal: { readonly signature: string } }

describe('vectors of seals', () => {
  test.each(VECTORS)('$name', ({ kind, namespace, signers, fields, seal, payload, expected }) => {
    const principal = (kind === 'verdict' ? fields['reviewer'] : fields['author']) as string | null
    const lines = signers === null ? null : parseSigners(signers).lines
    expect(judgeSeal({ seal, principal, payload, namespace, signers: lines, sameName })).toEqual(expected)
  })
})

describe('signatures', () => {
  test('one changed letter anywhere is no signature or a broken one, and never an exception', () => {
    const { signature } = GOOD.seal
    const text = GOOD.payload ?? ''
    expect(readSshSignature(signature)?.state('chant-review', text)).toBe('holds')
    const kept = [...signature]
      .map((_, at) => at)
      .filter((at) => {
        const letter = signature[at] === 'A' ? 'B' : 'A'
        const found = readSshSignature(signature.slice(0, at) + letter + signature.slice(at + 1))
        return found?.state('chant-review', text) === 'holds'
      })
    // The last letters of base64 may hold bits that stand for nothing.
    expect(kept.length).toBeLessThan(3)
    for (let end = 0; end < signature.length; end += 7) readSshSignature(signature.slice(0, end))
  })

  test('the fingerprint is that of the key', () => {
    expect(readSshSignature(GOOD.seal.signature)?.fingerprint).toBe(
      'SHA256:ZWUAYf4cVylEsXBiiFcnqoSWex9ZqZpoX2uN2Brkbtw',
    )
  })

  test('ssh-keygen agrees on what it signed and on what was changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-sshsig-'))
    const key = join(folder, 'key')
    const file = join(folder, 'signature')
    const text = 'k-001\nx\nagree\nana\n2026-11-03 \u00e9'
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'a', '-f', key])
    const sign = ['-Y', 'sign', '-q', '-n', 'chant-review', '-f', key]
    const signature = execFileSync('ssh-keygen', sign, { input: text, encoding: 'utf8' })
    const cut = signature.lastIndexOf('\n', signature.length - 30)
    const changed = `${signature.slice(0, cut - 9)}AAAA${signature.slice(cut - 5)}`
    for (const [armored, namespace, signed] of [
      [signature, 'chant-review', text],
      [signature, 'chant-review', `${text}\n`],
      [signature, 'chant-record', text],
      [changed, 'chant-review', text],
      ['-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n', 'chant-review', text],
    ] as const) {
      writeFileSync(file, armored)
      const check = ['-Y', 'check-novalidate', '-n', namespace, '-s', file]
      const accepted = spawnSync('ssh-keygen', check, { input: signed }).status === 0
      expect(readSshSignature(armored)?.state(namespace, signed) === 'holds').toBe(accepted)
    }
    expect(readSshSignature(signature)?.state('chant-review', text)).toBe('holds')
    const pub = readFileSync(`${key}.pub`, 'utf8')
    const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', `${key}.pub`], { encoding: 'utf8' }).split(' ')[1]
    expect(readSshSignature(signature)).toMatchObject({ key: pub.split(' ')[1], fingerprint })
    rmSync(folder, { recursive: true, force: true })
  })

  test('another kind of key is for ssh-keygen', () => {
    const string = (text: string | Buffer): Buffer => {
      const bytes = Buffer.from(text)
      return Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
    }
    const key = Buffer.concat([string('ssh-rsa'), string('e'), string('n')])
    const parts = [key, 'chant-review', '', 'sha512', 'x'].map(string)
    const blob = Buffer.concat([Buffer.from('SSHSIG'), Buffer.from([0, 0, 0, 1]), ...parts]).toString('base64')
    const signature = `-----BEGIN SSH SIGNATURE-----\n${blob}\n-----END SSH SIGNATURE-----\n`
    const question = {
      seal: { signer: 'a', signature },
      principal: 'A',
      payload: 'p',
      namespace: 'chant-review',
      sameName,
    }
    const listed = parseSigners(`a ssh-rsa ${key.toString('base64')}`).lines
    const open = judgeSeal({ ...question, signers: listed })
    expect(open).toEqual({ kind: 'ask', signature, payload: 'p', keys: [key.toString('base64')] })
    const bare = judgeSeal({ ...question, signers: null })
    if (!('kind' in open) || !('kind' in bare)) throw new Error('judged')
    expect(closeSeal(open, 'holds')).toEqual({ attested: true, code: null })
    expect(closeSeal(bare, 'holds')).toEqual({ attested: null, code: 'seal-unverifiable' })
    expect(closeSeal(open, 'broken')).toEqual({ attested: false, code: 'seal-signature-invalid' })
    expect(closeSeal(open, 'absent')).toEqual({ attested: null, code: 'seal-unverifiable' })
  })
})

describe('a signers file', () => {
  const key = publicKeys.k1
  test.each([
    [`a ${key}`, ['a'], null],
    [`a,b ${key} a comment`, ['a', 'b'], null],
    [`a namespaces="x,y" ${key}`, ['a'], ['x', 'y']],
    [`  a\tnamespaces="x y"\t${key}\r`, ['a'], ['x y']],
  ])('takes %j', (line, principals, namespaces) => {
    const { lines, leftOut } = parseSigners(`# a comment\n\n${line}\n`)
    expect(leftOut).toEqual([])
    expect(lines).toMatchObject([{ principals, namespaces }])
  })

  test.each([
    [`a valid-after="20200101" ${key}`, 'the option valid-after is not taken'],
    [`a namespaces="x",valid-before="20200101" ${key}`, 'the option valid-before is not taken'],
    [`a cert-authority ${key}`, 'the option cert-authority is not taken'],
    [`a strange ${key}`, 'the option strange is not taken'],
    [`*@example.org ${key}`, 'a principal is a pattern'],
    [`a,!b ${key}`, 'a principal is a pattern'],
    [`a, ${key}`, 'a principal is empty'],
    ['a ssh-ed25519 AAAA', 'no usable key'],
    [`a ssh-rsa ${key.split(' ')[1]}`, 'no usable key'],
    ['a', 'no usable key'],
  ])('leaves out %j', (line, reason) => {
    expect(parseSigners(`\n${line}`)).toEqual({ lines: [], leftOut: [{ line: 2, reason }] })
  })
})
