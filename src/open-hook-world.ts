import { readdirSync } from 'node:fs'
import type { HookWorld } from './app/world-hook.ts'
import { openDisk } from './store/disk.ts'
import { openStateStore, stateRoot } from './store/state-store.ts'
import { openHeadReader } from './sys/head-reader.ts'
import { lazyBuiltin } from './sys/lazy-builtin.ts'
import { sha256 } from './sys/lazy-crypto.ts'
import { openProcessTable } from './sys/process-table.ts'
import { openProgramRunner } from './sys/program-runner.ts'

/** The real world of a hook. `programFolder` is where the running bundle lies. */
export function openHookWorld(programFolder: string, environment: NodeJS.ProcessEnv): HookWorld {
  const home = environment.HOME || lazyBuiltin('node:os').homedir()
  const processes = openProcessTable()
  const root = stateRoot(environment, home)
  const startOf = (pid: number) => processes.row(pid)?.start ?? null
  return {
    now: Date.now,
    environment,
    home,
    program: {
      folder: programFolder,
      get files() {
        return filesOf(programFolder)
      },
    },
    disk: openDisk(),
    state: openStateStore({ root, sha256, startOf }),
    processes,
    head: openHeadReader(environment),
    programs: openProgramRunner(),
    sha256,
    findEvidence: async (project, wanted) =>
      (await import('./find-evidence-here.ts')).findEvidenceHere({ project, environment, stateRoot: root }, wanted),
    registrations: async () => (await import('./harness/registrations.ts')).REGISTRATIONS,
  }
}

/** Every file of the program: its scripts, and the code caches, which are code too. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /\.cjs(?:\.cache)?$/.test(name))
    .map((name) => `${folder}/${name}`)
}
