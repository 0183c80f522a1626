import type { Sessions, World } from './app/world.ts'
import { GROUPS } from './cli/catalogue.ts'
import { main, type Streams } from './cli/main.ts'
import { Refusal } from './core/fault.ts'
import { openDecisionLogs } from './store/decision-log-store.ts'
import { openFiles } from './store/files.ts'
import { openWorkTrees } from './store/work-trees.ts'
import { openClock } from './sys/clock.ts'
import { openGit } from './sys/git.ts'
import { openProcessTable } from './sys/process-table.ts'
import { openProcesses } from './sys/processes.ts'

/** The composition root of the commands. `bylaw hook …` never comes here: the loader sends it to its own bundle. */
async function run(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe)
  process.exitCode = await main(process.argv.slice(2), streams(), openWorld, GROUPS)
}

/** A reader that has seen enough, such as `head`, is no error. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

function streams(): Streams {
  const { stdout, stderr, env } = process
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    terminal: { isTerminal: stdout.isTTY === true, columns: stdout.columns ?? null, environment: env },
  }
}

async function openWorld(): Promise<World> {
  const { env } = process
  const table = openProcessTable()
  const git = openGit(env)
  return {
    cwd: process.cwd(),
    environment: env,
    clock: openClock(() => new Date()),
    files: openFiles(),
    git,
    processes: openProcesses(env),
    logs: openDecisionLogs({ startOf: (pid) => table.row(pid)?.start ?? null }),
    workTrees: openWorkTrees(git),
    guard: { assertPersonMayWrite: async () => undefined },
    acceptances: { isAccepted: async () => false },
    sessions: NO_SESSIONS,
    registrations: { hookEvents: async () => new Map() },
  }
}

/** Until the state folder is opened here. */
const NO_SESSIONS: Sessions = {
  report: async () => ({ appends: [], unproven: [], violations: [] }),
  restore: async () => {
    throw new Refusal({ code: 'no-session', message: 'no session has a baseline of this project' })
  },
  accept: async () => {
    throw new Refusal({ code: 'nothing-to-accept', message: 'nothing is held or flagged here' })
  },
}

void run()
