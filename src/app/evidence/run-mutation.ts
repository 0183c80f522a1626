import { Refusal } from '../../core/fault.ts'
import type { LeftMutants, MutationRun, TriedMutant } from '../../core/mutation/mutation-record.ts'
import type { MutantPlan } from '../../core/mutation/plan-mutants.ts'
import type { World } from '../world.ts'
import type { CriterionRun } from '../world-evidence.ts'
import type { CopyRoom, TreeCopy } from '../world-mutation.ts'
import { type CleanControl, controlClean } from './clean-control.ts'
import { type Tried, tryMutants } from './try-mutants.ts'

/** How mutants are tried. */
export type MutationRequest = {
  readonly id: string
  readonly argv: readonly string[]
  readonly timeoutS: number
  readonly workers: number | null
  readonly timeLimitS: number | null
  readonly stopAtFirstSurvivor: boolean
  /** Names to copy although copies leave them out. */
  readonly include: readonly string[]
}

export type Mutation = {
  readonly input: MutationRequest
  readonly room: CopyRoom
  readonly plan: MutantPlan
  /** The texts of the files that are changed. */
  readonly texts: ReadonlyMap<string, string>
}

const NOTHING_TRIED: Tried = { mutants: [], left: [], reason: null }

/** The clean control, then the mutants, unless it did not pass. */
export async function runMutation(world: World, { input, room, plan, texts }: Mutation) {
  const startMs = world.clock.now().getTime()
  const startedAt = `${new Date(startMs).toISOString().slice(0, 19)}Z`
  const progress = openProgress(world, input.id, plan.planned.length)
  try {
    const runner = criterionIn(world, { input, room, endMs: startMs + (input.timeLimitS ?? Infinity) * 1000 })
    const control = await controlClean(await makeCopies(world, { input, room, plan }), runner.runWhole)
    progress.controlled()
    const { planned } = plan
    const { copies, verdict } = control
    const { stopAtFirstSurvivor } = input
    const trial = { planned, texts, copies, stopAtFirstSurvivor, run: runner.runInTime, onTried: progress.tried }
    const tried = verdict === 'passed' ? await tryMutants(trial) : NOTHING_TRIED
    const run: MutationRun = {
      id: input.id,
      argv: input.argv,
      baseCommit: await world.git.commit(world.cwd, 'HEAD').catch(() => null),
      startedAt,
      timeoutS: input.timeoutS,
      clean: { verdict, exitCode: control.run.exitCode, durationMs: control.run.durationMs },
      mutants: tried.mutants,
      left: verdict === 'passed' ? leftOf(plan, tried) : [],
      included: [...new Set(input.include)],
      outerLinks: room.outerLinks.map(({ path }) => path),
    }
    return { run, ...aboutControl(control) }
  } finally {
    progress.stop()
  }
}

function aboutControl({ run, copies, isLoner }: CleanControl) {
  return { trouble: run.trouble, workers: copies.length, isLoner }
}

function leftOf({ left }: MutantPlan, tried: Tried): readonly LeftMutants[] {
  const ids = (mutants: readonly { readonly id: string }[]) => mutants.map(({ id }) => id)
  return [
    ...(left.length === 0 ? [] : [{ reason: 'max-mutants' as const, ids: ids(left) }]),
    ...(tried.reason === null || tried.left.length === 0 ? [] : [{ reason: tried.reason, ids: ids(tried.left) }]),
  ]
}

async function makeCopies(world: World, { input, room, plan }: Omit<Mutation, 'texts'>): Promise<readonly TreeCopy[]> {
  const applicable = plan.planned.filter(({ at }) => at !== null).length
  const wanted = Math.floor(input.workers ?? world.copies.parallelism)
  const copies: TreeCopy[] = []
  while (copies.length < Math.max(1, Math.min(wanted, applicable))) copies.push(await room.copy())
  return copies
}

type Running = { readonly input: MutationRequest; readonly room: CopyRoom; readonly endMs: number }

function assertGoesOn(room: CopyRoom): void {
  if (!room.isInterrupted()) return
  throw new Refusal({ code: 'mutation/interrupted', message: 'it was interrupted, and keeps no record' })
}

function criterionIn(world: World, { input, room, endMs }: Running) {
  const timeoutMs = input.timeoutS * 1000
  const leftMs = () => endMs - world.clock.now().getTime()
  const run = async (copy: TreeCopy, limitMs: number): Promise<CriterionRun> => {
    assertGoesOn(room)
    const result = await world.criteria.run({ argv: input.argv, cwd: copy.folder, timeoutMs: limitMs, keep: null })
    assertGoesOn(room)
    return result
  }
  return {
    runWhole: (copy: TreeCopy) => run(copy, timeoutMs),
    /** A mutant that the end of all time cuts off was neither noticed nor missed. */
    async runInTime(copy: TreeCopy): Promise<CriterionRun | null> {
      const limitMs = Math.min(timeoutMs, leftMs())
      if (limitMs <= 0) return null
      const result = await run(copy, limitMs)
      return result.kind === 'timeout' && limitMs < timeoutMs ? null : result
    },
  }
}

/** What a person sees meanwhile: how many, how many survived, and about how long it will take. */
function openProgress({ clock, progress }: Pick<World, 'clock' | 'progress'>, id: string, count: number) {
  let [done, survived, startMs] = [0, 0, Number.NaN]
  const stop = progress.show(() => {
    if (Number.isNaN(startMs)) return `${id}: the clean control is running`
    const elapsedS = (clock.now().getTime() - startMs) / 1000
    const rest = done === 0 ? '' : `, about ${restText((elapsedS / done) * (count - done))} left`
    return `${id}: ${done} of ${count} mutants, ${survived} survived${rest}`
  })
  return {
    stop,
    controlled() {
      startMs = clock.now().getTime()
    },
    tried({ outcome }: TriedMutant) {
      done += 1
      if (outcome === 'survived') survived += 1
    },
  }
}

function restText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
