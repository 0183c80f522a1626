import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { lineRefusal } from './line-refusal.ts'
import type { Sandbox } from './sandbox.ts'

/** One call of a program of the sandbox. */
export type RanCommand = {
  readonly name: string
  readonly args: readonly string[]
  /** Absolute, without links. */
  readonly folder: string
}

export type BashRun =
  | { readonly kind: 'ran'; readonly commands: readonly RanCommand[]; readonly stderr: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'timed-out' }

const TIMEOUT_MS = 5_000
/** Seconds of work and blocks of a file for one process; processes of the user, by the letter that the shell knows. */
const LIMITS = 'ulimit -t 5; ulimit -f 4096; ulimit -u "$0" 2> /dev/null || ulimit -p "$0"; exec "$@"'
/** Nobody has no other processes; a person has. */
const PROCESSES_MAX = { nobody: '256', person: '4096' } as const

/** What really ran for a line, also in its background. */
export async function runInBash(sandbox: Sandbox, command: string): Promise<BashRun> {
  const reason = lineRefusal(command)
  if (reason !== null) return { kind: 'refused', reason }
  sandbox.reset()
  const child = startBash(sandbox, command)
  const { timedOut, stderr } = await ended(child)
  return timedOut
    ? { kind: 'timed-out' }
    : { kind: 'ran', commands: parseLog(readFileSync(sandbox.log, 'utf8')), stderr }
}

function startBash({ bash, bin, work, home, user }: Sandbox, command: string): ChildProcess {
  const processes = PROCESSES_MAX[user === null ? 'person' : 'nobody']
  return spawn('/bin/sh', ['-c', LIMITS, processes, bash, '--norc', '--noprofile', '-c', command], {
    cwd: work,
    env: { PATH: bin, HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8' },
    // The last pipe is one that no line closes: `close` waits for what a line left in the background.
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
    // A group of its own, so that all of it can be ended.
    detached: true,
    ...user,
  })
}

function ended(child: ChildProcess): Promise<{ timedOut: boolean; stderr: string }> {
  return new Promise((resolve, reject) => {
    let timedOut = false
    let stderr = ''
    const timer = setTimeout(() => {
      timedOut = true
      endGroup(child)
    }, TIMEOUT_MS)
    child.stdout?.resume()
    for (const pipe of child.stdio.slice(3)) if (pipe !== null && pipe !== undefined && 'resume' in pipe) pipe.resume()
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk)
    })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve({ timedOut, stderr })
    })
  })
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Name, folder, number of arguments, arguments; each ends with NUL. */
function parseLog(text: string): readonly RanCommand[] {
  const items = text.split('\0').slice(0, -1)
  const commands: RanCommand[] = []
  for (let at = 0; at < items.length; ) {
    const [name = '', folder = '', count = ''] = items.slice(at, at + 3)
    const end = at + 3 + Number(count)
    commands.push({ name, folder, args: items.slice(at + 3, end) })
    at = end
  }
  return commands
}
