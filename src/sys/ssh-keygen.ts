import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SignatureCheck, Signatures } from '../app/world-signatures.ts'
import { fileKind } from './file-kind.ts'
import { plainlyVerifies, type VerifyRequest } from './plainly-verifies.ts'
import { inScratchFolder } from './scratch-folder.ts'
import { openSigningKeys } from './signing-keys.ts'
import { isMissing, lastWords, runSshProgram } from './ssh-program.ts'

const SIGNER = /^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,127}$/
const NAMESPACE = /^[\x21-\x7e]+$/

/**
 * SSH signatures by the OpenSSH program (protocol-a 8), and without it where an Ed25519 signature and the file of
 * allowed signers plainly agree. `end` ends what an asked pass phrase has left running; the end of our process does too.
 */
export function openSignatures(
  environment: NodeJS.ProcessEnv,
  now = () => new Date(),
): Signatures & { end(): Promise<void> } {
  const keys = openSigningKeys(environment)
  return {
    prepare: ({ file }) => keys.prepare(file),
    sign: ({ file }, namespace, bytes) => keys.sign(file, { namespace, bytes }),
    verify: async (request) => {
      const detail = faultOf(request)
      if (detail !== null) return { accepted: false, detail }
      return plainlyVerifies(request, now()) ? { accepted: true } : verify(request, environment)
    },
    judge: (request) => judge(request, environment),
    end: () => keys.end(),
  }
}

function verify(request: VerifyRequest, environment: NodeJS.ProcessEnv): Promise<SignatureCheck> {
  return inScratchFolder('bylaw-verify-', async (folder) => {
    const file = join(folder, 'signature')
    writeFileSync(file, request.signature, { mode: 0o600 })
    const { allowedSigners, signer, namespace, bytes } = request
    // An option's value is the next word whatever it begins with, so no name becomes an option.
    const args = ['-Y', 'verify', '-f', resolve(allowedSigners), '-I', signer, '-n', namespace, '-s', file]
    const result = await runSshProgram('ssh-keygen', { args, environment, stdin: bytes })
    if (result.exitCode === 0) return { accepted: true }
    return { accepted: false, detail: isMissing(result) ? 'ssh-keygen not found' : lastWords(result) }
  })
}

function judge(
  { allowedSigners, signer, namespace, signature, bytes }: Parameters<Signatures['judge']>[0],
  environment: NodeJS.ProcessEnv,
): ReturnType<Signatures['judge']> {
  return inScratchFolder('bylaw-judge-', async (folder) => {
    const [file, signers] = [join(folder, 'signature'), join(folder, 'signers')]
    writeFileSync(file, signature, { mode: 0o600 })
    if (allowedSigners !== null) writeFileSync(signers, allowedSigners, { mode: 0o600 })
    const whose = allowedSigners === null ? ['check-novalidate'] : ['verify', '-f', signers, '-I', signer]
    const args = ['-Y', ...whose, '-n', namespace, '-s', file]
    const result = await runSshProgram('ssh-keygen', { args, environment, stdin: bytes })
    if (isMissing(result)) return 'unavailable'
    return result.exitCode === 0 ? 'good' : 'bad'
  })
}

/** Why a question is none for `ssh-keygen`, or null. */
function faultOf({ allowedSigners, signer, namespace }: VerifyRequest): string | null {
  if (!SIGNER.test(signer)) return 'signer must be 1 to 128 letters, digits or . _ : @ + -, the first a letter or digit'
  if (!NAMESPACE.test(namespace)) return 'the namespace must be printable ASCII without blanks'
  const kind = fileKind(allowedSigners)
  return kind === 'file' ? null : `allowed signers file ${kind}: ${allowedSigners}`
}
