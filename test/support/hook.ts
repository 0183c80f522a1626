import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { answerHook, type Judgement } from '../../src/app/hook/answer-hook.ts'
import { runHook } from '../../src/app/hook/run-hook.ts'
import type { HookWorld } from '../../src/app/world-hook.ts'
import type { HookReply } from '../../src/core/harness.ts'
import { findHarness } from '../../src/harness/registry.ts'
import { openHookWorld } from '../../src/open-hook-world.ts'
import { REAL_STEPS, type WriteSteps } from '../../src/store/atomic-write.ts'
import { openStateStore } from '../../src/store/state-store.ts'
import type { Scratch } from './scratch.ts'

export const HOOK = resolve('dist/hook/hook.cjs')
/** The program folder of hooks in this process: a small one. */
const PROGRAM = resolve('test/support/program')

/** The environment of a hook in a scratch folder: nothing of the machine's own state. */
export function hookEnvironment(scratch: Scratch, extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH } = process.env
  return { PATH, HOME: scratch.home, XDG_STATE_HOME: scratch.state, ...extra }
}

/** Writes that are not flushed: a test survives no power cut, and a flush costs more than everything else in it. */
const UNFLUSHED: WriteSteps = { ...REAL_STEPS, sync: () => undefined, syncFolder: () => undefined }

export function hookWorld(scratch: Scratch, extra: Readonly<Record<string, string>> = {}): HookWorld {
  const world = openHookWorld(PROGRAM, hookEnvironment(scratch, extra))
  const startOf = (pid: number) => world.processes.row(pid)?.start ?? null
  return {
    ...world,
    state: openStateStore({ root: world.state.root, sha256: world.sha256, startOf, steps: UNFLUSHED }),
  }
}

/** One payload through the hook in this process, as text or as a value. */
export function hook(
  scratch: Scratch,
  harnessName: string,
  payload: unknown,
  extra: Readonly<Record<string, string>> = {},
): Promise<HookReply> {
  const harness = mustFind(harnessName)
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return runHook(hookWorld(scratch, extra), harness, { text, sizeBytes: Buffer.byteLength(text) })
}

/** The judgement alone, for what the answer does not say. */
export function judge(
  scratch: Scratch,
  harnessName: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<Judgement> {
  const harness = mustFind(harnessName)
  const world = hookWorld(scratch)
  const decoded = harness.decode(payload, { environment: world.environment })
  if (!decoded.ok) throw new Error(decoded.faults.map((fault) => fault.message).join('; '))
  return answerHook(world, harness, decoded.value)
}

function mustFind(name: string) {
  const harness = findHarness(name)
  if (!harness) throw new Error(`no harness ${name}`)
  return harness
}

/** One payload through the built hook as a real process. */
export function hookProcess(
  scratch: Scratch,
  harness: string,
  input: string | Buffer,
  extra: Readonly<Record<string, string>> = {},
) {
  const result = spawnSync(process.execPath, [HOOK, 'hook', harness], {
    cwd: scratch.root,
    env: hookEnvironment(scratch, extra),
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 30_000,
  })
  return { exitCode: result.status, stdout: result.stdout, stderr: result.stderr, signal: result.signal }
}

/** What a reply means for the call. */
export function meaning(reply: {
  readonly stdout: string
  readonly exitCode: number | null
}): 'allow' | 'deny' | 'ask' {
  if (reply.exitCode === 2) return 'deny'
  if (reply.exitCode !== 0) throw new Error(`exit ${reply.exitCode}`)
  if (reply.stdout === '') return 'allow'
  const value = JSON.parse(reply.stdout) as { hookSpecificOutput?: { permissionDecision?: string } }
  const said = value.hookSpecificOutput?.permissionDecision
  return said === 'deny' || said === 'ask' ? said : 'allow'
}
