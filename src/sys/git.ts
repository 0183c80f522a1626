import { realpathSync } from 'node:fs'
import type { Git, TreeFile } from '../app/world.ts'
import { Refusal } from '../core/fault.ts'
import { type ProgramResult, runProgram } from './run-program.ts'

const TIMEOUT_MS = 60_000
const OUTPUT_MAX_BYTES = 256 * 1024 * 1024
const LIST_FILES = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

/** The git program, without a shell, hooks, pagers, prompts or the caller's GIT_* variables. */
export function openGit(environment: NodeJS.ProcessEnv): Git {
  const env = cleanEnvironment(environment)
  const run = (folder: string, args: readonly string[], stdin?: string) => runGit(env, folder, args, stdin)
  return {
    async topLevel(folder) {
      return lineOf((await unlessMissing(run(folder, ['rev-parse', '--show-toplevel']))) ?? NOTHING)
    },
    async requireTop(folder) {
      const result = await unlessMissing(run(folder, ['rev-parse', '--show-toplevel']))
      if (result === null || /not a git repository [(]or any/.test(result.stderr.toString('utf8'))) return null
      const top = lineOf(must(result, 'rev-parse')) ?? ''
      if (isWithin(realpathSync.native(folder), realpathSync.native(top))) return top
      const message = `git's work tree lies elsewhere: ${top}`
      throw new Refusal({ code: 'git-odd-work-tree', message, hint: 'git config --unset core.worktree' })
    },
    async ownFolder(folder) {
      return lineOf((await unlessMissing(run(folder, ['rev-parse', '--absolute-git-dir']))) ?? NOTHING)
    },
    async commit(folder, revision) {
      return lineOf(await run(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]))
    },
    async mergeBase(folder, one, other) {
      return lineOf(await run(folder, ['merge-base', '--', one, other]))
    },
    async mergeTree(folder, one, other) {
      const result = await run(folder, ['merge-tree', '--write-tree', '-z', '--no-messages', one, other])
      // Exit 1 tells of conflicts: the tree is written all the same. Git before 2.38 answers 128 or 129.
      if (result.exitCode !== 0 && result.exitCode !== 1) return null
      return /^[0-9a-f]{40,64}/.exec(result.stdout.toString('latin1'))?.[0] ?? null
    },
    async listTree(folder, tree, path) {
      const result = await run(folder, ['ls-tree', '-r', '-z', '--full-tree', tree, '--', path])
      return parseTree(must(result, 'ls-tree').stdout)
    },
    async treeEntries(folder, tree, paths) {
      const result = await run(folder, ['ls-tree', '-z', '--full-tree', tree, '--', ...paths])
      return parseTree(must(result, 'ls-tree').stdout)
    },
    async lastCommitTime(folder, commit, path, added) {
      const filter = added ? ['--diff-filter=A'] : []
      const result = await run(folder, [
        'log',
        '-1',
        '--no-show-signature',
        '--format=%ct',
        ...filter,
        commit,
        '--',
        path,
      ])
      const line = lineOf(must(result, 'log'))
      return line === null ? null : Number(line)
    },
    async readBlobs(folder, blobs) {
      if (blobs.length === 0) return new Map()
      const result = await run(folder, ['cat-file', '--batch'], `${blobs.join('\n')}\n`)
      return parseBatch(must(result, 'cat-file').stdout)
    },
    async changedSince(top, commit) {
      const diff = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', commit, '--']
      const changed = await unlessMissing(run(top, diff))
      const others = await unlessMissing(run(top, ['ls-files', '-z', '--others', '--exclude-standard']))
      if (changed?.exitCode !== 0 || others?.exitCode !== 0) return null
      return [...new Set([...namesIn(changed), ...namesIn(others)])]
    },
    async listIgnored(folder) {
      const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
      return namesIn(must(await run(folder, args), 'ls-files'))
    },
    async remoteUrl(folder) {
      return lineOf((await unlessMissing(run(folder, ['config', '--get', 'remote.origin.url']))) ?? NOTHING)
    },
    async setting(folder, name) {
      return lineOf((await unlessMissing(run(folder, ['config', '--get', '--', name]))) ?? NOTHING)
    },
    async listFiles(folder) {
      const result = await unlessMissing(run(folder, LIST_FILES))
      if (result?.exitCode !== 0) return null
      return [...new Set(namesIn(result))]
    },
    async listPathBytes(top) {
      const result = must(await run(top, LIST_FILES), 'ls-files')
      // Git passes over such a folder with a warning: what lies in it would be in no list.
      const closed = /^warning: could not open directory (.*)$/m.exec(result.stderr.toString('utf8'))
      if (closed === null) return result.stdout
      throw new Refusal({ code: 'unreadable', message: `git cannot look into a folder: ${closed[1]}` })
    },
  }
}

/** Variables like GIT_DIR, which git sets for its own hooks, would point every command at another repository. */
function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  }
}

async function runGit(
  environment: NodeJS.ProcessEnv,
  folder: string,
  args: readonly string[],
  stdin: string | undefined,
): Promise<ProgramResult> {
  const fixed = ['-c', 'core.quotePath=false', '-c', 'core.fsmonitor=false', '--no-pager', '--literal-pathspecs']
  const result = await runProgram({
    file: 'git',
    args: [...fixed, ...args],
    cwd: folder,
    environment,
    timeoutMs: TIMEOUT_MS,
    outputMaxBytes: OUTPUT_MAX_BYTES,
    ...(stdin === undefined ? {} : { stdin }),
  })
  if (result.trouble === null) return result
  throw new Refusal({
    code: 'git-not-usable',
    message: `git ${args[0]} could not run: ${result.trouble}`,
    hint: 'git must be installed and on PATH',
  })
}

const NOTHING: ProgramResult = { exitCode: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), trouble: null }

/** What only looks around works without git too: it is then outside of any repository. */
async function unlessMissing(running: Promise<ProgramResult>): Promise<ProgramResult | null> {
  try {
    return await running
  } catch (error) {
    if (error instanceof Refusal && error.fault.code === 'git-not-usable') return null
    throw error
  }
}

function must(result: ProgramResult, verb: string): ProgramResult {
  if (result.exitCode === 0) return result
  const reason = result.stderr.toString('utf8').trim().split('\n')[0] ?? ''
  throw new Refusal({ code: 'git-failed', message: `git ${verb} ended with ${result.exitCode}: ${reason}` })
}

function lineOf(result: ProgramResult): string | null {
  const line = result.stdout.toString('utf8').replace(/\r?\n$/, '')
  return result.exitCode === 0 && line !== '' ? line : null
}

function isWithin(folder: string, top: string): boolean {
  return folder === top || folder.startsWith(top.endsWith('/') ? top : `${top}/`)
}

function namesIn(result: ProgramResult): readonly string[] {
  return result.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
}

/** Rows `mode type oid<TAB>path`, each ended by NUL. */
function parseTree(bytes: Buffer): readonly TreeFile[] {
  return bytes
    .toString('utf8')
    .split('\0')
    .filter((row) => row !== '')
    .map((row) => {
      const tab = row.indexOf('\t')
      const [mode = '', , blob = ''] = row.slice(0, tab).split(' ')
      const kind = mode.startsWith('100') ? 'file' : mode === '120000' ? 'link' : 'other'
      return { path: row.slice(tab + 1), kind, blob }
    })
}

/** Records `oid type size<LF>bytes<LF>`; a blob that is not there is left out. */
function parseBatch(bytes: Buffer): ReadonlyMap<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>()
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(0x0a, at)
    if (end === -1) break
    const [oid = '', type = '', size = ''] = bytes.toString('latin1', at, end).split(' ')
    at = end + 1
    if (type === 'missing') continue
    blobs.set(oid, bytes.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return blobs
}
