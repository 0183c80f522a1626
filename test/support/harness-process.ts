import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HOOK, hookEnvironment } from './hook.ts'
import type { Scratch } from './scratch.ts'

export type HarnessStep =
  | { readonly hook: Readonly<Record<string, unknown>> }
  | { readonly shell: string; readonly cwd?: string }
  | { readonly wait: number }

export type StepResult = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

export const CLI = resolve('dist/bylaw.cjs')

/** The command that `hooks install` registers, for this scratch. */
export function registeredCommand(scratch: Scratch, harness: string): string {
  return `/usr/bin/env -u NODE_OPTIONS -u NODE_EXTRA_CA_CERTS XDG_STATE_HOME=${scratch.state} ${process.execPath} ${HOOK} hook ${harness}`
}

/** Plays steps in a process of its own that stands for the harness; `program` is the name it runs under. */
export function playHarness(
  scratch: Scratch,
  steps: readonly HarnessStep[],
  options: {
    readonly harness?: string
    readonly program?: string
    readonly environment?: Readonly<Record<string, string>>
  } = {},
): readonly StepResult[] {
  const { harness = 'claude-code', program = 'agent-under-test', environment = {} } = options
  const bin = join(scratch.root, 'bin')
  mkdirSync(bin, { recursive: true })
  const path = join(bin, program)
  try {
    symlinkSync(process.execPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const output = execFileSync(path, [resolve('test/support/fake-harness.mjs'), registeredCommand(scratch, harness)], {
    cwd: scratch.repo,
    env: hookEnvironment(scratch, environment),
    input: JSON.stringify(steps),
    encoding: 'utf8',
    timeout: 60_000,
  })
  return JSON.parse(output) as readonly StepResult[]
}

/** A Claude Code payload. */
export function claudePayload(
  scratch: Scratch,
  event: string,
  rest: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return { session_id: 'attack', cwd: scratch.repo, hook_event_name: event, ...rest }
}

/** Before, the shell command itself, after: one call of a shell tool. */
export function shellCall(scratch: Scratch, command: string, id: string): readonly HarnessStep[] {
  const tool = { tool_name: 'Bash', tool_input: { command }, tool_use_id: id }
  return [
    { hook: claudePayload(scratch, 'PreToolUse', tool) },
    { shell: command, cwd: scratch.repo },
    { hook: claudePayload(scratch, 'PostToolUse', { ...tool, tool_response: { stdout: '' } }) },
  ]
}
