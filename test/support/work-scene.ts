import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { World } from '../../src/app/world.ts'
import { GROUPS } from '../../src/cli/catalogue.ts'
import { main } from '../../src/cli/main.ts'
import { openEventLogs } from '../../src/store/event-log-store.ts'
import { openEvidenceStore } from '../../src/store/evidence-store.ts'
import { openFiles } from '../../src/store/files.ts'
import { openTreeCopies } from '../../src/store/tree-copies.ts'
import { openWorkTrees } from '../../src/store/work-trees.ts'
import { openCriterionRunner } from '../../src/sys/criterion-runner.ts'
import { openGit } from '../../src/sys/git.ts'
import { openSignatures } from '../../src/sys/ssh-keygen.ts'
import { makeEmptyRepository } from './empty-repository.ts'
import type { Ran } from './event-scene.ts'
import { fakeWorld } from './fake-world.ts'
import { snapshotsOf } from './snapshots.ts'

export type WorkScene = {
  /** A folder with a git repository in it, or none. */
  readonly folder: string
  readonly world: World
  /** One command line, run in this process on the real disk with the real git. */
  run(argv: readonly string[]): Promise<Ran>
  write(path: string, text: string): void
  read(path: string): string
  has(path: string): boolean
  git(...args: readonly string[]): string
  commit(): void
  dispose(): void
}

const WHO = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }
const NO_GIT_CONFIG = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

/** A scratch folder and commands over it. The clock stands at noon of 2026-11-02; only what work needs is real. */
export function openWorkScene(options: { readonly repository?: boolean } = {}): WorkScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-work-')))
  const folder = join(root, 'work')
  mkdirSync(folder)
  const environment = { ...process.env, ...WHO, ...NO_GIT_CONFIG }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'maintenance.auto=false', ...args], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  if (options.repository !== false) makeEmptyRepository(folder)
  const world = workWorld(folder)
  return {
    folder,
    world,
    run: (argv) => runIn(world, argv),
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    has: (path) => existsSync(join(folder, path)),
    git,
    commit() {
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', 'work')
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Commands over a folder that is there already. */
export function workWorld(folder: string): World {
  const git = openGit(process.env)
  return {
    ...fakeWorld(),
    cwd: folder,
    files: openFiles(),
    git,
    events: openEventLogs({ startOf: () => null, now: () => new Date('2026-11-02T12:00:00Z') }),
    evidence: openEvidenceStore(),
    criteria: openCriterionRunner({ PATH: process.env['PATH'] }),
    copies: openTreeCopies(),
    snapshots: snapshotsOf(git),
    signatures: openSignatures(process.env),
    workTrees: openWorkTrees(git),
  }
}

/** One command line over a world, in this process. */
export async function runIn(world: World, argv: readonly string[]): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  const streams = {
    out: (text: string) => {
      stdout += text
    },
    err: (text: string) => {
      stderr += text
    },
    terminal: { isTerminal: false, columns: null, environment: { LC_ALL: 'C.UTF-8' } },
  }
  const exit = await main(argv, streams, async () => world, GROUPS)
  return { exit, stdout, stderr }
}
