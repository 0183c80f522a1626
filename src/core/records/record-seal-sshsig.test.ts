import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSshSignature } from './record-seal-sshsig.ts'

const { cases } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/chant-seals.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly payload: string; readonly seal: { readonly signature: string } }[] }
const [GOOD = { payload: '', seal: { signature: '' } }] = cases

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
})
