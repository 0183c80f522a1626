import type { HeadReader } from '../app/world-hook.ts'
import type { Branches } from '../core/policy/rule.ts'
import { lazyBuiltin } from './lazy-builtin.ts'

const TIMEOUT_MS = 8_000
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/** Reads the last commit's decision files through git, in two processes. Never on the clean path. */
export function openHeadReader(environment: NodeJS.ProcessEnv): HeadReader {
  const git = (folder: string, args: readonly string[], input = '') => runGit(environment, folder, args, input)
  return {
    logAtHead(project) {
      const listing = git(project, ['ls-tree', '-z', 'HEAD', '.hdr/decisions/'])
      return listing === null ? null : readFiles(git, project, listing.toString('utf8'))
    },
    branches: (folder) => readBranches(git, folder),
    commit: (project) => git(project, ['rev-parse', '--verify', '--quiet', 'HEAD'])?.toString('latin1').trim() || null,
    isDirty(project, path) {
      const found = git(project, ['status', '--porcelain', '-z', '--untracked-files=all', '--', path])
      return found !== null && found.length > 0
    },
  }
}

type RunGit = (folder: string, args: readonly string[], input?: string) => Buffer | null

function readFiles(git: RunGit, project: string, listing: string): Readonly<Record<string, string>> {
  const rows = listing.split('\0').flatMap((line) => {
    const match = /^100\d{3} blob ([0-9a-f]+)\t(?:.*\/)?([^/]+\.json)$/.exec(line)
    return match?.[1] && match[2] && !match[2].startsWith('.') ? [{ blob: match[1], name: match[2] }] : []
  })
  if (rows.length === 0) return {}
  const batch = git(project, ['cat-file', '--batch'], `${rows.map((row) => row.blob).join('\n')}\n`)
  return batch === null
    ? {}
    : Object.fromEntries(
        splitBatch(
          batch,
          rows.map((row) => row.name),
        ),
      )
}

/** One line for each local branch: a star for the one that is checked out, its name, and where a push would go. */
function readBranches(git: RunGit, folder: string): Branches | null {
  const format = '--format=%(HEAD)%00%(refname:lstrip=2)%00%(push:lstrip=3)'
  const listing = git(folder, ['for-each-ref', format, 'refs/heads/'])?.toString('utf8')
  if (listing === undefined) return null
  const rows = listing.split('\n').flatMap((line) => {
    const [mark, name, target] = line.split('\0')
    return name ? [{ isHead: mark === '*', name, target: target || null }] : []
  })
  const head = rows.find(({ isHead }) => isHead)
  const unborn = () => git(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD'])?.toString('utf8').trim() || null
  return { current: head?.name ?? unborn(), pushTarget: head?.target ?? null, local: rows.map(({ name }) => name) }
}

/** One header line `<id> blob <size>`, the bytes, a line end; in the order asked for. */
function splitBatch(batch: Buffer, names: readonly string[]): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  let at = 0
  for (const name of names) {
    const end = batch.indexOf(10, at)
    const size = Number(batch.toString('latin1', at, end).split(' ')[2])
    if (!Number.isFinite(size)) break
    found.push([name, batch.toString('utf8', end + 1, end + 1 + size)])
    at = end + size + 2
  }
  return found
}

function runGit(environment: NodeJS.ProcessEnv, folder: string, args: readonly string[], input: string): Buffer | null {
  const { spawnSync } = lazyBuiltin('node:child_process')
  const kept = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'))
  const guarded = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false']
  const result = spawnSync('git', [...guarded, ...args], {
    cwd: folder,
    input,
    env: { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    timeout: TIMEOUT_MS,
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return result.status === 0 ? result.stdout : null
}
