import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeCode } from '../../src/harness/claude-code/claude-code.ts'
import { hook, hookProcess, judge, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'

type Step = {
  event?: string
  tamper?: string
  shell?: string
  restore?: string
  source?: string
  tool_name?: string
  session_id?: string
}
type HookCase = {
  id: string
  title: string
  input: {
    op?: string
    harness: string
    env?: Record<string, string>
    repo?: {
      decisions?: string[]
      files?: Record<string, string>
      dirs?: string[]
      worktrees?: Record<string, { decisions: string[] }>
      generate_decisions?: number
    }
    stdin?: Record<string, unknown>
    stdin_raw?: string
    steps?: Step[]
  }
  expect: Record<string, unknown>
}

const CASES = JSON.parse(readFileSync('test/cases/hooks.json', 'utf8')) as HookCase[]
const HARNESS: Readonly<Record<string, string>> = { claude: 'claude-code', codex: 'codex', opencode: 'opencode' }
/** Cases of harnesses that come with later issues. */
const LATER = CASES.filter((one) => !(one.input.harness in HARNESS)).map((one) => one.id)
/** Cases about the registered command, which its own tests hold. */
const WIRING = ['C533']

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.dispose())

/** `kind:argument` as the case list writes a decision. */
function checkOf(short: string): unknown {
  const [kind = '', argument = ''] = short.split(/:(.*)/s)
  if (kind === 'tool_denied') return { kind, tools: [argument] }
  if (kind === 'path_denied') return { kind: 'write_denied', paths: [`${argument}**`] }
  if (kind === 'path_exists') return { kind, path: argument }
  throw new Error(`no such short form: ${short}`)
}

function fillLog(repo: string, decisions: readonly string[]): void {
  mkdirSync(join(repo, '.hdr/decisions'), { recursive: true })
  decisions.forEach((short, at) => {
    const id = `HDR-${String(at + 1).padStart(3, '0')}`
    const history = [{ title: `Decision ${id}`, rationale: 'r', check: checkOf(short) }]
    writeFileSync(join(repo, '.hdr/decisions', `${id}.json`), JSON.stringify({ schema_version: 2, id, history }))
    if (short.startsWith('path_exists:')) writeFileSync(join(repo, short.slice('path_exists:'.length)), 'here\n')
  })
}

function prepare(input: HookCase['input']): void {
  const repo = input.repo ?? {}
  const generated = Array.from({ length: repo.generate_decisions ?? 0 }, () => 'path_exists:README.md')
  fillLog(scratch.repo, [...(repo.decisions ?? []), ...generated])
  for (const [path, text] of Object.entries(repo.files ?? {})) scratch.write(path, text)
  for (const dir of repo.dirs ?? []) mkdirSync(join(scratch.repo, dir), { recursive: true })
  for (const [name, worktree] of Object.entries(repo.worktrees ?? {}))
    fillLog(join(scratch.root, name), worktree.decisions)
}

function fill(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace('{repo}', scratch.repo).replace(/\{(wt\d)\}/, (_, name: string) => join(scratch.root, name))
  }
  if (Array.isArray(value)) return value.map(fill)
  if (typeof value !== 'object' || value === null) return value
  const repeat = (value as { repeat?: [string, number] }).repeat
  if (repeat) return repeat[0].repeat(repeat[1])
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part)]))
}

const single = CASES.filter((one) => one.input.harness in HARNESS && !one.input.steps && !WIRING.includes(one.id))
describe('one payload', () => {
  it.each(single.map((one) => [`${one.id} ${one.title}`, one] as const))('%s', (_, one) => {
    prepare(one.input)
    const raw = one.input.stdin_raw ?? JSON.stringify(fill(one.input.stdin))
    const env = Object.fromEntries(
      Object.entries(one.input.env ?? {}).map(([key, value]) => [key, String(fill(value))]),
    )
    const started = performance.now()
    const reply = hookProcess(scratch, HARNESS[one.input.harness] ?? '', raw, env)
    const tookMs = performance.now() - started
    expectReply(one.expect, reply, tookMs)
  })
})

function expectReply(
  expected: Record<string, unknown>,
  reply: { stdout: string; stderr: string; exitCode: number | null },
  tookMs: number,
): void {
  if (expected.decision !== undefined) expect(meaning(reply)).toBe(expected.decision)
  if (expected.decision_not !== undefined) expect(meaning(reply)).not.toBe('allow')
  if (expected.exit !== undefined) expect(reply.exitCode).toBe(expected.exit)
  for (const bad of (expected.exit_not ?? []) as number[]) expect(reply.exitCode).not.toBe(bad)
  if (expected.exit_in) expect(expected.exit_in).toContain(reply.exitCode)
  if (expected.stderr_names) expect(reply.stderr).toContain(expected.stderr_names)
  if (expected.stderr_contains) expect(reply.stderr).toContain(expected.stderr_contains)
  if (reply.exitCode === 2) expect(reply.stderr.trim()).not.toBe('')
  if (reply.stdout !== '') {
    const value = JSON.parse(reply.stdout) as { hookSpecificOutput?: Record<string, unknown> }
    for (const [path, want] of Object.entries((expected.stdout_if_json ?? {}) as Record<string, unknown>)) {
      expect(value.hookSpecificOutput?.[path.split('.')[1] ?? '']).toBe(want)
    }
  }
  if (typeof expected.max_ms === 'number') expect(tookMs).toBeLessThan(expected.max_ms)
  for (const dir of (expected.no_new_dirs ?? []) as string[]) expect(existsSync(join(scratch.repo, dir))).toBe(false)
  const names = readdirSync(scratch.root, { recursive: true }).map(String)
  for (const name of (expected.no_file_named ?? []) as string[]) {
    expect(names.filter((path) => path.split(/[/.]/).includes(name))).toEqual([])
  }
  if (expected.writes_only_below) expect(readdirSync(scratch.root).sort()).toEqual(['home', 'repo', 'state'])
}

/** The harness passes what hooks get on standard input; a step gives event, session and tool. */
async function play(step: Step) {
  if (step.tamper?.startsWith('rewrite')) {
    const path = join(scratch.repo, '.hdr/decisions/HDR-001.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"rationale":"r"', '"rationale":"quite another"'))
  } else if (step.tamper?.startsWith('delete')) rmSync(join(scratch.repo, '.hdr/decisions/HDR-001.json'))
  else if (step.shell) writeFileSync(join(scratch.repo, '.hdr/decisions/HDR-001.json'), '{}')
  else if (step.restore) fillLog(scratch.repo, ['path_exists:README.md'])
  else {
    const tool = step.tool_name
      ? { tool_name: step.tool_name, tool_input: { file_path: join(scratch.repo, 'a'), command: 'ls' } }
      : {}
    return judge(scratch, claudeCode.name, {
      session_id: step.session_id,
      cwd: scratch.repo,
      hook_event_name: step.event,
      source: step.source ?? 'startup',
      ...tool,
    })
  }
  return null
}

const played = CASES.filter((one) => one.input.harness in HARNESS && one.input.steps)
describe('several events', () => {
  it.each(played.map((one) => [`${one.id} ${one.title}`, one] as const))('%s', async (_, one) => {
    prepare(one.input)
    const judgements = []
    for (const step of one.input.steps ?? []) judgements.push(await play(step))
    for (const [name, want] of Object.entries(one.expect)) {
      if (name !== 'last' && name !== 'third') continue
      const got = name === 'last' ? judgements.at(-1) : judgements[2]
      expectFindings(got?.findings ?? [], want as { finding?: string | null; names?: string; report?: string })
    }
  })
})

function expectFindings(
  findings: readonly string[],
  want: { finding?: string | null; names?: string; report?: string },
): void {
  const text = findings.join('\n')
  if (want.finding === null) expect(findings).toEqual([])
  if (want.finding) expect(text).toContain(want.finding)
  if (want.names) expect(text).toContain(want.names)
  if (want.report) expect(text).toMatch(/LOG-INTEGRITY|earlier session/)
}

describe('cases', () => {
  it('of other harnesses are named as later', () => {
    expect(LATER).toEqual(['C506', 'C512', 'C530'])
  })
  it('C506 is held by our harnesses already: a stream that never closes is answered', async () => {
    prepare({ harness: 'claude', repo: { decisions: ['tool_denied:Bash'] } })
    const payload = {
      session_id: 's',
      cwd: scratch.repo,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }
    expect(meaning(await hook(scratch, 'claude-code', `\uFEFF${JSON.stringify(payload)}\0`))).toBe('deny')
  })
})
