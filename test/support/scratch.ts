import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeEmptyRepository } from './empty-repository.ts'

/** A folder of its own for one test, with a repository, a home and a state folder in it. Removed at the end. */
export type Scratch = {
  readonly root: string
  readonly repo: string
  readonly home: string
  readonly state: string
  /** Writes a file of the repository, with its folders. */
  write(path: string, text: string): void
  /** Writes a version 2 decision with one entry. */
  decide(id: string, check: unknown, title?: string): string
  git(...args: readonly string[]): string
  /** Makes the repository one of git, with nothing in it. */
  initGit(branch?: string): void
  /** `git add -A` and a commit. */
  commit(): void
  dispose(): void
}

/** No upkeep behind a commit: it is a process more for nothing. */
const SETTINGS = [
  'user.name=t',
  'user.email=t@example.org',
  'init.defaultBranch=main',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

export function makeScratch(name = 'repo'): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-')))
  const repo = join(root, name)
  const home = join(root, 'home')
  const state = join(root, 'state')
  for (const folder of [repo, home]) mkdirSync(folder, { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...SETTINGS, ...args], {
      cwd: repo,
      encoding: 'utf8',
      env: { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    root,
    repo,
    home,
    state,
    write,
    git,
    initGit: (branch) => makeEmptyRepository(repo, branch),
    decide(id, check, title = `Decision ${id}`) {
      const text = decisionText(id, [{ date: '2026-10-21', title, rationale: 'Because of the last outage.', check }])
      write(`.hdr/decisions/${id}.json`, text)
      return text
    },
    commit() {
      git('add', '-A')
      git('commit', '-qm', 'state')
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** A version 2 decision file. */
export function decisionText(id: string, history: readonly unknown[]): string {
  return `${JSON.stringify({ schema_version: 2, id, history }, null, 2)}\n`
}
