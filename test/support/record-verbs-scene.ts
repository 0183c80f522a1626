import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AmendRequest, amendRecord } from '../../src/app/records/amend-record.ts'
import { type NewRequest, newRecord } from '../../src/app/records/new-record.ts'
import { type ReviewRequest, reviewRecord } from '../../src/app/records/review-record.ts'
import type { WriteReport } from '../../src/app/records/write-report.ts'
import type { World } from '../../src/app/world.ts'
import { DECISION_KIND_TEXT } from '../../src/core/records/decision-kind.ts'
import { DECISION_SCHEMA_TEXT } from '../../src/core/records/decision-schema.ts'
import type { VerdictWord } from '../../src/core/records/quorum.ts'
import { openEvidenceStore } from '../../src/store/evidence-store.ts'
import { openFiles } from '../../src/store/files.ts'
import { openRecordWrites } from '../../src/store/record-writes.ts'
import { openGit } from '../../src/sys/git.ts'
import { openSignatures } from '../../src/sys/ssh-keygen.ts'
import { makeScratch, type Scratch } from './scratch.ts'

type Fields = Readonly<Record<string, unknown>>

/** Decisions in a folder of their own, and the verbs in this process, on the real disk. */
export type RecordsScene = Scratch & {
  readonly world: World
  /** Why an agent may be the one who types. */
  agent: string | null
  create(fields: Fields, more?: Partial<NewRequest>): Promise<WriteReport>
  amend(id: string, set: Fields | null, more?: Partial<AmendRequest>): Promise<WriteReport>
  review(id: string, verdict: VerdictWord, by: string, more?: Partial<ReviewRequest>): Promise<WriteReport>
  read(path: string): string
}

/** What every decision needs; `proposal` and `decision` of it. */
const FIELDS: Fields = {
  schema: 1,
  title: 'Where the queue lives',
  state: 'proposed',
  area: 'orders',
  source: { via: 'cli' },
  question: 'Where do orders wait?',
  options: [
    { id: 'a', label: 'In memory', how: 'A list.', tradeoff: 'None.' },
    { id: 'b', label: 'In Postgres', how: 'A list.', tradeoff: 'None.' },
  ],
  choice: null,
  rejected: [],
  supersedes: [],
  evidence: [],
  decided_by: null,
  decided_on: null,
  reviews: [],
  constrains: ['path:src/queue'],
}

export function proposal(more: Fields = {}): Fields {
  return { ...FIELDS, ...more }
}

export function decision(more: Fields = {}): Fields {
  const choice = { option: 'b', reason: 'It survives a crash.' }
  return { ...FIELDS, state: 'decided', choice, decided_by: 'ana', decided_on: '2026-11-01', ...more }
}

/** Where the real thing is a git repository it has a commit with the kind in it, which is base. */
export function recordsScene(how: { readonly git?: boolean; readonly trust?: object } = {}): RecordsScene {
  const scratch = makeScratch()
  scratch.write('docs/decision.kind.mjs', DECISION_KIND_TEXT)
  scratch.write('docs/decision.schema.json', DECISION_SCHEMA_TEXT)
  const declaration = { name: 'shop', schema: 1, members: [], quorum: 2, records: [{ kind: 'docs/decision.kind.mjs' }] }
  scratch.write('chant.workspace.json', JSON.stringify(declaration))
  if (how.trust !== undefined) scratch.write('.chant/trust.json', JSON.stringify({ schema: 1, ...how.trust }))
  if (how.git === true) {
    scratch.initGit()
    scratch.commit()
  }
  const environment = { ...process.env, HOME: scratch.home, GIT_CONFIG_NOSYSTEM: '1' }
  const clock = { now: () => new Date('2026-11-02T12:00:00Z'), today: () => '2026-11-02' }
  const input = join(scratch.root, 'input.json')
  const given = (fields: Fields) => {
    writeFileSync(input, JSON.stringify(fields))
    return input
  }
  const scene: RecordsScene = {
    ...scratch,
    agent: null,
    // The verbs ask for no more of the world than this.
    world: {
      cwd: scratch.repo,
      environment: {},
      clock,
      files: openFiles(),
      git: openGit(environment),
      evidence: openEvidenceStore(),
      signatures: openSignatures(environment),
      recordWrites: openRecordWrites({ environment: {}, now: clock.now }),
      logs: { find: async () => [] },
      guard: { whyNoPerson: async () => scene.agent },
    } as unknown as World,
    read: (path) => readFileSync(join(scratch.repo, path), 'utf8'),
    create: (fields, more) =>
      newRecord(scene.world, {
        kind: null,
        from: given(fields),
        prefix: null,
        by: null,
        sign: null,
        dryRun: false,
        ...more,
      }),
    amend: (id, set, more) =>
      amendRecord(scene.world, {
        id,
        kind: null,
        set: set === null ? null : given(set),
        unset: [],
        expect: null,
        sign: null,
        dryRun: false,
        ...more,
      }),
    review: (id, verdict, by, more) =>
      reviewRecord(scene.world, {
        id,
        kind: null,
        verdict,
        by,
        note: null,
        sign: null,
        expect: null,
        dryRun: false,
        ...more,
      }),
  }
  return scene
}
