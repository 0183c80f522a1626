import type { HarnessName } from '../harness.ts'
import type { Permit } from '../policy/permit.ts'

/** What a failing check asks for. Absent means `deny`, or the effect of the `all` around it. */
export type Effect = 'deny' | 'ask' | 'warn'

/** When a check is looked at. `before-tool` sees the call, the others see the work tree. */
export type Moment = 'before-tool' | 'session-start' | 'after-tool' | 'stop' | 'validate'

type Common = { readonly effect?: Effect | undefined }
type TextCheck = {
  readonly paths: readonly string[]
  readonly pattern: string
  readonly flags?: string | undefined
}

/** One check of a decision, keys starting with `x-` left out. The schemas in check-table.ts accept exactly this. */
export type Check =
  | (Common & { readonly kind: 'tool_denied'; readonly tools: readonly string[] })
  | (Common & { readonly kind: 'command_denied'; readonly commands: readonly string[] })
  | (Common & {
      readonly kind: 'command_policy'
      /** `audit` only reports. */
      readonly mode: 'audit' | 'enforce'
      /** What passes by name. Only a person adds it. */
      readonly permit?: readonly Permit[] | undefined
    })
  | (Common & {
      readonly kind: 'write_denied'
      readonly paths: readonly string[]
      readonly except?: readonly string[] | undefined
    })
  | (Common & { readonly kind: 'path_exists'; readonly path: string })
  | (Common & { readonly kind: 'path_absent'; readonly path: string })
  | (Common & TextCheck & { readonly kind: 'text_required' })
  | (Common & TextCheck & { readonly kind: 'text_forbidden' })
  | (Common & {
      readonly kind: 'append_only'
      /** Absent: the decision log. */
      readonly paths?: readonly string[] | undefined
      readonly shell?: 'guard' | undefined
    })
  | (Common & {
      readonly kind: 'hooks_registered'
      readonly harnesses?: readonly HarnessName[] | undefined
      readonly events?: readonly string[] | undefined
    })
  | (Common & {
      readonly kind: 'command_passes'
      readonly argv: readonly string[]
      /** Seconds. */
      readonly timeout?: number | undefined
    })
  | (Common & {
      readonly kind: 'evidence_required'
      /** The id of the evidence: `evidence run --id`. */
      readonly criterion: string
      /** The command that it has to be of; absent where any will do. */
      readonly argv?: readonly string[] | undefined
      /** Such as `90m`, `24h`, `7d`. */
      readonly max_age?: string | undefined
    })
  | (Common & { readonly kind: 'all'; readonly checks: readonly Check[] })

export type CheckKind = Check['kind']

/** The check of one kind. */
export type CheckOf<K extends CheckKind> = Extract<Check, { readonly kind: K }>

/** Kind by kind, the moments at which it is evaluated. `all` follows its parts. */
export const CHECK_MOMENTS: Readonly<Record<CheckKind, readonly Moment[]>> = {
  tool_denied: ['before-tool'],
  command_denied: ['before-tool'],
  command_policy: ['before-tool'],
  write_denied: ['before-tool', 'after-tool', 'stop'],
  path_exists: ['session-start', 'after-tool', 'stop', 'validate'],
  path_absent: ['session-start', 'after-tool', 'stop', 'validate'],
  text_required: ['before-tool', 'stop', 'validate'],
  text_forbidden: ['before-tool', 'stop', 'validate'],
  append_only: ['before-tool', 'after-tool', 'stop', 'validate'],
  hooks_registered: ['before-tool', 'session-start', 'after-tool', 'stop', 'validate'],
  command_passes: ['stop', 'validate'],
  evidence_required: ['stop', 'validate'],
  all: ['before-tool', 'session-start', 'after-tool', 'stop', 'validate'],
}

const STRICTNESS: Readonly<Record<Effect, number>> = { deny: 2, ask: 1, warn: 0 }

/** The effect that a part has: its own, else the one of the check around it. */
export function effectOf(check: Check, outer: Effect = 'deny'): Effect {
  return check.effect ?? outer
}

/** Whether the first effect is stricter than the second. */
export function isStricter(effect: Effect, than: Effect): boolean {
  return STRICTNESS[effect] > STRICTNESS[than]
}

/** The check itself and, for `all`, every part of it at any depth. */
export function flattenCheck(check: Check): readonly Check[] {
  return check.kind === 'all' ? [check, ...check.checks.flatMap(flattenCheck)] : [check]
}
