import type { JsonValue } from '../../core/codec/json.ts'
import { renderNewDecision } from '../../core/decisions/write-decision-file.ts'
import { Refusal } from '../../core/fault.ts'
import type { Plan, PlanStep } from '../../core/plan.ts'
import type { World } from '../world.ts'

export type StartLogReport = {
  readonly kind: 'start-log'
  readonly project: string
  readonly plan: Plan
  readonly applied: boolean
}

type FirstDecision = {
  readonly id: string
  readonly title: string
  readonly rationale: string
  readonly check: JsonValue
}

const FIRST: readonly FirstDecision[] = [
  {
    id: 'HDR-001',
    title: 'Decision records are append-only',
    rationale: 'A decision is only worth following if nobody can rewrite what was decided and why.',
    check: { kind: 'append_only', shell: 'guard' },
  },
  {
    id: 'HDR-002',
    title: 'Hooks are registered for every lifecycle event',
    rationale: 'A decision that no hook checks is only a text.',
    check: { kind: 'hooks_registered' },
  },
]

/** Plans a new log at the top of the repository, or in the folder itself outside of one; writes it on `apply`. */
export async function startLog(
  world: Pick<World, 'cwd' | 'git' | 'files' | 'logs' | 'clock'>,
  input: { readonly apply: boolean },
): Promise<StartLogReport> {
  const top = await world.git.topLevel(world.cwd)
  const project = top ?? (await world.files.resolve(world.cwd))
  const existing = (await world.logs.find(project)).find((each) => top === null || each === top)
  if (existing !== undefined) throw exists(existing)
  const plan: Plan = { steps: FIRST.map((decision) => stepFor(project, world.clock.today(), decision)), notes: [] }
  if (input.apply) await world.files.apply(plan)
  return { kind: 'start-log', project, plan, applied: input.apply }
}

function stepFor(project: string, date: string, decision: FirstDecision): PlanStep {
  return {
    kind: 'write-file',
    path: `${project}/.hdr/decisions/${decision.id}.json`,
    before: null,
    after: renderNewDecision({ ...decision, date }),
    why: decision.title,
  }
}

function exists(project: string): Refusal {
  return new Refusal({
    code: 'log-exists',
    message: `a decision log exists in ${project}`,
    hint: 'bylaw decisions list',
  })
}
