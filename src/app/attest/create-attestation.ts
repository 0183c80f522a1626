import { type Actors, areTwoActors, lookAlike, stripActors } from '../../core/attest/actors.ts'
import {
  ATTESTATION_SCHEMA,
  attestationRecord,
  isSessionName,
  signedText,
  type Verdict,
} from '../../core/attest/attestation-record.ts'
import { BINDABLE, type Bindable, type Bindings } from '../../core/attest/bindings.ts'
import { indentedTokenJson, isTokenObject, parseTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import { findEventLog } from '../events/find-event-log.ts'
import { anchorOf } from '../events/read-anchors.ts'
import { prepareKey, signRecord } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import type { SnapshotEntry } from '../world-snapshots.ts'
import { lookAtBindings } from './look-at-bindings.ts'
import { holdsRecords, notCovered } from './not-covered.ts'
import { absolute, openRepository, pathBelow, type Repository, takeSnapshot } from './open-repository.ts'
import { RECORD_BYTES_MAX } from './read-record-file.ts'

export type CreateAttestationInput = Actors & {
  readonly repo: string | null
  readonly spec: string
  readonly output: string
  readonly session: string
  /** The piece of work whose event log is anchored; null for that of the project. */
  readonly work: string | null
  readonly verdict: Verdict
  readonly bind: readonly string[]
  readonly signKey: string | null
  readonly signer: string | null
  readonly force: boolean
}

export type CreatedAttestation = {
  readonly kind: 'created-attestation'
  readonly file: string
  readonly record: TokenObject
  readonly verdict: Verdict
  readonly fileCount: number
  readonly words: readonly Bindable[]
  readonly signer: string | null
  readonly notices: readonly string[]
}

type Creating = Pick<World, 'cwd' | 'files' | 'git' | 'evidence' | 'events' | 'snapshots' | 'signatures'>

/**
 * Writes down that a checker judged exactly this work tree (protocol-a 9). Everything that can be refused is, in the
 * order of the protocol, before the tree is read; a key is tried first too. Nothing is written unless all of it worked.
 */
export async function createAttestation(world: Creating, input: CreateAttestationInput): Promise<CreatedAttestation> {
  const repository = await openRepository(world, input.repo)
  const actors = readActors(input)
  const words = readWords(input.bind)
  if (!isSessionName(input.session)) {
    const message = 'session must be 1 to 128 letters, digits or ._:-, and begin with a letter or digit'
    throw new Refusal({ code: 'attest/bad-session', message })
  }
  const spec = await readSpec(world, repository, input.spec)
  const { head } = repository
  if (head === null) throw new Refusal({ code: 'attest/no-commit', message: 'the repository has no commit: no HEAD' })
  const key = await prepareKey(world, { signKey: input.signKey, signer: input.signer ?? actors.checker })
  const file = await world.files.resolve(absolute(world.cwd, input.output))
  assertNotGit(repository, file, input.output)
  const entries = await takeSnapshot(world, repository.top, file)
  const bindings = words.length === 0 ? null : await bind(world, repository, { entries, words })
  const { session, verdict } = input
  const { repo, top } = repository
  const anchor = await anchorOf(world, await findEventLog({ ...world, cwd: top }, input.work))
  const plain = attestationRecord({ repo, baseCommit: head, spec, actors, session, verdict, entries, bindings, anchor })
  const record = key === null ? plain : { ...plain, signature: await signRecord(world, key, signedText(plain)) }
  const notices = [
    ...(await notCovered(world, repository.top, { entries, words })),
    ...aboutRecords(entries, words),
    ...(key === null ? ['not signed: whoever can write the file can change what it says'] : []),
  ]
  await write(world, { file, shown: input.output, text: indentedTokenJson(record), force: input.force })
  const fileCount = entries.length
  const signer = key?.signer ?? null
  return { kind: 'created-attestation', file: input.output, record, verdict, fileCount, words, signer, notices }
}

function assertNotGit({ top }: Repository, file: string, shown: string): void {
  if (!(pathBelow(top, file) ?? '').split('/').includes('.git')) return
  throw new Refusal({ code: 'attest/bad-output', message: `the output lies in git's own folder: ${shown}` })
}

function readActors(input: Actors): Actors {
  const actors = stripActors(input)
  if (areTwoActors(actors) && !lookAlike(actors)) return actors
  throw new Refusal({ code: 'attest/bad-actors', message: 'maker and checker must be different non-empty actors' })
}

function readWords(bind: readonly string[]): readonly Bindable[] {
  const unknown = bind.find((word) => !BINDABLE.some((one) => one === word))
  if (unknown === undefined) return BINDABLE.filter((word) => bind.includes(word))
  const message = `nothing to bind by this name: ${unknown}`
  throw new Refusal({ code: 'attest/bad-bind', message, hint: `--bind takes ${BINDABLE.join(', ')}` })
}

async function readSpec(world: Creating, { top }: Repository, spec: string) {
  const place = absolute(world.cwd, spec)
  if ((await world.files.kindOf(place)) !== 'file') {
    throw new Refusal({ code: 'attest/no-spec', message: `spec not found: ${spec}` })
  }
  const path = pathBelow(top, await world.files.resolve(place))
  const sha256 = path === null ? null : await world.evidence.hash(top, path)
  if (path !== null && sha256 !== null) return { path, sha256 }
  throw new Refusal({ code: 'attest/spec-outside', message: `spec must be inside the repository: ${spec}` })
}

async function bind(
  world: Creating,
  repository: Repository,
  asked: { readonly entries: readonly SnapshotEntry[]; readonly words: readonly Bindable[] },
): Promise<Bindings> {
  const { bindings, empty } = await lookAtBindings(world, repository, asked)
  if (empty.length > 0) {
    throw new Refusal({
      code: 'attest/empty-submodule',
      message: `submodule not covered, as it is not checked out: ${empty.join(', ')}`,
      hint: 'git submodule update --init --recursive',
    })
  }
  if (!asked.words.includes('remote') || bindings.remoteSha256 !== null) return bindings
  const message = 'there is no remote named origin that another machine could name'
  throw new Refusal({ code: 'attest/no-remote', message, hint: 'leave --bind remote out, or add the remote' })
}

/** What `--force` may replace. */
function isAttestation(text: string): boolean {
  const parsed = parseTokenJson(text, { file: 'output' })
  return parsed.ok && isTokenObject(parsed.value) && parsed.value['schema'] === ATTESTATION_SCHEMA
}

async function write(
  { files }: Pick<World, 'files'>,
  { file, shown, text, force }: { file: string; shown: string; text: string; force: boolean },
): Promise<void> {
  const before = await files.readText(file, RECORD_BYTES_MAX)
  if (before !== null && !isAttestation(before)) {
    const message = `a file that is no attestation is there already: ${shown}`
    throw new Refusal({ code: 'attest/exists', message, hint: 'name another --output' })
  }
  if (before !== null && before !== text && !force) {
    throw new Refusal({
      code: 'attest/exists',
      message: `another file is there already: ${shown}`,
      hint: 'name another --output, or replace it with --force',
    })
  }
  const why = 'the attestation'
  await files.apply({ steps: [{ kind: 'write-file', path: file, before, after: text, mode: 0o644, why }], notes: [] })
}

function aboutRecords(entries: readonly SnapshotEntry[], words: readonly Bindable[]): readonly string[] {
  if (!holdsRecords(entries, words)) return []
  return ['.hpp/ is part of what was attested, so the next event or record there ends it: ignore .hpp/, or --bind tree']
}
