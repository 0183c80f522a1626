import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { HookRun, HookRunResult, HooksHost } from '../app/world-hooks.ts'
import { lazyBuiltin } from './lazy-builtin.ts'
import { runProgram } from './run-program.ts'

const OUTPUT_MAX_BYTES = 1024 * 1024
const GIT_TIMEOUT_MS = 20_000

/** The machine as `hooks` commands see it; what is known elsewhere comes as it is. */
export function openHooksHost(
  environment: NodeJS.ProcessEnv,
  known: Pick<HooksHost, 'sides' | 'home'> & { readonly programFolder: string },
): HooksHost {
  const { programFolder, ...rest } = known
  return {
    ...rest,
    get program() {
      return { node: process.execPath, nodeVersion: process.version, folder: realpathSync(programFolder) }
    },
    entry: async (path) => entryOf(path),
    listFolder: async (path) => namesIn(path),
    copyFile: async (from, to) => copyWhole(from, to),
    run: (request) => run(request, environment),
    findOnPath: async (name) => findOnPath(name, environment['PATH'] ?? ''),
    inTemporaryFolder,
    gitExcludeFile: async (project) => {
      const path = await gitLine(project, ['rev-parse', '--git-path', 'info/exclude'], environment)
      return path === null ? null : resolve(project, path)
    },
    isTracked: async (project, path) =>
      (await gitLine(project, ['ls-files', '--error-unmatch', '--', path], environment)) !== null,
  }
}

function entryOf(path: string): { readonly mode: number; readonly modifiedAt: Date } | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? null : { mode: stats.mode & 0o777, modifiedAt: stats.mtime }
}

function namesIn(path: string): readonly string[] {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(path) : []
}

/** A crash between the steps leaves the old target, or a stray file that nobody names. */
function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const draft = `${to}.tmp-${process.pid}-${lazyBuiltin('node:crypto').createHash('sha256').update(to).digest('hex').slice(0, 8)}`
  try {
    copyFileSync(from, draft)
    flush(draft)
    renameSync(draft, to)
    flush(dirname(to))
  } finally {
    rmSync(draft, { force: true })
  }
}

function flush(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

async function run(
  { argv: [file, ...args], cwd, stdin, timeoutMs }: HookRun,
  environment: NodeJS.ProcessEnv,
): Promise<HookRunResult> {
  const startedAt = performance.now()
  const result = await runProgram({ file, args, cwd, environment, stdin, timeoutMs, outputMaxBytes: OUTPUT_MAX_BYTES })
  const durationMs = performance.now() - startedAt
  return { ...result, stdout: result.stdout.toString('utf8'), stderr: result.stderr.toString('utf8'), durationMs }
}

function findOnPath(name: string, path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // not there, or not to be run
  }
}

async function inTemporaryFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-doctor-')))
  try {
    return await body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function gitLine(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const kept = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'))
  const request = { file: 'git', args, cwd: folder, environment: Object.fromEntries(kept), timeoutMs: GIT_TIMEOUT_MS }
  const result = await runProgram({ ...request, outputMaxBytes: OUTPUT_MAX_BYTES })
  const line = result.stdout.toString('utf8').replace(/\r?\n$/, '')
  return result.exitCode === 0 && line !== '' ? line : null
}
