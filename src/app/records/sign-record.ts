import { join, resolve } from 'node:path/posix'
import type { JsonValue } from '../../core/codec/json-value.ts'
import { Refusal } from '../../core/fault.ts'
import { readSshSignature } from '../../core/records/record-seal-sshsig.ts'
import type { World } from '../world.ts'

type SignWorld = Pick<World, 'cwd' | 'environment' | 'git' | 'signatures'>
type SignCode = 'record-sign-failed' | 'review-sign-failed'

/** Signs a payload as somebody; the answer is the seal as it stands in a record. */
export type Sealer = (signer: string, namespace: string, payload: string | null) => Promise<JsonValue>

/**
 * Finds the key that `--sign` names, or git's for signing (records.md 8.1), and makes sure that it signs: a pass phrase is
 * asked before the lock is taken. Whether anybody lists the key is not asked. Null where nothing is to be signed.
 */
export async function openSealer(world: SignWorld, sign: string | true | null, code: SignCode): Promise<Sealer | null> {
  if (sign === null) return null
  const file = sign === true ? await keyOfGit(world, code) : keyPath(world, sign)
  const key = { file, signer: '' }
  await orRefuse(code, () => world.signatures.prepare(key))
  return async (signer, namespace, payload) => {
    if (payload === null)
      throw new Refusal({ code, message: 'what is to be signed has a line break in it, or no value' })
    const bytes = new TextEncoder().encode(payload)
    const signature = await orRefuse(code, () => world.signatures.sign(key, namespace, bytes))
    const fingerprint = readSshSignature(signature)?.fingerprint
    if (fingerprint === undefined) throw new Refusal({ code, message: 'ssh-keygen gave no signature that can be read' })
    return { signer, key: fingerprint, signature }
  }
}

async function keyOfGit(world: SignWorld, code: SignCode): Promise<string> {
  const { git, cwd } = world
  const hint = 'name a key: --sign FILE'
  if ((await git.setting(cwd, 'gpg.format')) !== 'ssh') {
    throw new Refusal({ code, message: 'git is not set to sign with SSH keys (gpg.format)', hint })
  }
  const key = await git.setting(cwd, 'user.signingkey')
  if (key === null) throw new Refusal({ code, message: 'git knows no user.signingkey', hint })
  if (!/^(?:key::|ssh-|ecdsa-|sk-)/.test(key)) return keyPath(world, key)
  const message = "git's user.signingkey is a key itself, not the name of its file"
  throw new Refusal({ code, message, hint: 'put it into a .pub file and name that: --sign FILE' })
}

function keyPath({ cwd, environment }: SignWorld, file: string): string {
  return file.startsWith('~/') ? join(environment['HOME'] ?? '~', file.slice(2)) : resolve(cwd, file)
}

async function orRefuse<T>(code: SignCode, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal({ ...error.fault, code }, { cause: error })
  }
}
