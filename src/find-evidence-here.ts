import { lookForEvidence } from './app/evidence/look-for-evidence.ts'
import type { CheckOf } from './core/decisions/check.ts'
import type { WorkspaceFacts } from './core/decisions/evaluate-workspace.ts'
import { openEvidenceStore } from './store/evidence-store.ts'
import { openFiles } from './store/files.ts'
import { openSnapshots } from './store/snapshot-store.ts'
import { openClock } from './sys/clock.ts'
import { openGit } from './sys/git.ts'
import { openSignatures } from './sys/ssh-keygen.ts'

export type Here = {
  readonly project: string
  readonly environment: NodeJS.ProcessEnv
  readonly stateRoot: string
}

/** Looks for evidence on this disk: a script of its own, loaded at the end of a turn where a decision demands it. */
export function findEvidenceHere(
  { project, environment, stateRoot }: Here,
  wanted: readonly CheckOf<'evidence_required'>[],
): Promise<WorkspaceFacts['evidenceResult']> {
  const git = openGit(environment)
  const reach = {
    cwd: project,
    clock: openClock(() => new Date()),
    files: openFiles(),
    evidence: openEvidenceStore(),
    git,
    snapshots: openSnapshots({ git, cacheFolder: `${stateRoot}/snapshots`, workerFile: null, now: Date.now }),
    signatures: openSignatures(environment),
  }
  return lookForEvidence(reach, wanted)
}
