import type { HarnessName } from '../../../core/harness.ts'
import type { Level } from '../../../core/registration/registration.ts'
import { option } from '../../options.ts'
import { UsageMistake } from '../../trouble.ts'

export const HARNESS_NAMES = ['claude-code', 'codex', 'opencode'] as const satisfies readonly HarnessName[]

const names = HARNESS_NAMES.join(', ')

export const changeOptions = {
  harness: option.list('NAME', `${names}, or all; may be given several times`),
  user: option.toggle('for every project of yours, in your own settings'),
  shared: option.toggle('in the files that are committed, with the program looked up on PATH'),
  apply: option.toggle('write the files'),
}

export const examineOptions = { harness: option.list('NAME', `only these: ${names}`) }

/** The harnesses that were named; none where none was. */
export function harnessesOf(given: readonly string[]): readonly HarnessName[] {
  if (given.includes('all')) return HARNESS_NAMES
  const unknown = given.find((name) => !HARNESS_NAMES.some((known) => known === name))
  if (unknown !== undefined) throw new UsageMistake(`unknown harness: ${unknown}`, `one of ${names}, or all`)
  return HARNESS_NAMES.filter((name) => given.includes(name))
}

/** Writing needs names: a registration is never a guess. */
export function requiredHarnesses(given: readonly string[]): readonly HarnessName[] {
  const harnesses = harnessesOf(given)
  if (harnesses.length === 0) throw new UsageMistake('no harness named', `--harness ${names}, or all`)
  return harnesses
}

export function levelOf({ user, shared }: { readonly user: boolean; readonly shared: boolean }): Level {
  if (user && shared)
    throw new UsageMistake('--user and --shared together', 'name one of them, or none for this machine')
  return user ? 'user' : shared ? 'shared' : 'project'
}
