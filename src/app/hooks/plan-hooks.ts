import type { HarnessName } from '../../core/harness.ts'
import type { Plan, PlanStep } from '../../core/plan.ts'
import { HOW_TO_TRUST, type TrustRow, trustLines } from '../../core/registration/codex-trust.ts'
import { withExcluded, withoutExcluded } from '../../core/registration/exclude-lines.ts'
import type { HarnessSide } from '../../core/registration/harness-care.ts'
import type { HarnessFolders, HookProgram, Level, SettingsPlace } from '../../core/registration/registration.ts'
import { hookFolders } from './hook-folders.ts'
import type { HooksWorld } from './hooks-world.ts'
import { type CopyStep, type PlacedProgram, placeProgram } from './place-program.ts'

const WARM_MS = 60_000

export type HooksRequest = {
  readonly action: 'install' | 'remove'
  readonly harnesses: readonly HarnessName[]
  readonly level: Level
  readonly apply: boolean
}

export type HooksPlanReport = {
  readonly kind: 'hooks-plan'
  readonly action: 'install' | 'remove'
  readonly level: Level
  readonly harnesses: readonly HarnessName[]
  readonly copies: readonly CopyStep[]
  readonly plan: Plan
  /** What keeps the registration from working; nothing is written while there is one. */
  readonly problems: readonly { readonly harness: HarnessName; readonly path: string; readonly what: string }[]
  /** What a person without a terminal adds to the harness's configuration to trust the new hooks. */
  readonly trustLines: readonly string[]
  readonly applied: boolean
}

type Part = {
  readonly step: PlanStep
  readonly trustLines: readonly string[]
  readonly notes: readonly string[]
  readonly problems: HooksPlanReport['problems']
}

/** Plans the registration of harnesses, or taking it out, and writes it on `apply`. */
export async function changeHooks(world: HooksWorld, request: HooksRequest): Promise<HooksPlanReport> {
  const folders = await hookFolders(world)
  const placed = request.action === 'install' && request.level !== 'shared' ? await placeProgram(world) : null
  const sides = (await world.hooks.sides()).filter((side) => request.harnesses.includes(side.care.harness))
  const parts: Part[] = []
  for (const side of sides) parts.push(await planHarness(world, folders, side, request, placed))
  const steps = parts.map((part) => part.step)
  const exclude = request.level === 'project' ? await planExclude(world, folders.project, steps, request.action) : []
  const report: HooksPlanReport = {
    kind: 'hooks-plan',
    action: request.action,
    level: request.level,
    harnesses: request.harnesses,
    copies: placed?.copies ?? [],
    plan: { steps: [...exclude, ...steps], notes: [...(placed?.notes ?? []), ...parts.flatMap((part) => part.notes)] },
    problems: parts.flatMap((part) => part.problems),
    trustLines: parts.flatMap((part) => part.trustLines),
    applied: false,
  }
  if (!request.apply || report.problems.length > 0) return report
  await applyHooks(world, report, placed?.warm ?? null)
  return { ...report, applied: true }
}

/**
 * 1. the program and its code caches: a crash after it leaves files that nobody names;
 * 2. the lines that keep this machine's paths out of commits;
 * 3. the registrations, each whole or as it was.
 */
async function applyHooks(
  world: HooksWorld,
  { copies, plan }: HooksPlanReport,
  warm: PlacedProgram['warm'],
): Promise<void> {
  for (const { from, to } of copies) await world.hooks.copyFile(from, to)
  // Where it fails the hook only starts slower: a folder that is not ours to write, a full disk.
  if (warm !== null) await world.hooks.run({ argv: warm, cwd: world.cwd, stdin: '', timeoutMs: WARM_MS })
  await world.files.apply(plan)
}

async function planHarness(
  world: HooksWorld,
  folders: HarnessFolders,
  side: HarnessSide,
  { action, level }: HooksRequest,
  placed: PlacedProgram | null,
): Promise<Part> {
  const place = side.registration.target(folders, level)
  const before = await world.files.readText(place.path)
  if (action === 'remove') {
    const step = side.registration.planRemove(place, before)
    return { step, notes: [], trustLines: [], problems: [] }
  }
  const program: HookProgram = placed?.program ?? { kind: 'on-path' }
  const step = side.registration.planInstall(place, before, program)
  const open = (await trustRows(world, folders, side, step)).filter((row) => row.trust !== 'trusted')
  const restart = step.before !== step.after && !side.care.seesChangesAtOnce
  return {
    step,
    notes: [
      ...(restart ? [`${side.care.title}: start running sessions again`] : []),
      ...(open.length === 0 ? [] : [HOW_TO_TRUST]),
    ],
    trustLines: trustLines(open),
    problems: [...whatDropsUs(side, place, step), ...(await whatWouldBeCommitted(world, folders.project, side, place))],
  }
}

/** The planned text is read as the harness would read it: a registration that would not run is not written. */
function whatDropsUs(side: HarnessSide, place: SettingsPlace, step: PlanStep): HooksPlanReport['problems'] {
  const { harness } = side.care
  const seen = side.registration.inspect(place, step.after ?? '')
  const running = new Set(seen.ours.map((row) => row.event))
  const missing = side.registration.events.filter((event) => !running.has(event))
  const faults = missing.length === 0 ? [] : seen.faults
  const whats = missing.length > 0 && faults.length === 0 ? [`no hook would run at ${missing.join(', ')}`] : faults
  return [
    ...whats,
    ...seen.switches.filter((phrase) => !phrase.startsWith('env.')).map((phrase) => `it holds the switch ${phrase}`),
  ].map((what) => ({ harness, path: place.path, what }))
}

async function whatWouldBeCommitted(
  world: HooksWorld,
  project: string,
  side: HarnessSide,
  place: SettingsPlace,
): Promise<HooksPlanReport['problems']> {
  if (place.level !== 'project' || !(await world.hooks.isTracked(project, place.path))) return []
  const what = 'git tracks this file, so paths of this machine would be committed: use --shared or --user'
  return [{ harness: side.care.harness, path: place.path, what }]
}

async function trustRows(
  world: HooksWorld,
  folders: HarnessFolders,
  { care }: HarnessSide,
  step: PlanStep,
): Promise<readonly TrustRow[]> {
  if (care.trust === null) return []
  const config = await world.files.readText(care.trust.configFile(folders))
  return care.trust.rows(config, step.path, step.after ?? '')
}

async function planExclude(
  world: HooksWorld,
  project: string,
  steps: readonly PlanStep[],
  action: 'install' | 'remove',
): Promise<readonly PlanStep[]> {
  const path = await world.hooks.gitExcludeFile(project)
  if (path === null) return []
  const written = steps.filter((step) => (action === 'install' ? step.after !== null : step.after === null))
  const relative = written.map((step) => step.path.slice(project.length + 1))
  const before = await world.files.readText(path)
  const after = action === 'install' ? withExcluded(before, relative) : before && withoutExcluded(before, relative)
  return before === after
    ? []
    : [{ kind: 'write-file', path, before, after, why: 'keep paths of this machine out of commits' }]
}
