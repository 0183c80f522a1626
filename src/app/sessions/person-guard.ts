import { basename } from 'node:path/posix'
import { Refusal } from '../../core/fault.ts'
import { leftRunning, liveWindows } from '../hook/live-windows.ts'
import type { SessionWorld } from '../world-sessions.ts'

const HARNESS_PROGRAMS =
  /^\.?(?:claude|codex|opencode|gemini|qwen|copilot|cursor-agent|droid|kiro-cli|windsurf)(?:[-.].*)?$/
const HARNESS_VARIABLES = ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'OPENCODE']

/**
 * Refuses where an agent may be the one who types. Stops accidents, not a determined process of the same user
 * (specification decisions section 7).
 */
export function assertPersonMayWrite(world: SessionWorld, project: string): void {
  const why = whyNoPerson(world, project)
  if (why !== null) throw refusal(why)
}

/** Why an agent may be the one who types: a call of the project runs, or this process descends from a harness. Else null. */
export function whyNoPerson(world: SessionWorld, project: string): string | null {
  const ancestor = world.processes.ancestors().slice(1).find(isHarness)
  if (ancestor) return `this command was started by ${ancestor.name} (process ${ancestor.pid})`
  const variable = HARNESS_VARIABLES.find((name) => world.environment[name])
  if (variable) return `this command runs in an agent's environment (${variable} is set)`
  const [window] = liveWindows(world, project)
  if (!window) return null
  const alive = leftRunning(world, project, window).map((row) => `${row.name} ${row.pid}`)
  const by = alive.length > 0 ? `; still running: ${alive.slice(0, 5).join(', ')}` : ''
  return `an agent's ${window.tool} call is running in this project (${window.command})${by}`
}

function isHarness(row: { readonly name: string; readonly commandLine: readonly string[] }): boolean {
  if (HARNESS_PROGRAMS.test(row.name)) return true
  return row.commandLine
    .slice(0, 2)
    .some(
      (part) =>
        HARNESS_PROGRAMS.test(basename(part)) ||
        /node_modules\/(?:@anthropic-ai\/claude-code|opencode-ai|@openai\/codex)\//.test(part),
    )
}

function refusal(why: string): Refusal {
  return new Refusal({
    code: 'not-a-person',
    message: `the decision log is changed by people: ${why}`,
    hint: 'run it yourself in your own terminal, once the call has ended',
  })
}
