import { spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { HookReply } from '../../src/core/harness.ts'
import { openStateStore } from '../../src/store/state-store.ts'
import { sha256 } from '../../src/sys/lazy-crypto.ts'
import { hookEnvironment } from '../support/hook.ts'
import { ended } from '../support/run-fixture.ts'
import { decisionText, type Scratch } from '../support/scratch.ts'
import { call, event, SESSION } from './calls.ts'

/** A program of its own: hooks notice when theirs is built anew. */
export function installProgram(scratch: Scratch): void {
  cpSync('dist/hook', join(scratch.root, 'program'), { recursive: true })
}

/** One real hook process, without waiting for it before the next one starts. */
export async function startHook(scratch: Scratch, payload: unknown): Promise<HookReply> {
  const program = join(scratch.root, 'program/hook.cjs')
  const child = spawn(process.execPath, [program, 'hook', 'claude-code'], {
    cwd: scratch.root,
    env: hookEnvironment(scratch),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(JSON.stringify(payload))
  const { code, signal, stdout, stderr } = await ended(child)
  expect(signal).toBeNull()
  expect([0, 2]).toContain(code)
  if (stdout !== '') expect(JSON.parse(stdout)).toBeTypeOf('object')
  return { stdout, stderr, exitCode: code as 0 | 2 }
}

export function newDecision(scratch: Scratch, id: string) {
  const history = [{ title: `Decision ${id}`, rationale: 'r', check: { kind: 'path_exists', path: '.hdr' } }]
  return { file_path: join(scratch.repo, '.hdr/decisions', `${id}.json`), content: decisionText(id, history) }
}

const isFine = (reply: HookReply) =>
  reply.exitCode === 0 && !/INTEGRITY|"deny"|not a valid|failed/.test(reply.stdout + reply.stderr)

/** Sixteen hooks of one session at once; what was wrong with any of them. */
export async function playRound(scratch: Scratch, round: number): Promise<readonly string[]> {
  const wrong: string[] = []
  const send = async (what: string, payload: unknown) => {
    const reply = await startHook(scratch, payload)
    if (!isFine(reply)) wrong.push(`round ${round}, ${what}: ${reply.exitCode} ${reply.stdout}${reply.stderr}`)
    return reply
  }
  const decide = async (at: number) => {
    const id = `HDR-${1_000 + round * 10 + at}`
    const input = newDecision(scratch, id)
    const more = { tool_use_id: `write ${id}` }
    const reply = await send(`write ${id}`, call(scratch, 'Write', input, more))
    if (reply.exitCode !== 0) return
    writeFileSync(input.file_path, input.content)
    await send(`after ${id}`, { ...call(scratch, 'Write', input, more), hook_event_name: 'PostToolUse' })
  }
  const shell = async (at: number) => {
    const bash = call(scratch, 'Bash', { command: 'ls -l' }, { tool_use_id: `bash ${round} ${at}` })
    await send('before the shell', bash)
    await send('after the shell', { ...bash, hook_event_name: 'PostToolUse' })
  }
  const file_path = join(scratch.repo, 'a.ts')
  const each = (count: number, play: (at: number) => Promise<unknown>) =>
    Array.from({ length: count }, (_, at) => play(at))
  await Promise.all([
    ...each(5, decide),
    ...each(5, shell),
    ...each(3, () => send('read', call(scratch, 'Read', { file_path }))),
    ...each(1, () => send('edit', call(scratch, 'Edit', { file_path, old_string: 'a', new_string: 'b' }))),
    ...each(1, () =>
      send('after a read', event(scratch, 'PostToolUse', { tool_name: 'Read', tool_input: { file_path } })),
    ),
    ...each(1, () => send('prompt', event(scratch, 'UserPromptSubmit', { prompt: 'go on' }))),
  ])
  return wrong
}

/** The baseline holds every file of the log as it is, and nobody left a lock or a half written file. */
export function expectSettled(scratch: Scratch): void {
  const log = join(scratch.repo, '.hdr/decisions')
  const onDisk = Object.fromEntries(readdirSync(log).map((name) => [name, readFileSync(join(log, name), 'utf8')]))
  const root = join(scratch.state, 'hdr')
  const store = openStateStore({ root, sha256, startOf: () => null })
  const baseline = store.readBaseline({ harness: 'claude-code', session: SESSION, project: scratch.repo })
  expect(typeof baseline === 'string' ? baseline : baseline.texts).toEqual(onDisk)
  const left = readdirSync(root, { recursive: true, encoding: 'utf8' })
  expect(left.filter((path) => /\.tmp-|\/lock(?:\.break)?$/.test(path))).toEqual([])
}
