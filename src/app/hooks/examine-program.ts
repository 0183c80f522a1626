import type { HarnessSide } from '../../core/registration/harness-care.ts'
import type { HookRunResult } from '../world-hooks.ts'
import { type Finding, installLine } from './finding.ts'
import type { HooksWorld } from './hooks-world.ts'

const TIMEOUT_MS = 20_000
/** A hook that takes longer is felt at every call. */
const SLOW_MS = 1_000
/** A payload that is cut short: the hook must refuse what it cannot read. */
const CUT_PAYLOAD = '{"hook_event_name":"PreToolUse","tool_na'

/** Starts each registered command the way the harness does: with a harmless payload, and with one that is cut short. */
export async function examineProgram(
  world: HooksWorld,
  side: HarnessSide,
  commands: readonly string[],
): Promise<readonly Finding[]> {
  const distinct = [...new Set(commands.map(withoutMissingBranch))]
  return world.hooks.inTemporaryFolder(async (folder) => {
    const findings: Finding[] = []
    for (const command of distinct) findings.push(...(await tryCommand(world, side, command, folder)))
    return findings
  })
}

/** Shared commands differ by event only in the exit status where the program is missing. */
function withoutMissingBranch(command: string): string {
  return command.replace(/exit 1; \}; exec /, 'exit 2; }; exec ')
}

async function tryCommand(
  world: HooksWorld,
  side: HarnessSide,
  command: string,
  folder: string,
): Promise<readonly Finding[]> {
  const run = (stdin: string) =>
    world.hooks.run({ argv: [side.care.shell, '-c', command], cwd: folder, stdin, timeoutMs: TIMEOUT_MS })
  const allowed = await run(side.care.samplePayload(folder))
  if (!isAllowed(allowed)) return [notAllowed(side, allowed, command)]
  const refused = await run(CUT_PAYLOAD)
  return [allowedFinding(allowed), refusedFinding(refused)]
}

function isAllowed(result: HookRunResult): boolean {
  return result.exitCode === 0 && result.stdout.trim() === ''
}

function notAllowed(side: HarnessSide, result: HookRunResult, command: string): Finding {
  const said = firstLine(result.stderr) || firstLine(result.stdout)
  const how = result.trouble ?? `it ended with ${result.exitCode}`
  const text = `a harmless call is not let through: ${how}${said === '' ? '' : `, saying: ${said}`} (${command})`
  return { subject: 'program', verdict: 'fail', text, mend: installLine(side.care.harness) }
}

function allowedFinding({ durationMs }: HookRunResult): Finding {
  const ms = Math.round(durationMs)
  const text = `starts and lets a harmless call through, in ${ms} ms`
  return { subject: 'program', verdict: ms > SLOW_MS ? 'warn' : 'ok', text }
}

function refusedFinding(result: HookRunResult): Finding {
  if (result.exitCode === 2 && result.stderr.trim() !== '') {
    return { subject: 'program', verdict: 'ok', text: 'refuses what it cannot read' }
  }
  const text = `a payload that is cut short ends with ${result.exitCode ?? result.trouble}, not with a refusal`
  return { subject: 'program', verdict: 'fail', text }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
