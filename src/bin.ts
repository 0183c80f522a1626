import { fstatSync } from 'node:fs'
import type { World } from './app/world.ts'
import { GROUPS } from './cli/catalogue.ts'
import { main, type Streams } from './cli/main.ts'
import type { Terminal } from './cli/page.ts'
import { openHookWorld } from './open-hook-world.ts'
import { openDecisionLogs } from './store/decision-log-store.ts'
import { openEventLogs } from './store/event-log-store.ts'
import { openEvidenceStore } from './store/evidence-store.ts'
import { openFiles } from './store/files.ts'
import { openLogKeeper } from './store/log-keeper.ts'
import { openRecordWrites } from './store/record-writes.ts'
import { openSnapshots } from './store/snapshot-store.ts'
import { openTreeCopies } from './store/tree-copies.ts'
import { openWorkTrees } from './store/work-trees.ts'
import { openClock } from './sys/clock.ts'
import { openCriterionRunner } from './sys/criterion-runner.ts'
import { openGit } from './sys/git.ts'
import { openHooksHost } from './sys/hooks-host.ts'
import { openProcessTable } from './sys/process-table.ts'
import { openProcesses } from './sys/processes.ts'
import { openProgress } from './sys/progress.ts'
import { readInput } from './sys/read-input.ts'
import { openSignatures } from './sys/ssh-keygen.ts'
import { writeAll } from './sys/write-all.ts'

/**
 * The composition root of the commands. `bylaw hook …` never comes here: the loader sends it to its own bundle. What only
 * some commands need is loaded by them: scripts start `policy check` thousands of times.
 */
async function run(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), streams(), openWorld, GROUPS)
}

function streams(): Streams {
  return { out: (text) => writeAll(1, text), err: (text) => writeAll(2, text), terminal: terminalOf(process.env) }
}

/** `process.stdout` takes 3 ms to make, and only a terminal has something to say about itself. */
function terminalOf(environment: NodeJS.ProcessEnv): Terminal {
  if (!isDevice(1)) return { isTerminal: false, columns: null, environment }
  const { stdout } = process
  return { isTerminal: stdout.isTTY === true, columns: stdout.columns ?? null, environment }
}

/** Where progress is shown. `process.stderr` is made only where it is a terminal. */
function errorTerminal() {
  const isTerminal = isDevice(2) && process.stderr.isTTY === true
  const columns = isTerminal ? (process.stderr.columns ?? 80) : 80
  return { isTerminal, columns, write: (text: string) => writeAll(2, text) }
}

function isDevice(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice()
  } catch {
    return false // closed
  }
}

async function openWorld(): Promise<World> {
  const { env } = process
  const table = openProcessTable()
  const startOf = (pid: number) => table.row(pid)?.start ?? null
  const clock = openClock(() => new Date())
  const git = openGit(env)
  const sessionTools = { ...openHookWorld(`${__dirname}/hook`, env), keeper: openLogKeeper() }
  const files = openFiles()
  const hooks = openHooksHost(env, {
    sides: async () => (await import('./harness/harness-sides.ts')).HARNESS_SIDES,
    home: sessionTools.home,
    programFolder: `${__dirname}/hook`,
  })
  return {
    cwd: process.cwd(),
    environment: env,
    clock,
    progress: openProgress(errorTerminal),
    files,
    readInput: async () => readInput(),
    git,
    processes: openProcesses(env),
    logs: openDecisionLogs({ startOf }),
    evidence: openEvidenceStore(),
    criteria: openCriterionRunner(env),
    copies: openTreeCopies(),
    snapshots: openSnapshots({
      git,
      cacheFolder: `${sessionTools.state.root}/snapshots`,
      workerFile: `${__dirname}/snapshot-worker.cjs`,
      now: Date.now,
    }),
    signatures: openSignatures(env),
    recordWrites: openRecordWrites({ environment: env, now: () => clock.now() }),
    events: openEventLogs({ startOf, now: () => clock.now() }),
    workTrees: openWorkTrees(git),
    guard: {
      assertPersonMayWrite: async (project) =>
        (await import('./app/sessions/person-guard.ts')).assertPersonMayWrite(sessionTools, project),
      whyNoPerson: async (project) =>
        (await import('./app/sessions/person-guard.ts')).whyNoPerson(sessionTools, project),
    },
    acceptances: { isAccepted: async (project, digest) => sessionTools.state.isAccepted(project, digest) },
    sessions: {
      report: async (project) =>
        (await import('./app/sessions/report-sessions.ts')).reportSessions(sessionTools, project),
    },
    registrations: {
      hookEvents: async (project) =>
        (await import('./app/hooks/read-hook-events.ts')).readHookEvents(sessionTools, project),
    },
    sessionTools,
    hooks,
  }
}

void run()
