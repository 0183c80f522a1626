import { describe, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

const node = (code: string, rest: { stdin?: string | Uint8Array; timeoutMs?: number; outputMaxBytes?: number } = {}) =>
  runProgram({
    file: process.execPath,
    args: ['-e', code],
    cwd: '/',
    environment: {},
    timeoutMs: 10_000,
    outputMaxBytes: 1000,
    ...rest,
  })

describe('runProgram', () => {
  test('gives back both outputs and the exit code', async () => {
    const result = await node("process.stdin.pipe(process.stdout); console.error('e'); process.exitCode = 3", {
      stdin: 'in',
    })
    expect([result.exitCode, result.stdout.toString(), result.stderr.toString(), result.trouble]).toEqual([
      3,
      'in',
      'e\n',
      null,
    ])
  })

  test('bytes that are no text arrive as they are', async () => {
    const result = await node('process.stdin.pipe(process.stdout)', { stdin: Uint8Array.of(0xff, 0, 0xc3, 0x0a) })
    expect([...result.stdout]).toEqual([0xff, 0, 0xc3, 0x0a])
  })

  test('a program that reads no input, however long, does no harm', async () => {
    expect((await node('', { stdin: 'x'.repeat(1_000_000) })).exitCode).toBe(0)
  })

  test('ends what takes too long, with its children', async () => {
    const child =
      "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 9)'], { stdio: 'inherit' })"
    const result = await node(child, { timeoutMs: 300 })
    expect(result).toMatchObject({ exitCode: null, trouble: 'no end after 0.3 s' })
  })

  test('ends what prints too much', async () => {
    const result = await node("setInterval(() => console.log('x'.repeat(600)), 1)")
    expect(result).toMatchObject({ exitCode: null, trouble: 'more than 1000 bytes of output' })
  })

  test('says why a program did not start or was ended', async () => {
    const missing = await runProgram({
      file: '/no/such',
      args: [],
      cwd: '/',
      environment: {},
      timeoutMs: 1000,
      outputMaxBytes: 1,
    })
    expect(missing).toMatchObject({ exitCode: null, trouble: expect.stringContaining('ENOENT') })
    expect(await node("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 9)")).toMatchObject({
      exitCode: null,
      trouble: 'ended by SIGTERM',
    })
  })
})
