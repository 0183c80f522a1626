import { createHash, createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeSignedData, parseSshSignature } from './sshsig.ts'

// By ssh-keygen 9.2 over 'hi\n' in the namespace t.
const ARMORED = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgPSkYkd1KAmEfWD5rTCOqpsDH2g
QFam18owQommNJ7D4AAAABdAAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUxOQAA
AEA7xQ0rQlWEXDZjRD5vFppubeuNyniL+k8hUQp9JgoO51Q/mFIZnVM2XQHN0BLmIGkKQ0
iG6Zs7YSOE6DiVe9QF
-----END SSH SIGNATURE-----
`
const KEY_TEXT = 'AAAAC3NzaC1lZDI1NTE5AAAAID0pGJHdSgJhH1g+a0wjqqbAx9oEBWptfKMEKJpjSew+'
const message = Buffer.from('hi\n')
const parsed = parseSshSignature(ARMORED)

describe('parseSshSignature', () => {
  test('reads what ssh-keygen wrote', () => {
    expect(parsed).toMatchObject({ namespace: 't', hash: 'sha512', keyText: KEY_TEXT })
    expect(parseSshSignature(ARMORED.trimEnd())).toEqual(parsed)
  })

  test('the signed data with the digest of the message is what the key signed, and no other', () => {
    expect(isGood(message)).toBe(true)
    expect(isGood(Buffer.from('ho\n'))).toBe(false)
  })

  test.each([
    ['nothing', ''],
    ['text before it', ` ${ARMORED}`],
    ['text after it', `${ARMORED}x`],
    ['line ends of Windows', ARMORED.replaceAll('\n', '\r\n')],
    ['no last line', ARMORED.replace(/-----END.*\n/, '')],
    ['a blank line', ARMORED.replace('-----\n', '-----\n\n')],
    ['another version', withBlob((blob) => blob.fill(2, 9, 10))],
    ['other magic', withBlob((blob) => blob.fill('X', 0, 1))],
    ['another key type', withBlob((blob) => blob.fill('X', 18, 19))],
    ['another hash', withBlob((blob) => blob.fill('1', blob.lastIndexOf('sha512'), blob.lastIndexOf('sha512') + 4))],
    ['a byte more', withBlob((blob) => Buffer.concat([blob, Buffer.alloc(1)]))],
    ['a byte less', withBlob((blob) => blob.subarray(0, -1))],
    ['a length beyond the end', withBlob((blob) => blob.fill(0xff, 10, 12))],
    ['far too long', ARMORED.replace('U1NI', 'U1NI'.repeat(5000))],
  ])('%s is left to ssh-keygen', (_name, text) => {
    expect(parseSshSignature(text)).toBeNull()
  })

  test('never throws on changed bytes, and reads no two texts as one', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const text = withBlob((blob) => {
          blob[at % blob.length] = (blob[at % blob.length] ?? 0) ^ change
          return blob
        })
        expect(parseSshSignature(text)).not.toEqual(parsed)
      }),
    )
  })

  test('never throws on any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => parseSshSignature(armor(bytes)) === null))
  })
})

function isGood(bytes: Buffer): boolean {
  if (parsed === null) return false
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), parsed.publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const digest = createHash(parsed.hash).update(bytes).digest()
  return verify(null, encodeSignedData(parsed, digest), key, parsed.signature)
}

function withBlob(change: (blob: Buffer) => Buffer): string {
  return armor(change(Buffer.from(ARMORED.split('\n').slice(1, -2).join(''), 'base64')))
}

function armor(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,70}/g) ?? []
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n')
}
