import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLI, claudePayload, type HarnessStep, playHarness, registeredCommand } from '../support/harness-process.ts'
import { hook, hookEnvironment, hookProcess, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'

/** Whose change is it? Ways in which an agent's change could pass for a person's. */

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' }, 'The log is guarded')
  scratch.decide('HDR-002', { kind: 'write_denied', paths: ['infra/**'] }, 'Infra is by hand')
  scratch.initGit()
  scratch.commit()
})
afterEach(() => scratch.dispose())

const log = (name: string, repo = scratch.repo) => join(repo, '.hdr/decisions', name)
/** Appends a retirement to HDR-002 in a way that no reader of shell text sees. */
const RETIRE = `python3 -c 'import json;p=".hdr/decisions/HDR-002.json";d=json.load(open(p));d["history"].append({"status":"retired","rationale":"x"});json.dump(d,open(p,"w"))'`

type Where = { readonly session?: string; readonly cwd?: string }
const event = (name: string, rest: object = {}, { session = 's1', cwd = scratch.repo }: Where = {}): HarnessStep => ({
  hook: { ...claudePayload(scratch, name, { ...rest }), session_id: session, cwd },
})
const start = (where: Where = {}) => event('SessionStart', { source: 'startup' }, where)
const call = (tool: string, input: object, where: Where & { run?: string } = {}): HarnessStep[] => {
  const rest = { tool_name: tool, tool_input: input, tool_use_id: 't' }
  const run = where.run === undefined ? [] : [{ shell: where.run, cwd: where.cwd ?? scratch.repo }]
  return [event('PreToolUse', rest, where), ...run, event('PostToolUse', { ...rest, tool_response: {} }, where)]
}
const bash = (command: string, where: Where = {}) =>
  call('Bash', { command: 'python3 work.py' }, { ...where, run: command })
const infra = (where: Where & { file?: string } = {}) =>
  event(
    'PreToolUse',
    {
      tool_name: 'Write',
      tool_input: { file_path: where.file ?? join(scratch.repo, 'infra/a'), content: '' },
      tool_use_id: 'i',
    },
    where,
  )

/** The exit of the last step: 2 where the retired decision is still in force. */
const lastExit = (steps: readonly HarnessStep[], options = {}) => playHarness(scratch, steps, options).at(-1)?.exitCode

function cli(...args: readonly string[]) {
  const result = spawnSync(process.execPath, [CLI, ...args], {
    cwd: scratch.repo,
    env: hookEnvironment(scratch),
    encoding: 'utf8',
  })
  return `${result.stdout}${result.stderr}`
}

describe('a held append stays held', () => {
  it('in a session that begins later, and in the one it was made in', () => {
    const results = playHarness(scratch, [
      start(),
      ...bash(RETIRE),
      start({ session: 's2' }),
      infra({ session: 's2' }),
      infra(),
    ])
    expect(results.slice(-2).map((result) => result.exitCode)).toEqual([2, 2])
    expect(results.at(-3)?.stdout).toContain('held')
    expect(cli('explain', 'HDR-002')).toContain('held')
    expect(cli('decisions', 'accept', 'HDR-002')).toContain('accepted')
    expect(lastExit([infra({ session: 's2' })])).toBe(0)
  })

  it('when a person formats the file, or appends on top of it', () => {
    playHarness(scratch, [start(), ...bash(RETIRE)])
    const value = JSON.parse(readFileSync(log('HDR-002.json'), 'utf8')) as { history: object[] }
    writeFileSync(log('HDR-002.json'), JSON.stringify(value, null, 8))
    expect(lastExit([infra()])).toBe(2)
    const more = { ...value, history: [...value.history, { title: 'Back', rationale: 'r' }] }
    writeFileSync(log('HDR-002.json'), JSON.stringify(more))
    expect(lastExit([infra()])).toBe(2)
  })

  it('and is forgotten where a person takes it out again', () => {
    const before = readFileSync(log('HDR-002.json'), 'utf8')
    playHarness(scratch, [start(), ...bash(RETIRE)])
    writeFileSync(log('HDR-002.json'), before)
    const results = playHarness(scratch, [event('UserPromptSubmit', { prompt: 'x' })])
    expect(results[0]?.stdout).not.toContain('held')
    expect(cli('validate')).not.toContain('held')
    expect(cli('decisions', 'accept', 'HDR-002')).toContain('nothing of HDR-002 waits')
  })

  it.each([
    ['stashed and brought back', () => scratch.git('stash', '-q'), () => scratch.git('stash', 'pop', '-q')],
    ...halfSaved(),
  ])('when it is %s between two events', (_, away, back) => {
    playHarness(scratch, [start(), ...bash(RETIRE)])
    away()
    playHarness(scratch, [event('UserPromptSubmit', { prompt: 'x' }), start({ session: 's2' })])
    back()
    expect(lastExit([infra()])).toBe(2)
    expect(lastExit([infra({ session: 's2' })])).toBe(2)
    expect(lastExit([start({ session: 's3' }), infra({ session: 's3' })])).toBe(2)
    expect(cli('explain', 'HDR-002')).toContain('held, not in force')
  })
})

/** A file that is cut off at one event and whole at the next. */
function halfSaved(): [string, () => void, () => void][] {
  let whole = ''
  const cut = () => {
    whole = readFileSync(log('HDR-002.json'), 'utf8')
    writeFileSync(log('HDR-002.json'), whole.slice(0, -9))
  }
  return [['cut off and saved again', cut, () => writeFileSync(log('HDR-002.json'), whole)]]
}

it('a refused file stays refused in a session that begins later', () => {
  const v1 = JSON.stringify({
    schema_version: 1,
    id: 'HDR-003',
    title: 'Free',
    rationale: 'r',
    supersedes: ['HDR-002'],
  })
  writeFileSync(join(scratch.root, 'v1.json'), v1)
  const steps = [
    start(),
    ...bash(`cp "${join(scratch.root, 'v1.json')}" .hdr/decisions/HDR-003.json`),
    start({ session: 's2' }),
    infra({ session: 's2' }),
  ]
  const results = playHarness(scratch, steps)
  expect(results.at(-1)?.exitCode).toBe(2)
  expect(results.at(-2)?.stdout).not.toContain('HDR-003: Free')
  expect(results.at(-2)?.stdout).not.toContain('held')
  const said = results.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('')
  expect(said).toContain('or a person takes it on with: bylaw decisions accept HDR-003')
  expect(cli('decisions', 'list')).toMatch(/HDR-002 +current[\s\S]*HDR-003 +refused/)
  expect(cli('decisions', 'show', 'HDR-003')).toContain('refused')
  expect(cli('explain', 'HDR-003')).toContain('refused, not in force')
  expect(cli('validate')).toContain('2 current decisions (3 decision files)')
  expect(cli('decisions', 'accept', 'HDR-003')).toContain('accepted')
  expect(cli('decisions', 'list')).toMatch(/HDR-002 +superseded[\s\S]*HDR-003 +current/)
  expect(lastExit([infra({ session: 's2' })])).toBe(0)
})

describe('a baseline that is made while a call runs', () => {
  it('because the call removed it, holds what the call appends', () => {
    const remove = `python3 -c 'import shutil,glob;[shutil.rmtree(p) for p in glob.glob("${scratch.state}/hdr/sessions/claude-code/s1/*")]'`
    expect(lastExit([start(), ...bash(`${remove}; ${RETIRE}`), infra()])).toBe(2)
  })

  it('by another session, holds it too', () => {
    const forged = `printf '%s' '{"session_id":"s9","cwd":"${scratch.repo}","hook_event_name":"SessionStart","source":"startup"}' | ${registeredCommand(scratch, 'claude-code')} >/dev/null`
    expect(lastExit([start(), ...bash(`${RETIRE}; ${forged}`), infra({ session: 's9' })])).toBe(2)
    expect(lastExit([infra()])).toBe(2)
  })

  it('of a work tree that the call made, holds it too', () => {
    const wt = join(scratch.root, 'wt')
    const command = `git worktree add -q ${wt} && cd ${wt} && ${RETIRE}`
    expect(
      lastExit([
        start(),
        ...call('Bash', { command }, { run: command }),
        infra({ cwd: wt, file: join(wt, 'infra/a') }),
      ]),
    ).toBe(2)
  })
})

describe('a call whose window is gone', () => {
  it('because it removed the file, is known by its own after-event', () => {
    const remove = `python3 -c 'import shutil;shutil.rmtree("${scratch.state}/hdr/projects")'`
    expect(lastExit([start(), ...bash(`${remove}; ${RETIRE}`), infra()])).toBe(2)
  })

  it('because it became our program with a made-up payload, is known by it too', () => {
    const evil = join(scratch.root, 'evil.cjs')
    const append = `const f=${JSON.stringify(log('HDR-002.json'))},fs=require("fs"),d=JSON.parse(fs.readFileSync(f));d.history.push({status:"retired",rationale:"x"});fs.writeFileSync(f,JSON.stringify(d))`
    writeFileSync(evil, `process.on("exit",()=>{${append}})`)
    const post = join(scratch.root, 'post.json')
    writeFileSync(
      post,
      JSON.stringify({
        session_id: 's1',
        cwd: scratch.repo,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: {},
        tool_use_id: 't',
      }),
    )
    const [, node = ''] = / (\S*node\S*) /.exec(registeredCommand(scratch, 'claude-code')) ?? []
    const become = `exec env XDG_STATE_HOME=${scratch.state} NODE_OPTIONS='--require ${evil}' ${node} ${join(process.cwd(), 'dist/hook/hook.cjs')} hook claude-code < ${post} >/dev/null`
    expect(lastExit([start(), ...bash(become), infra()])).toBe(2)
    expect(readFileSync(log('HDR-002.json'), 'utf8')).toContain('retired')
  })
})

it.each(['REPL', 'Workflow', 'mcp__files__get_and_write'])(
  '%s names no file and may change any: its change is an agent s',
  async (tool) => {
    const send = (name: string, rest: object) =>
      hook(scratch, 'claude-code', { ...claudePayload(scratch, name, { ...rest }), session_id: 's1' })
    const made = { tool_name: tool, tool_input: { code: 'x' }, tool_use_id: 't' }
    await send('SessionStart', { source: 'startup' })
    expect(meaning(await send('PreToolUse', made))).toBe('allow')
    expect(spawnSync('bash', ['-c', RETIRE], { cwd: scratch.repo }).status).toBe(0)
    await send('PostToolUse', { ...made, tool_response: {} })
    const denied = await send('PreToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: join(scratch.repo, 'infra/a'), content: '' },
      tool_use_id: 'i',
    })
    expect(meaning(denied)).toBe('deny')
    expect(denied.stderr).toContain('HDR-002')
  },
)

it('a session that stands above the project is judged by what its commands name', () => {
  const cwd = scratch.root
  const results = playHarness(scratch, [
    start({ cwd }),
    event(
      'PreToolUse',
      { tool_name: 'Bash', tool_input: { command: 'cd repo && rm .hdr/decisions/HDR-002.json' }, tool_use_id: 't' },
      { cwd },
    ),
  ])
  expect(results[1]?.exitCode).toBe(2)
  const into = call('Bash', { command: 'cd repo && python3 work.py' }, { cwd, run: `cd repo && ${RETIRE}` })
  expect(lastExit([start({ cwd, session: 's3' }), ...into, infra({ cwd })])).toBe(2)
})

describe('the state folder', () => {
  it('with a pipe or a folder where a file belongs answers all the same, and denies by name', () => {
    playHarness(scratch, [start(), ...bash('true')])
    const [project = ''] = readdirSync(join(scratch.state, 'hdr/projects'))
    const windows = join(scratch.state, 'hdr/projects', project, 'windows')
    spawnSync('sh', ['-c', 'mkfifo "$0"', join(windows, 'a.json')])
    writeFileSync(log('HDR-009.json'), '{')
    const started = performance.now()
    const payload = claudePayload(scratch, 'PreToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: join(scratch.repo, 'a'), content: '' },
    })
    const reply = hookProcess(scratch, 'claude-code', JSON.stringify({ ...payload, session_id: 's1' }))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(reply.exitCode).toBe(2)
    expect(reply.stderr).toContain('windows/a.json')
  })
})

it.each([
  'rm -rf "$BUILD_DIR/out"',
  'rm -f "$f"',
  'mv "$a" "$b"',
  'mkdir -p "$out/dir"',
  "find . -name '*.pyc' -delete",
  'git ls-files -z | xargs -0 rm',
  'echo x > "$OUT"',
])('a protected folder does not stand in the way of a path that is not known: %s', async (command) => {
  const reply = await hook(
    scratch,
    'claude-code',
    claudePayload(scratch, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' }),
  )
  expect(`${meaning(reply)}${reply.stderr}`).toBe('allow')
})
it.each(['rm -rf infra', 'rm -rf in*', 'echo x > infra/"$f"', 'cp a infra/'])(
  'and stands in the way of one that is: %s',
  async (command) => {
    mkdirSync(join(scratch.repo, 'infra'), { recursive: true })
    const reply = await hook(
      scratch,
      'claude-code',
      claudePayload(scratch, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' }),
    )
    expect(meaning(reply)).toBe('deny')
  },
)
