import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildFixture, ended } from '../../test/support/run-fixture.ts'
import type { ProcessRow } from '../app/world-hook.ts'
import { openProcessTable } from './process-table.ts'

const table = openProcessTable()

const SOURCE = `
  import { openProcessTable } from './src/sys/process-table.ts'
  const table = openProcessTable()
  console.log(JSON.stringify({ pid: process.pid, harness: table.harnessProcess(), ancestors: table.ancestors() }))
`
type Seen = {
  pid: number
  harness: { pid: number; start: string; depth: number; command: string | null } | null
  ancestors: (ProcessRow & { commandLine: string[] })[]
}

let folder: string
let program: string
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-processes-')))
  program = await buildFixture(folder, 'seen', SOURCE)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const started: number[] = []
afterEach(() => {
  for (const pid of started.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it ended by itself
    }
  }
})

/** What the program sees that is started by this shell text, in which "$@" starts it. */
async function seenFrom(shell: string): Promise<Seen> {
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, program], { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse((await ended(child)).stdout) as Seen
}

/** Starts a shell text that prints the number of one process, and ends. */
/** Started as harnesses start their tools: in a session of its own. */
async function pidFrom(shell: string, options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<number> {
  const child = spawn('sh', ['-c', shell], { stdio: ['ignore', 'pipe', 'ignore'], detached: true, ...options })
  const pid = Number((await ended(child)).stdout)
  started.push(pid)
  return pid
}

const start = (pid: number) => table.row(pid)?.start ?? ''
const here = () => ({ pid: process.pid, start: start(process.pid), depth: 0, command: null })

async function waitForTick(): Promise<number> {
  const before = table.ticksNow() ?? 0
  while ((table.ticksNow() ?? 0) <= before + 1) await new Promise((go) => setTimeout(go, 5))
  return table.ticksNow() ?? 0
}

describe.runIf(process.platform === 'linux')('the process table', () => {
  it('names this process, its parent and its start, and nobody for a number that is free', () => {
    const row = table.row(process.pid)
    expect(row).toMatchObject({ pid: process.pid, parent: process.ppid })
    expect(Number(row?.start)).toBeGreaterThan(0)
    expect(Number(row?.start)).toBeLessThanOrEqual(table.ticksNow() ?? 0)
    expect(table.row(2 ** 22 + 1)).toBeNull()
  })

  it('reads the row of a process whose name holds blanks and brackets', async () => {
    const child = spawn(
      process.execPath,
      ['-e', 'process.title = ") R 1 (x y"; console.log(1); setInterval(() => 0, 1000)'],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    started.push(child.pid ?? 0)
    await new Promise((go) => child.stdout.once('data', go))
    expect(table.row(child.pid ?? 0)).toMatchObject({ parent: process.pid, name: ') R 1 (x y' })
  })

  it.each([
    ['one shell', '"$@"; exit', 1],
    ['a shell that becomes the program', 'exec "$@"', 0],
    ['env, which becomes the program', 'exec env A=1 "$@"', 0],
    ['shells in shells', 'sh -c \'"$@"; exit\' sh "$@"; exit', 2],
  ])('finds the harness behind %s', async (_, shell, depth) => {
    const seen = await seenFrom(shell)
    expect(seen.harness).toEqual({ ...here(), depth, command: null })
    expect(seen.ancestors[0]).toMatchObject({ pid: seen.pid, commandLine: [process.execPath, program] })
    expect(seen.ancestors[depth + 1]).toMatchObject({ pid: process.pid, start: start(process.pid) })
  })

  it('says what the nearest shell was given to run, where that is all it was given', async () => {
    const text = `'${process.execPath}' '${program}'; exit`
    const child = spawn('sh', ['-c', text], { stdio: ['ignore', 'pipe', 'inherit'] })
    const seen = JSON.parse((await ended(child)).stdout) as Seen
    expect(seen.harness).toEqual({ ...here(), depth: 1, command: text })
  })

  it('takes a program between for the harness', async () => {
    const script =
      'const r = require("node:child_process").spawnSync(process.execPath, [process.argv[1]]); process.stdout.write(r.stdout)'
    const child = spawn(process.execPath, ['-e', script, program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const seen = JSON.parse((await ended(child)).stdout) as Seen
    expect(seen.harness?.pid).toBe(child.pid)
    expect(seen.ancestors.map(({ pid }) => pid).slice(0, 3)).toEqual([seen.pid, child.pid, process.pid])
  })
})

describe.runIf(process.platform === 'linux')('what a call left running', () => {
  const left = (sinceTicks: number, project = folder) =>
    table.leftRunning({ harness: here(), sinceTicks, project }).map(({ pid }) => pid)

  it.each([
    ['a child in the background', 'sleep 30 >/dev/null & echo $!'],
    ['a child that hears no hang-up', 'nohup sleep 30 >/dev/null 2>&1 & echo $!'],
    ['a session of its own', 'setsid sh -c "echo \\$\\$; exec sleep 30 >/dev/null 2>&1" & sleep 0.1'],
    ['a session of its own, twice removed', '(setsid sh -c "echo \\$\\$; exec sleep 30 >/dev/null" &) ; sleep 0.1'],
  ])('holds %s whose parent is gone', async (_, shell) => {
    const since = await waitForTick()
    const pid = await pidFrom(shell, { cwd: folder })
    expect(left(since)).toContain(pid)
    expect(left(since, join(folder, 'other'))).not.toContain(pid)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => left(since)).not.toContain(pid)
  })

  it('holds one that left the project but carries the variables of an agent', async () => {
    const since = await waitForTick()
    const env = { PATH: process.env.PATH, CLAUDECODE: '1' }
    const pid = await pidFrom('cd /; setsid sleep 30 >/dev/null 2>&1 & echo $!', { cwd: folder, env })
    expect(left(since)).toContain(pid)
  })

  it('holds children of the harness that still live, and their children', async () => {
    const since = await waitForTick()
    const child: ChildProcess = spawn('sh', ['-c', 'sleep 30 & echo $!; wait'], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    const inner = await new Promise<number>((go) =>
      child.stdout?.once('data', (data: Buffer) => go(Number(data.toString('utf8')))),
    )
    started.push(child.pid ?? 0, inner)
    expect(left(since)).toEqual(expect.arrayContaining([child.pid, inner]))
  })

  it('does not hold helpers of the harness, which share its session', async () => {
    const since = await waitForTick()
    const helper = spawn('sleep', ['30'], { cwd: folder, stdio: 'ignore' })
    started.push(helper.pid ?? 0)
    expect(left(since)).not.toContain(helper.pid)
  })

  it('holds neither what ran before, nor this process, nor what is somewhere else', async () => {
    const before = await pidFrom('setsid sleep 30 >/dev/null 2>&1 & echo $!', { cwd: folder })
    const since = await waitForTick()
    const env = { PATH: process.env.PATH }
    const elsewhere = await pidFrom('setsid sleep 30 >/dev/null 2>&1 & echo $!', { cwd: '/', env })
    const beside = await pidFrom('setsid sleep 30 >/dev/null 2>&1 & echo $!', { cwd: tmpdir(), env })
    const found = left(since)
    for (const pid of [before, elsewhere, beside, process.pid, 1]) expect(found).not.toContain(pid)
    expect(left(0)).not.toContain(process.pid)
  })

  it('holds nothing of another harness', async () => {
    const since = await waitForTick()
    const child = spawn('sleep', ['30'], { cwd: folder, stdio: 'ignore' })
    started.push(child.pid ?? 0)
    const other = { pid: 2 ** 22 + 1, start: '1', depth: 0, command: null }
    const pids = table.leftRunning({ harness: other, sinceTicks: since, project: folder }).map(({ pid }) => pid)
    expect(pids).not.toContain(child.pid)
  })
})
