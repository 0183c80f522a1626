import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPlace, type PlaceOptions, type RecordsWorld } from '../../src/app/records/open-place.ts'
import { type KindReading, readKind } from '../../src/app/records/read-kind.ts'
import type { JsonValue } from '../../src/core/codec/json-value.ts'
import { DECISION_KIND_TEXT } from '../../src/core/records/decision-kind.ts'
import { DECISION_SCHEMA_TEXT } from '../../src/core/records/decision-schema.ts'
import { layOut } from '../../src/core/records/layout.ts'
import { recordSeal } from '../../src/core/records/record-seal.ts'
import { reviewDigest } from '../../src/core/records/review-digest.ts'
import { openEvidenceStore } from '../../src/store/evidence-store.ts'
import { openFiles } from '../../src/store/files.ts'
import { openGit } from '../../src/sys/git.ts'
import { openSignatures } from '../../src/sys/ssh-keygen.ts'
import { makeScratch, type Scratch } from './scratch.ts'

type Fields = { readonly [field: string]: JsonValue }

export const KIND_FILE = 'docs/decision.kind.mjs'
const DIGEST_FIELDS = ['reviews', 'seal', 'state', 'closed_digest']

/** A decision that is valid in every state, with the given fields in place of these. */
export function decisionFields(fields: Fields): Fields {
  const isOpen = fields['state'] === 'proposed' || fields['state'] === 'withdrawn'
  return {
    schema: 1,
    id: 'd-001',
    title: 'Use a queue',
    state: 'decided',
    area: 'core',
    source: { kind: 'workspace', member: 'core' },
    question: 'How is work passed on?',
    options: [{ id: 'a', label: 'a queue', how: 'a broker', tradeoff: 'one more part' }],
    choice: isOpen ? null : { option: 'a', reason: 'it holds work' },
    rejected: [],
    supersedes: [],
    evidence: [{ title: 'notes', url: 'https://example.org/notes' }],
    decided_by: isOpen ? null : 'dana',
    decided_on: isOpen ? null : '2026-11-01',
    reviews: [],
    constrains: ['path:src'],
    ...fields,
  }
}

export function decisionText(fields: Fields = {}, body = '\n# Use a queue\n'): string {
  return layOut(decisionFields(fields), body)
}

/** The same, with verdicts on this very text, and with its seal. */
export function ratifiedText(fields: Fields = {}, reviewers: readonly string[] = ['ana', 'bo']): string {
  const body = '\n# Use a queue\n'
  const digest = digestOf(decisionText({ state: 'ratified', ...fields }, body))
  const reviews = reviewers.map((reviewer) => ({ reviewer, verdict: 'agree', on: '2026-11-02', digest }))
  const core = decisionFields({ state: 'ratified', reviews, ...fields })
  const seal = recordSeal({ core, body }, 'markdown-front-matter', 'closed_digest')
  return layOut({ ...core, closed_digest: seal }, body)
}

export function digestOf(text: string): string {
  return reviewDigest(text, 'markdown-front-matter', DIGEST_FIELDS)
}

export type RecordsScene = {
  readonly folder: string
  readonly world: RecordsWorld
  write(path: string, text: string): void
  text(path: string): string
  remove(path: string): void
  git(...args: readonly string[]): string
  /** Commits all there is. */
  commit(): void
  /** A reading of the decision kind. */
  read(options?: PlaceOptions & { readonly kindFile?: string }): Promise<KindReading>
}

const OPENED: Scratch[] = []

/** For the end of a test file. */
export function disposeRecordsScenes(): void {
  for (const scratch of OPENED.splice(0)) scratch.dispose()
}

/** A repository with the decision kind in `docs`, nothing committed. */
export function openRecordsScene(files: Readonly<Record<string, string>> = {}): RecordsScene {
  const scratch = makeScratch()
  OPENED.push(scratch)
  const { repo: folder, write, git, commit } = scratch
  scratch.initGit()
  const world = {
    cwd: folder,
    files: openFiles(),
    git: openGit(process.env),
    evidence: openEvidenceStore(),
    signatures: openSignatures(process.env),
  }
  const all = { [KIND_FILE]: DECISION_KIND_TEXT, 'docs/decision.schema.json': DECISION_SCHEMA_TEXT, ...files }
  for (const [path, text] of Object.entries(all)) write(path, text)
  return {
    folder,
    world,
    write,
    text: (path) => readFileSync(join(folder, path), 'utf8'),
    remove: (path) => rmSync(join(folder, path)),
    git,
    commit,
    async read({ kindFile = KIND_FILE, ...options } = {}) {
      return readKind(world, { place: await openPlace(world, options), kindFile })
    },
  }
}
