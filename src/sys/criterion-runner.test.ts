import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCriterionRunner } from './criterion-runner.ts'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-criterion-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runner = openCriterionRunner({ PATH: process.env['PATH'], COLOUR: 'red' }, 400)
const run = (argv: readonly string[], timeoutMs = 10_000, cwd = folder) =>
  runner.run({ argv, cwd, timeoutMs, keep: null })
const shell = (text: string, timeoutMs?: number) => run(['sh', '-c', text], timeoutMs)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const isThere = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
const pidIn = (name: string) => Number(readFileSync(join(folder, name), 'utf8'))

describe('the runner of criteria', () => {
  it('measures both outputs and the exit, with the environment of the caller and no input', async () => {
    expect(await shell('cat; printf out; printf "$COLOUR" >&2; exit 3')).toMatchObject({
      kind: 'exited',
      exitCode: 3,
      trouble: null,
      stdout: { bytes: 3, sha256: sha256('out') },
      stderr: { bytes: 3, sha256: sha256('red') },
      leftOver: [],
    })
  })

  it('a death by signal is a negative exit code', async () => {
    expect(await shell('kill -9 $$')).toMatchObject({ kind: 'exited', exitCode: -9 })
  })

  it.each([
    [['/no/such/program'], undefined],
    [['/etc'], undefined],
    [['true'], '/no/such/folder'],
    [['true', 'x'.repeat(4_000_000)], undefined],
    [['true', 'a\0b'], undefined],
  ])('says that %.40j could not start', async (argv, cwd) => {
    const result = await run(argv, 1000, cwd)
    expect(result).toMatchObject({ kind: 'could-not-start', exitCode: null, stdout: { bytes: 0 } })
    expect(result.trouble).not.toBeNull()
  })

  it('asks at the deadline, and gives what was asked time to clean up', async () => {
    const result = await shell('trap "echo tidy > tidied; exit 0" TERM; while :; do sleep 0.05; done', 200)
    expect(result).toMatchObject({ kind: 'timeout', exitCode: null })
    expect(readFileSync(join(folder, 'tidied'), 'utf8')).toBe('tidy\n')
  })

  it('ends what does not listen, with its children, also in a session of their own', async () => {
    const text =
      'trap "" TERM; setsid sh -c "trap \\"\\" TERM; echo \\$\\$ > apart; sleep 30" & echo $$ > own; sleep 30'
    const result = await shell(text, 300)
    expect(result.kind).toBe('timeout')
    expect(result.durationMs).toBeLessThan(5_000)
    expect([isThere(pidIn('own')), isThere(pidIn('apart'))]).toEqual([false, false])
  })

  it('ends and names what a criterion leaves running, and does not wait for its pipe', async () => {
    // What is left is `sh` until it has become `sleep`: a busy machine takes its time.
    const become = 'until read name </proc/$!/comm && [ "$name" = sleep ]; do :; done'
    const result = await shell(`sleep 30 & echo $! > left; ${become}; setsid sleep 31 & ${become}; echo done`)
    expect(result).toMatchObject({ kind: 'exited', exitCode: 0, leftOver: ['sleep', 'sleep'] })
    expect(result.stdout.bytes).toBe(5)
    expect(isThere(pidIn('left'))).toBe(false)
  })

  it('keeps the first bytes in files of their own, and hashes all', async () => {
    const keep = { stdout: join(folder, 'kept-out'), stderr: join(folder, 'kept-err'), maxBytes: 4 }
    const request = { argv: ['sh', '-c', 'printf 123456; printf ab >&2'], cwd: folder, timeoutMs: 9000, keep }
    const result = await runner.run(request)
    expect(result.stdout).toEqual({ bytes: 6, sha256: sha256('123456') })
    expect([readFileSync(keep.stdout, 'utf8'), readFileSync(keep.stderr, 'utf8')]).toEqual(['1234', 'ab'])
    await expect(runner.run(request), 'the files are there already').rejects.toThrow(/EEXIST/)
  })

  it('a signal to us ends the criterion first, and then us', async () => {
    const program = join(folder, 'interrupted.cjs')
    await build({
      stdin: {
        contents: `
          import { openCriterionRunner } from './criterion-runner.ts'
          const argv = ['sh', '-c', 'trap "echo yes > cleaned; exit 0" TERM; echo $$ > heard; while :; do sleep 0.05; done']
          console.log('ready')
          openCriterionRunner(process.env).run({ argv, cwd: process.argv[2], timeoutMs: 60000, keep: null })
            .then(() => console.log('returned'))`,
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    })
    const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk
    })
    while (!hasText('heard')) await new Promise((settle) => setTimeout(settle, 20))
    child.kill('SIGINT')
    const signal = await new Promise((settle) => child.once('exit', (_code, by) => settle(by)))
    expect([signal, text]).toEqual(['SIGINT', 'ready\n'])
    expect([isThere(pidIn('heard')), hasText('cleaned')]).toEqual([false, true])
  })
})

function hasText(name: string): boolean {
  try {
    return readFileSync(join(folder, name), 'utf8').trim() !== ''
  } catch {
    return false
  }
}
