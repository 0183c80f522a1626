import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildFixture, ended } from '../../test/support/run-fixture.ts'

const SOURCE = `
  import { readPayload } from './src/sys/read-payload.ts'
  const started = performance.now()
  const read = readPayload(1_500)
  const tookMs = performance.now() - started
  const text = read.kind === 'text' ? read.text : ''
  console.log(JSON.stringify({ ...read, text: text.length > 100 ? null : text, length: text.length, tookMs }))
  process.exit(0)
`
type Answer = { kind: string; text: string; length: number; sizeBytes?: number; why?: string; tookMs: number }

let folder: string
let program: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-payload-'))
  program = await buildFixture(folder, 'read', SOURCE)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the reader and feeds it; the stream stays open unless `feed` ends it. */
async function read(
  feed: (child: ChildProcess & { stdin: NonNullable<ChildProcess['stdin']> }) => void,
): Promise<Answer> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const result = ended(child)
  feed(child)
  const answer = JSON.parse((await result).stdout) as Answer
  child.stdin.destroy()
  return answer
}

async function feedSlowly(stdin: NodeJS.WritableStream, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    stdin.write(piece)
    await new Promise((go) => setTimeout(go, 25))
  }
}

describe('readPayload', () => {
  it.concurrent.each([
    ['an empty stream', ''],
    ['a payload that was cut short', '{"session_id":"s","tool_na'],
    ['text that is no JSON', 'hello'],
    ['a byte order mark and a trailing NUL', '\uFEFF{"a":1}\0'],
  ])('takes %s as it is where the stream ends', async (_, text) => {
    const answer = await read(({ stdin }) => stdin.end(text))
    expect(answer).toMatchObject({ kind: 'text', text, sizeBytes: Buffer.byteLength(text) })
  })

  it.concurrent.each([
    ['in one piece', ['{"a":{"b":"}"}}']],
    ['with a line end', ['{"a":1}\r\n']],
    ['with a NUL', ['{"a":1}\0']],
    ['in slow pieces', ['{"a":', '"}', '"', ',"b":{}', '}']],
    ['whose line end comes alone', ['{"a":', '1}', '\n']],
  ])('answers a whole document %s though the stream never closes', async (_, pieces) => {
    const answer = await read(({ stdin }) => void feedSlowly(stdin, pieces))
    expect(answer.kind).toBe('text')
    expect(JSON.parse(answer.text.replace(/\0$/, ''))).toBeTypeOf('object')
    expect(answer.tookMs).toBeLessThan(3_000)
  })

  it.concurrent('waits for what comes in slow pieces until the end', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(40), b: [{}, {}] })
    const answer = await read(
      ({ stdin }) => void feedSlowly(stdin, text.match(/.{1,9}/g) ?? []).then(() => stdin.end()),
    )
    expect(answer).toMatchObject({ kind: 'text', text })
  })

  it.concurrent.each([
    ['a socket', null],
    ['a pipe', 'sh'],
  ])('gives up on %s that stays open with half a document, after its wait', async (_, shell) => {
    const half = '{"tool_name":"Bash","tool_input":{'
    const answer = shell ? await readBehindShell(half) : await read(({ stdin }) => stdin.write(half))
    expect(answer).toMatchObject({ kind: 'unfinished', why: 'the payload on standard input never ended' })
    expect(answer.tookMs).toBeGreaterThan(1_400)
    expect(answer.tookMs).toBeLessThan(6_000)
  })

  it.concurrent.each([
    ['3 MB', 3 * 1024 * 1024, 'x'],
    ['11 MB', 11 * 1024 * 1024, 'x'],
    ['11 MB in which every piece looks like an end', 11 * 1024 * 1024, '}'],
  ])('reads %s whole and fast', async (_, length, letter) => {
    const text = JSON.stringify({ a: letter.repeat(length) })
    const answer = await read(({ stdin }) => stdin.write(text))
    expect(answer).toMatchObject({ kind: 'text', length: text.length, sizeBytes: text.length })
    expect(answer.tookMs).toBeLessThan(4_000)
  })

  it.concurrent('stops at what is larger than any payload', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const answer = await read(({ stdin }) => {
      stdin.on('error', () => undefined) // the reader ends before all is written
      for (let written = 0; written < 66; written++) stdin.write(piece)
    })
    expect(answer).toMatchObject({ kind: 'unfinished', why: 'the payload is over 67108864 bytes' })
  })
})

/** The same over a real pipe of a shell, whose writer stays open. */
async function readBehindShell(text: string): Promise<Answer> {
  const script = '{ printf "%s" "$1"; exec sleep 30; } | { "$2" "$3"; }'
  const child = spawn('sh', ['-c', script, 'sh', text, process.execPath, program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((settle) =>
    child.stdout.once('data', (data: Buffer) => settle(data.toString('utf8'))),
  )
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL') // its own group: the sleeping writer goes with it
  return JSON.parse(line) as Answer
}
