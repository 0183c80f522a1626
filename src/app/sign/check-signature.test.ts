import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenObject } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import { openFiles } from '../../store/files.ts'
import { openSignatures } from '../../sys/ssh-keygen.ts'
import type { World } from '../world.ts'
import { checkSignature } from './check-signature.ts'
import { prepareKey, signRecord } from './sign-record.ts'

const TEXT = '{"a":1.0}'
let world: Pick<World, 'cwd' | 'files' | 'signatures'>
let block: TokenObject

beforeAll(async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-sign-test-')))
  for (const name of ['ana', 'bo']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(cwd, name)])
  }
  const keyOf = (name: string) => readFileSync(join(cwd, `${name}.pub`), 'utf8')
  writeFileSync(join(cwd, 'allowed'), `ana namespaces="hpp" ${keyOf('ana')}`)
  writeFileSync(join(cwd, 'other'), `ana namespaces="hpp" ${keyOf('bo')}`)
  world = { cwd, files: openFiles(), signatures: openSignatures(process.env) }
  const key = await prepareKey(world, { signKey: 'ana', signer: 'ana' })
  if (key === null) throw new Error('no key')
  block = await signRecord(world, key, TEXT)
})
afterAll(() => rmSync(world.cwd, { recursive: true, force: true }))

const check = (changed: TokenObject | null | undefined, text = TEXT, allowedSigners: string | null = 'allowed') =>
  checkSignature(world, { block: changed, text, allowedSigners })

describe('the signature of a record', () => {
  it('of an allowed signer over the same bytes is verified', async () => {
    expect(await check(block)).toEqual({ status: 'verified', signer: 'ana', sha256: block['sha256'] })
  })

  it.each([
    ['no signature', () => check(undefined), null, 'the record is not signed'],
    ['other bytes', () => check(block, '{"a":1}'), 'ana', 'bytes changed'],
    ['another scheme', () => check({ ...block, scheme: 'pgp' }), 'ana', 'scheme'],
    ['another namespace', () => check({ ...block, namespace: 'git' }), 'ana', 'namespace'],
    ['a signer that is no name', () => check({ ...block, signer: '-oProxy' }), null, 'signer'],
    ['no armor', () => check({ ...block, signature: 'x' }), 'ana', 'BEGIN SSH SIGNATURE'],
    ['a broken signature', () => check({ ...block, signature: '-----BEGIN SSH SIGNATURE-----\nx\n' }), 'ana', ''],
    ['the right name and another key', () => check(block, TEXT, 'other'), 'ana', ''],
    ['the right key and another name', () => check({ ...block, signer: 'bo' }), 'bo', ''],
    ['no file of allowed signers', () => check(block, TEXT, 'none'), 'ana', 'not found'],
    ['a block that is a list', () => check([] as never), null, 'scheme'],
  ])('with %s is refused where somebody asks', async (_, run, signer, detail) => {
    const report = await run()
    expect(report).toMatchObject({ status: 'refused', signer })
    expect(report.status === 'refused' && report.detail).toContain(detail)
  })

  it('that nobody asked about is not verified, and says so', async () => {
    expect(await check(block, TEXT, null)).toMatchObject({ status: 'not-verified', signer: 'ana' })
    expect(await check(null, TEXT, null)).toEqual({ status: 'not-signed' })
  })

  it('by a plain Ed25519 key is verified on a machine without the program too', async () => {
    const bare = { ...world, signatures: openSignatures({ PATH: '/nowhere' }) }
    expect(await checkSignature(bare, { block, text: TEXT, allowedSigners: 'allowed' })).toMatchObject({
      status: 'verified',
    })
  })
})

describe('a machine that cannot check', () => {
  const failing = (error: Error) => ({
    ...world,
    signatures: { ...world.signatures, verify: async () => Promise.reject(error) },
  })
  const asked = () => ({ block, text: TEXT, allowedSigners: 'allowed' })

  it('is a signature that is refused, with the reason', async () => {
    const report = await checkSignature(failing(new Refusal({ code: 'x', message: 'no program' })), asked())
    expect(report).toEqual({ status: 'refused', signer: 'ana', detail: 'no program' })
  })

  it('never hides a broken assumption', async () => {
    await expect(checkSignature(failing(new TypeError('bug')), asked())).rejects.toThrow(TypeError)
  })
})

describe('a key to sign with', () => {
  it.each([
    ['no signer', { signKey: 'ana', signer: null }, 'signer must be'],
    ['a signer with a blank', { signKey: 'ana', signer: 'a b' }, 'signer must be'],
    ['a signer with a line end', { signKey: 'ana', signer: 'a\n' }, 'signer must be'],
    ['no key', { signKey: 'none', signer: 'ana' }, 'sign key not found'],
  ])('%s is refused before anything is signed', async (_, asked, words) => {
    await expect(prepareKey(world, asked)).rejects.toThrow(words)
  })

  it('is not asked for where only a signer is named', async () => {
    expect(await prepareKey(world, { signKey: null, signer: '-' })).toBeNull()
  })
})
