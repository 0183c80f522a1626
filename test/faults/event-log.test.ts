import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEventLog } from '../../src/core/events/event-log.ts'

const LOOP = {
  initial: 'active',
  transitions: [{ from: 'active', event: 'evidence_recorded', to: 'active', gate: 'fresh-evidence' }],
}

let root: string
let worker: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-event-faults-')))
  worker = join(root, 'worker.cjs')
  await build({
    entryPoints: [resolve('test/faults/event-writer.ts')],
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function project(): string {
  const folder = mkdtempSync(join(root, 'p-'))
  mkdirSync(join(folder, '.hpp'))
  writeFileSync(join(folder, 'hpp.manifest.json'), JSON.stringify({ loop: LOOP }))
  return folder
}

type Writer = {
  readonly child: ChildProcess
  /** Settles when the first event was told of, or the process ended without one. */
  readonly begun: Promise<void>
  readonly done: Promise<number[]>
}

/** A process that appends events and prints the number of each one that it was told is on the disk. */
function startWriter(folder: string, count: number, name: string): Writer {
  const child = spawn(process.execPath, [worker, folder, String(count), name], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const done = new Promise<number[]>((settle) => {
    // A killed process may have printed half a number: only whole lines count.
    child.on('close', () => settle(text.split('\n').slice(0, -1).map(Number)))
  })
  const begun = new Promise<void>((settle) => {
    child.stdout?.once('data', () => settle())
    child.once('close', () => settle())
  })
  return { child, begun, done }
}

const readLog = (folder: string) => readFileSync(join(folder, '.hpp/events.jsonl'))

describe('many writers of one event log', () => {
  it('32 processes of 200 events each: no event is lost, doubled or out of order', async () => {
    const folder = project()
    const writers = Array.from({ length: 32 }, (_, at) => startWriter(folder, 200, `w${at}`))
    const told = (await Promise.all(writers.map(({ done }) => done))).flat().sort((one, other) => one - other)
    expect(told).toEqual(Array.from({ length: 6_400 }, (_, at) => at + 1))
    const { head, broken } = readEventLog(readLog(folder))
    expect(broken).toBeNull()
    expect(head).toMatchObject({ events: 6_400, chained: 6_400, legacy: 0 })
  }, 240_000)

  it('200 rounds of kill -9 at random moments: whole or one torn line, and nothing that was told of is lost', async () => {
    const folder = project()
    const told = new Set<number>()
    for (let round = 0; round < 200; round++) {
      const writers = [0, 1].map((at) => startWriter(folder, 10_000, `r${round}-${at}`))
      // From the first event on, not from the start: how long a process takes to start is the machine's affair.
      await Promise.race(writers.map(({ begun }) => begun))
      await new Promise((settle) => setTimeout(settle, Math.random() * 40))
      writers[0]?.child.kill('SIGKILL')
      const first = await (writers[0] as Writer).done
      writers[1]?.child.kill('SIGKILL')
      const second = await (writers[1] as Writer).done
      for (const seq of [...first, ...second]) told.add(seq)
      const bytes = readLogOrNone(folder)
      const { head, broken } = readEventLog(bytes)
      expect(broken?.kind ?? 'torn', broken?.message).toBe('torn')
      expect(head.events, `round ${round}`).toBeGreaterThanOrEqual(Math.max(0, ...told))
      if (broken !== null) writeFileSync(join(folder, '.hpp/events.jsonl'), bytes.subarray(0, head.sizeBytes))
    }
    // Each round waits for a first event; how many more there are is the machine's affair.
    expect(told.size).toBeGreaterThanOrEqual(200)
  }, 240_000)
})

function readLogOrNone(folder: string): Buffer {
  try {
    return readLog(folder)
  } catch {
    return Buffer.from('') // killed before the first event
  }
}
