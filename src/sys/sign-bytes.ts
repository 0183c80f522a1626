import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramResult } from './run-program.ts'
import { inScratchFolder } from './scratch-folder.ts'
import { runSshProgram } from './ssh-program.ts'

export type SigningJob = {
  readonly file: string
  readonly namespace: string
  readonly bytes: Uint8Array
  readonly environment: NodeJS.ProcessEnv
}

/** The armored signature, or what the program said instead. */
export type SigningResult =
  | { readonly signature: string }
  | { readonly signature: null; readonly result: ProgramResult }

/** One signature by `ssh-keygen`, where nobody is asked anything. */
export function signBytes({ file, namespace, bytes, environment }: SigningJob): Promise<SigningResult> {
  return inScratchFolder('bylaw-sign-', async (folder) => {
    const toSign = join(folder, 'bytes')
    writeFileSync(toSign, bytes, { mode: 0o600 })
    const args = ['-Y', 'sign', '-f', file, '-n', namespace, toSign]
    const result = await runSshProgram('ssh-keygen', { args, environment })
    if (result.exitCode !== 0) return { signature: null, result }
    return { signature: readFileSync(`${toSign}.sig`, 'utf8') }
  })
}
