/** One step of a plan. `before` is null where the file does not exist yet, `after` is null where it goes. */
export type PlanStep = {
  readonly kind: 'write-file'
  /** Absolute path. */
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  /** Octal permission bits for a new file; existing files keep theirs. */
  readonly mode?: number
  /** One line for the person who reads the plan. */
  readonly why: string
}

/** What a writing command would do: printed as it is, applied only on `--apply`. */
export type Plan = { readonly steps: readonly PlanStep[]; readonly notes: readonly string[] }

/** Whether applying the plan would change nothing. */
export function isEmptyPlan(plan: Plan): boolean {
  return plan.steps.every((step) => step.before === step.after)
}
