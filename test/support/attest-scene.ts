import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CreateAttestationInput, createAttestation } from '../../src/app/attest/create-attestation.ts'
import { exportAttestation } from '../../src/app/attest/export-attestation.ts'
import { verifyAttestation } from '../../src/app/attest/verify-attestation.ts'
import { openEventLogs } from '../../src/store/event-log-store.ts'
import { openEvidenceStore } from '../../src/store/evidence-store.ts'
import { openFiles } from '../../src/store/files.ts'
import { openWorkTrees } from '../../src/store/work-trees.ts'
import { openGit } from '../../src/sys/git.ts'
import { openSignatures } from '../../src/sys/ssh-keygen.ts'
import { snapshotsOf } from './snapshots.ts'

const git = openGit(process.env)
const PARTS = {
  files: openFiles(),
  git,
  evidence: openEvidenceStore(),
  events: openEventLogs({ startOf: () => null, now: () => new Date() }),
  snapshots: snapshotsOf(git),
  signatures: openSignatures(process.env),
  workTrees: openWorkTrees(git),
}
const ASKED: Omit<CreateAttestationInput, 'repo'> = {
  spec: 'SPEC.md',
  output: 'review.json',
  maker: 'maker-a',
  checker: 'checker-b',
  session: 's1',
  verdict: 'approved',
  bind: [],
  work: null,
  signKey: null,
  signer: null,
  force: false,
}

/** A folder of its own with a repository in it, and the use cases of attestation over the real disk and git. */
export type AttestScene = ReturnType<typeof openAttestScene>

export function openAttestScene(files: Readonly<Record<string, string>> = { 'SPEC.md': 'spec', 'src/a.ts': 'a' }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-attest-')))
  const repo = join(root, 'work')
  cpSync(emptyRepository(), repo, { recursive: true })
  const write = (path: string, text: string, top = repo) => {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  const run = (...args: readonly string[]) => gitIn(repo, args)
  return {
    root,
    repo,
    write,
    git: run,
    commit() {
      run('add', '-A')
      run('commit', '-q', '-m', 'state')
    },
    create: (asked: Partial<CreateAttestationInput> = {}) =>
      createAttestation({ ...PARTS, cwd: repo }, { ...ASKED, repo: null, ...asked }),
    verify: (file = 'review.json', asked: { repo?: string; allowedSigners?: string; cwd?: string } = {}) => {
      const { repo: named = null, allowedSigners = null, cwd = repo } = asked
      return verifyAttestation({ ...PARTS, cwd }, { file, repo: named, allowedSigners })
    },
    exported: (file: string, signKey: string | null = null, signer: string | null = null) =>
      exportAttestation({ ...PARTS, cwd: repo }, { file, signKey, signer }),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}

let template: string | null = null

/** `git init` once: copying the folder is faster than a process. */
function emptyRepository(): string {
  if (template !== null) return template
  template = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-attest-git-')))
  process.on('exit', () => rmSync(template ?? '', { recursive: true, force: true }))
  gitIn(template, ['init', '-q', '-b', 'main', '--template='])
  return template
}

export function gitIn(folder: string, args: readonly string[]): string {
  const fixed = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always']
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  return execFileSync('git', [...fixed, ...args], { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' })
}
