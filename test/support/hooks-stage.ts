import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { HooksWorld } from '../../src/app/hooks/hooks-world.ts'
import { changeHooks, type HooksPlanReport } from '../../src/app/hooks/plan-hooks.ts'
import type { HarnessName } from '../../src/core/harness.ts'
import type { Level } from '../../src/core/registration/registration.ts'
import { HARNESS_SIDES } from '../../src/harness/harness-sides.ts'
import { openFiles } from '../../src/store/files.ts'
import { openGit } from '../../src/sys/git.ts'
import { openHooksHost } from '../../src/sys/hooks-host.ts'

const ALL: readonly HarnessName[] = ['claude-code', 'codex', 'opencode']

/** Lets everything through but what it cannot read. */
export const GOOD_HOOK = `
let text = ''
process.stdin.on('data', (part) => { text += part }).on('end', () => {
  try { JSON.parse(text) } catch { process.stderr.write('cut short'); process.exitCode = 2 }
})`

type Plot = {
  readonly hook?: string
  readonly environment?: Record<string, string>
  readonly programInWorkTree?: boolean
}

/** Stands for what makes the code caches: it notes the Node.js it ran under. */
const WARM = `require('node:fs').writeFileSync(__dirname + '/cache.json', JSON.stringify({ node: process.version }))`

/** A repository, a home and an installed hook program, all real, in a folder of their own. */
export class HooksStage {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-hooks-')))
  readonly world: HooksWorld

  constructor({ hook = GOOD_HOOK, environment = {}, programInWorkTree = false }: Plot = {}) {
    const project = this.path('repo')
    const programFolder = programInWorkTree ? 'repo/node_modules/bylaw/dist/hook' : 'lib/bylaw/dist/hook'
    this.put('repo/README.md', 'x\n')
    this.put(`${programFolder}/hook.cjs`, hook)
    this.put(`${programFolder}/hook-bin.cjs`, '// more')
    this.put(`${programFolder}/hook-bin.cjs.cache`, 'cache')
    this.put(`${programFolder}/warm.cjs`, WARM)
    execFileSync('git', ['init', '-q', project])
    const home = this.path('home')
    const env = { PATH: `${this.path('bin')}:/usr/bin:/bin`, HOME: home, ...environment }
    this.world = {
      cwd: project,
      environment: env,
      clock: { now: () => new Date('2026-11-02T12:00:00Z'), today: () => '2026-11-02' },
      files: openFiles(),
      git: openGit(env),
      hooks: openHooksHost(env, { sides: async () => HARNESS_SIDES, home, programFolder: this.path(programFolder) }),
    }
  }

  path(relative: string): string {
    return join(this.root, relative)
  }

  put(relative: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true })
    writeFileSync(this.path(relative), text, { mode })
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), 'utf8')
  }

  install(more: { harnesses?: readonly HarnessName[]; level?: Level; apply?: boolean } = {}): Promise<HooksPlanReport> {
    return changeHooks(this.world, { action: 'install', harnesses: ALL, level: 'project', apply: true, ...more })
  }

  remove(): Promise<HooksPlanReport> {
    return changeHooks(this.world, { action: 'remove', harnesses: ALL, level: 'project', apply: true })
  }

  clear(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
