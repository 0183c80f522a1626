import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Signatures, SigningKey } from '../app/world-signatures.ts'
import { Refusal } from '../core/fault.ts'
import { runProgram } from './run-program.ts'

const TIMEOUT_MS = 60_000
const OUTPUT_MAX_BYTES = 1024 * 1024

/** SSH signatures by the OpenSSH program. */
export function openSignatures(environment: NodeJS.ProcessEnv): Signatures {
  const run = (args: readonly string[], stdin?: Uint8Array) =>
    runProgram({
      file: 'ssh-keygen',
      args,
      cwd: '/',
      environment,
      timeoutMs: TIMEOUT_MS,
      outputMaxBytes: OUTPUT_MAX_BYTES,
      ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin).toString('utf8') }),
    })
  const sign = async (key: SigningKey, namespace: string, bytes: Uint8Array) => {
    if (!statSync(key.file, { throwIfNoEntry: false })?.isFile()) {
      throw new Refusal({ code: 'sign/no-key', message: `sign key not found: ${key.file}` })
    }
    return inScratch(async (folder) => {
      const file = join(folder, 'bytes')
      writeFileSync(file, bytes)
      const { exitCode, stderr, trouble } = await run(['-Y', 'sign', '-f', key.file, '-n', namespace, file])
      if (exitCode === 0) return readFileSync(`${file}.sig`, 'utf8')
      const why = trouble ?? stderr.toString('utf8').trim().slice(-300)
      throw new Refusal({ code: 'sign/failed', message: `ssh-keygen could not sign: ${why}` })
    })
  }
  return {
    async prepare(key) {
      await sign(key, 'bylaw-trial', Buffer.from('trial'))
    },
    sign,
    verify: ({ allowedSigners, signer, namespace, signature, bytes }) =>
      inScratch(async (folder) => {
        const file = join(folder, 'signature')
        writeFileSync(file, signature)
        const args = ['-Y', 'verify', '-f', allowedSigners, '-I', signer, '-n', namespace, '-s', file]
        const { exitCode, stdout, stderr, trouble } = await run(args, bytes)
        if (exitCode === 0) return { accepted: true }
        return { accepted: false, detail: trouble ?? `${stdout}${stderr}`.trim().slice(-300) }
      }),
  }
}

async function inScratch<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-sign-'))
  try {
    return await body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
