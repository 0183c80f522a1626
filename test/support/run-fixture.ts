import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/** Bundles a small TypeScript program that imports from `src/` (as `./src/…`), to be run as a real process. */
export async function buildFixture(folder: string, name: string, source: string): Promise<string> {
  const outfile = join(folder, `${name}.cjs`)
  await build({
    stdin: { contents: source, resolveDir: resolve('.'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    outfile,
  })
  return outfile
}

export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Waits for a process and gives what it printed. */
export function ended(child: ChildProcess): Promise<Ended> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk))
  return new Promise((settle, fail) => {
    child.on('error', fail)
    child.on('close', (code, signal) =>
      settle({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      }),
    )
  })
}

/** One run of a bundled program, its input closed at once. */
export function runFixture(
  path: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return ended(spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}
