import { indentedTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { recordStem } from '../../core/evidence/evidence-record.ts'
import { faultOfRequest } from '../../core/evidence/evidence-request.ts'
import { Refusal } from '../../core/fault.ts'
import { applyMutant } from '../../core/mutation/apply-mutant.ts'
import { LEFT_OUT } from '../../core/mutation/left-out.ts'
import { type MutationRun, mutationRecord } from '../../core/mutation/mutation-record.ts'
import { planMutants } from '../../core/mutation/plan-mutants.ts'
import { type SealedRecord, sealRecord } from '../sign/seal-record.ts'
import { prepareKey } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import type { CopyRoom } from '../world-mutation.ts'
import type { SigningKey } from '../world-signatures.ts'
import { type GatheredMutants, gatherMutants, type MutantSources } from './gather-mutants.ts'
import { type MutationRequest, runMutation } from './run-mutation.ts'

export type MutateEvidenceInput = MutationRequest &
  MutantSources & {
    /** The folder of the records, as typed. */
    readonly out: string
    readonly maxMutants: number | null
    readonly signKey: string | null
    readonly signer: string | null
  }

/** A change that the criterion did not notice, with the text around it. */
export type Survivor = {
  readonly file: string
  readonly line: number
  readonly before: string
  readonly after: string
}

export type MutationReport = {
  readonly kind: 'mutation-report'
  readonly run: MutationRun
  /** The first of them. */
  readonly survivors: readonly Survivor[]
  /** As it was written. */
  readonly record: TokenObject
  readonly path: string
  /** Why the criterion could not start, else null. */
  readonly trouble: string | null
  readonly workers: number
  /** It passes only where nothing else runs it. */
  readonly isLoner: boolean
  /** Words of the criterion that name this workspace rather than the copy. */
  readonly namesWorkspace: readonly string[]
  readonly signError: string | null
  /** A folder of copies that could not be taken away, else null. */
  readonly leftBehind: string | null
}

/** Our records and the history of git stay where they are: a worktree's `.git` leads back to the repository. */
const INCLUDABLE = LEFT_OUT.filter((name) => name !== '.git' && name !== '.hpp')

/**
 * Whether a criterion notices broken code: it must pass on a clean copy of the workspace, and fail on copies with one
 * change each (protocol-a 6b). Nothing runs in the workspace itself. Everything that can be refused is refused first.
 */
export async function mutateEvidence(world: World, input: MutateEvidenceInput): Promise<MutationReport> {
  const key = await assertMayRun(world, input)
  const gathered = await gatherMutants(world, input)
  const leftOut = LEFT_OUT.filter((name) => !input.include.includes(name))
  const stop = world.progress.show(() => `${input.id}: copying the tree`)
  const room = await world.copies.open(world.cwd, leftOut).finally(stop)
  let report: Omit<MutationReport, 'leftBehind'>
  try {
    await assertSameTexts(room, gathered)
    const plan = planMutants(gathered.mutants, gathered.texts, input.maxMutants)
    const { run, ...about } = await runMutation(world, { input, room, plan, texts: gathered.texts })
    assertAsTaken(room)
    const { path, sealed } = await keepRecord(world, { input, run, key })
    const survivors = survivorsOf(run, gathered)
    const namesWorkspace = wordsThatName(world, input.argv)
    report = { kind: 'mutation-report', run, survivors, path, ...sealed, ...about, namesWorkspace }
  } catch (error) {
    await room.dispose()
    throw error
  }
  return { ...report, leftBehind: await room.dispose() }
}

/** Variables that name the folder of a call wherever it is. */
const USUAL = /^(?:PWD|OLDPWD|INIT_CWD|_|npm_.*)$/

function wordsThatName({ cwd, environment }: Pick<World, 'cwd' | 'environment'>, argv: readonly string[]) {
  const names = (text: string) =>
    cwd !== '/' && text.split(cwd).some((rest, at) => at > 0 && !/^[\p{L}\p{N}_.-]/u.test(rest))
  const variables = Object.entries(environment).filter(([name, value]) => !USUAL.test(name) && names(value ?? ''))
  return [...argv.filter(names), ...variables.map(([name]) => `$${name}`)]
}

function assertAsTaken(room: CopyRoom): void {
  if (room.isAsTaken()) return
  throw new Refusal({
    code: 'mutation/changed',
    message: 'the copy that all others are made from was changed meanwhile',
    hint: 'a criterion may not touch what lies beside its copy',
  })
}

async function assertMayRun(world: World, input: MutateEvidenceInput): Promise<SigningKey | null> {
  const fault = faultOfRequest({ ...input, artifacts: [], recordEvent: false })
  if (fault !== null) throw new Refusal(fault)
  const numbers = { workers: input.workers, 'max-mutants': input.maxMutants, 'time-limit': input.timeLimitS }
  for (const [name, value] of Object.entries(numbers)) {
    // NaN is no number over 0 either.
    if (value !== null && !(value > 0)) {
      throw new Refusal({ code: 'mutation/bad-limit', message: `--${name} must be a number over 0` })
    }
  }
  const unknown = input.include.find((name) => !INCLUDABLE.includes(name))
  if (unknown !== undefined) {
    const message = `--include takes one of ${INCLUDABLE.join(', ')}, not ${unknown}`
    throw new Refusal({ code: 'mutation/bad-include', message })
  }
  const key = await prepareKey(world, input)
  await world.evidence.assertInside(world.cwd, input.out)
  return key
}

/** Places were found in these texts; a file that was saved meanwhile has others. */
async function assertSameTexts(room: CopyRoom, { texts }: GatheredMutants): Promise<void> {
  for (const [file, text] of texts) {
    if ((await room.read(file)) === text) continue
    throw new Refusal({
      code: 'mutation/changed',
      message: `${file} changed while it was copied`,
      hint: 'run it again',
    })
  }
}

/** So many are shown at most; the record names all. */
const SURVIVORS_MAX = 20

function survivorsOf({ mutants }: MutationRun, gathered: GatheredMutants): readonly Survivor[] {
  const survived = new Set(mutants.flatMap(({ id, outcome }) => (outcome === 'survived' ? [id] : [])))
  const shown = gathered.mutants.filter(({ id }) => survived.has(id)).slice(0, SURVIVORS_MAX)
  return shown.flatMap((mutant): Survivor[] => {
    const before = gathered.texts.get(mutant.file) ?? ''
    const applied = applyMutant(before, mutant)
    if (applied.kind === 'not-applied') return []
    return [{ file: mutant.file, line: applied.line, before, after: applied.text }]
  })
}

type Finished = {
  readonly input: MutateEvidenceInput
  readonly run: MutationRun
  readonly key: SigningKey | null
}

async function keepRecord(world: World, { input, run, key }: Finished) {
  let sealed: SealedRecord = { record: {}, signError: null }
  const stem = recordStem(`${run.id}-mutate`, run.startedAt)
  const path = await world.evidence.create(world.cwd, input.out, stem, async (at) => {
    sealed = await sealRecord(world, key, mutationRecord(run, at))
    return indentedTokenJson(sealed.record)
  })
  return { path, sealed }
}
