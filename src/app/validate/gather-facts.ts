import type { CheckOf } from '../../core/decisions/check.ts'
import { commandDigest } from '../../core/decisions/command-digest.ts'
import type { CommandResult, WorkspaceFacts } from '../../core/decisions/evaluate-workspace.ts'
import type { EvidenceReach } from '../evidence/find-evidence.ts'
import { lookForEvidence } from '../evidence/look-for-evidence.ts'
import type { World } from '../world.ts'

const TIMEOUT_SECONDS = 300

/** How commands and registrations are to be treated. */
export type FactOptions = {
  /** A person asked for every `command_passes` to run. */
  readonly run: boolean
  /** In a build there are no registrations to look at. */
  readonly registrations: boolean
}

export type FactWorld = EvidenceReach & Pick<World, 'workTrees' | 'processes' | 'acceptances' | 'registrations'>

export type Command = CheckOf<'command_passes'>

/** Collects all that checks may ask, before any of them is decided. Commands run here, one after the other. */
export async function gatherFacts(
  world: FactWorld,
  project: string,
  commands: readonly Command[],
  options: FactOptions & { readonly evidence: readonly CheckOf<'evidence_required'>[] },
): Promise<WorkspaceFacts> {
  const tree = await world.workTrees.open(project)
  const events = options.registrations ? await world.registrations.hookEvents(project) : new Map()
  const results = await runCommands(world, project, commands, options.run)
  const { compileTextPattern } = await import('../../core/codec/text-pattern.ts')
  return {
    ...tree,
    matchText(pattern, flags, text) {
      const matcher = compileTextPattern(pattern, flags)
      return matcher.ok && matcher.value(text)
    },
    hookEvents: (harness) => events.get(harness) ?? 'no-registration',
    evidenceResult: await lookForEvidence({ ...world, cwd: project }, options.evidence),
    commandResult: (argv, timeoutSeconds) => results.get(commandDigest(argv, timeoutSeconds)) ?? 'not-run',
  }
}

async function runCommands(
  world: FactWorld,
  project: string,
  commands: readonly Command[],
  run: boolean,
): Promise<ReadonlyMap<string, CommandResult>> {
  const results = new Map<string, CommandResult>()
  for (const { argv, timeout } of commands) {
    const digest = commandDigest(argv, timeout)
    if (results.has(digest)) continue
    const allowed = run || (await world.acceptances.isAccepted(project, digest))
    results.set(digest, allowed ? await runCommand(world, project, argv, timeout) : 'not-accepted')
  }
  return results
}

async function runCommand(
  world: FactWorld,
  project: string,
  argv: readonly string[],
  timeout: number | undefined,
): Promise<CommandResult> {
  const result = await world.processes.run({ argv, cwd: project, timeoutMs: (timeout ?? TIMEOUT_SECONDS) * 1000 })
  return result.exitCode === 0 ? 'passed' : 'failed'
}
