import { findEvidence } from './app/evidence/find-evidence.ts'
import type { WorkspaceFacts } from './core/decisions/evaluate-workspace.ts'
import { openEvidenceStore } from './store/evidence-store.ts'
import { openFiles } from './store/files.ts'
import { openSnapshots } from './store/snapshot-store.ts'
import { openClock } from './sys/clock.ts'
import { openGit } from './sys/git.ts'
import { openSignatures } from './sys/ssh-keygen.ts'

/** Looks for evidence on this disk: a script of its own, loaded at the end of a turn where a decision demands it. */
export function findEvidenceHere(
  project: string,
  environment: NodeJS.ProcessEnv,
  stateRoot: string,
): Promise<WorkspaceFacts['evidenceResult']> {
  const git = openGit(environment)
  return findEvidence({
    cwd: project,
    clock: openClock(() => new Date()),
    files: openFiles(),
    evidence: openEvidenceStore(),
    git,
    snapshots: openSnapshots({ git, cacheFolder: `${stateRoot}/snapshots`, workerFile: null, now: Date.now }),
    signatures: openSignatures(environment),
  })
}
