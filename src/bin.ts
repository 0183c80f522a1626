import { readHookEvents } from './app/hooks/read-hook-events.ts'
import { assertPersonMayWrite } from './app/sessions/person-guard.ts'
import { reportSessions } from './app/sessions/report-sessions.ts'
import type { World } from './app/world.ts'
import { GROUPS } from './cli/catalogue.ts'
import { main, type Streams } from './cli/main.ts'
import { HARNESS_SIDES } from './harness/harness-sides.ts'
import { openHookWorld } from './open-hook-world.ts'
import { openDecisionLogs } from './store/decision-log-store.ts'
import { openFiles } from './store/files.ts'
import { openLogKeeper } from './store/log-keeper.ts'
import { openWorkTrees } from './store/work-trees.ts'
import { openClock } from './sys/clock.ts'
import { openGit } from './sys/git.ts'
import { openHooksHost } from './sys/hooks-host.ts'
import { openProcessTable } from './sys/process-table.ts'
import { openProcesses } from './sys/processes.ts'
import { readInput } from './sys/read-input.ts'

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
  const sessionTools = { ...openHookWorld(`${__dirname}/hook`, env), keeper: openLogKeeper() }
  const files = openFiles()
  const hooks = openHooksHost(env, {
    sides: HARNESS_SIDES,
    home: sessionTools.home,
    programFolder: `${__dirname}/hook`,
  })
  return {
    cwd: process.cwd(),
    environment: env,
    clock: openClock(() => new Date()),
    files,
    readInput: async () => readInput(),
    git,
    processes: openProcesses(env),
    logs: openDecisionLogs({ startOf: (pid) => table.row(pid)?.start ?? null }),
    workTrees: openWorkTrees(git),
    guard: { assertPersonMayWrite: async (project) => assertPersonMayWrite(sessionTools, project) },
    acceptances: { isAccepted: async (project, digest) => sessionTools.state.isAccepted(project, digest) },
    sessions: { report: async (project) => reportSessions(sessionTools, project) },
    registrations: { hookEvents: (project) => readHookEvents(sessionTools, project) },
    sessionTools,
    hooks,
  }
}

void run()
