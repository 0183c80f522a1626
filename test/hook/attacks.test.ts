import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLI, claudePayload, playHarness, registeredCommand, shellCall } from '../support/harness-process.ts'
import { hook, hookEnvironment, hookProcess, judge, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' }, 'The log is guarded')
  scratch.decide('HDR-002', { kind: 'write_denied', paths: ['infra/**'] }, 'Infra is by hand')
  scratch.initGit()
  scratch.commit()
})
afterEach(() => scratch.dispose())

const log = (name: string) => join(scratch.repo, '.hdr/decisions', name)
const start = () => hook(scratch, 'claude-code', claudePayload(scratch, 'SessionStart', { source: 'startup' }))
const beforeTool = (tool_name: string, tool_input: unknown, id = 't1') =>
  hook(scratch, 'claude-code', claudePayload(scratch, 'PreToolUse', { tool_name, tool_input, tool_use_id: id }))
const bash = (command: string) => beforeTool('Bash', { command })
const write = (path: string, content: string) => beforeTool('Write', { file_path: join(scratch.repo, path), content })
const findings = async () =>
  (
    await judge(
      scratch,
      'claude-code',
      claudePayload(scratch, 'PreToolUse', { tool_name: 'Read', tool_input: { file_path: join(scratch.repo, 'a') } }),
    )
  ).findings.join('\n')
const rewrite = (name = 'HDR-001.json') =>
  writeFileSync(log(name), readFileSync(log(name), 'utf8').replace('The log is guarded', 'The log is open'))
/** Takes the guard away, so that effects alone are judged. */
const withoutGuard = () => {
  scratch.decide('HDR-001', { kind: 'append_only' }, 'The log is guarded')
  scratch.commit()
}

function cli(args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
  const result = spawnSync(process.execPath, [CLI, ...args], {
    cwd: scratch.repo,
    env: hookEnvironment(scratch, extra),
    encoding: 'utf8',
  })
  return { exitCode: result.status, text: result.stdout + result.stderr }
}

describe('moving the log away', () => {
  it.each([
    'mv .hdr .old',
    'mv .hdr/decisions /tmp/x',
    'rm -rf .hdr',
    'rm -rf .h*',
    'cd .hdr && mv decisions old',
    'ln -sfn /tmp/x .hdr',
    'sh -c "mv .hdr .old"',
  ])('%s is denied by the guard', async (command) => {
    await start()
    const reply = await bash(command)
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('HDR-001')
  })

  it('is a violation where it happened all the same, and restore brings the bytes back', async () => {
    await start()
    const text = readFileSync(log('HDR-001.json'), 'utf8')
    renameSync(join(scratch.repo, '.hdr'), join(scratch.repo, '.old'))
    const reply = await write('src/a.ts', 'x')
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('LOG-INTEGRITY')
    expect(cli(['decisions', 'restore', '--session', 'claude-code/attack']).exitCode).toBe(0)
    expect(readFileSync(log('HDR-001.json'), 'utf8')).toBe(text)
    expect(meaning(await write('src/a.ts', 'x'))).toBe('allow')
  })
})

describe('a nested log made by the agent', () => {
  it('joins the outer one and never replaces it', async () => {
    await start()
    mkdirSync(join(scratch.repo, 'infra/.hdr/decisions'), { recursive: true })
    writeFileSync(
      join(scratch.repo, 'infra/.hdr/decisions/HDR-001.json'),
      decisionText('HDR-001', [{ title: 'All is allowed', rationale: 'r' }]),
    )
    expect(meaning(await write('infra/main.tf', 'x'))).toBe('deny')
    expect(meaning(await write('infra/.hdr/decisions/HDR-001.json', '{}'))).toBe('deny')
  })
})

describe('the state folder', () => {
  it('is closed to edit tools and to parsed shell commands', async () => {
    await start()
    const state = join(scratch.state, 'hdr/sessions/claude-code/attack')
    expect(meaning(await beforeTool('Write', { file_path: `${state}/x`, content: '' }))).toBe('deny')
    for (const command of [
      `rm -rf ${scratch.state}`,
      `echo > ${state}/baseline`,
      `mv ${scratch.state}/hdr /tmp/x`,
      `rm -rf ${scratch.state}/h*`,
    ]) {
      expect(meaning(await bash(command)), command).toBe('deny')
    }
  })

  it('that was deleted does not launder a rewrite: the last commit is the measure', async () => {
    await start()
    rewrite()
    rmSync(scratch.state, { recursive: true })
    const reply = await write('src/a.ts', 'x')
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('LOG-INTEGRITY: HDR-001')
    expect(cli(['decisions', 'restore', '--session', 'claude-code/attack']).exitCode).toBe(0)
    expect(readFileSync(log('HDR-001.json'), 'utf8')).toContain('The log is guarded')
  })

  it('whose baseline was edited is a violation, not a fresh start', async () => {
    await start()
    const folder = join(scratch.state, 'hdr/sessions/claude-code/attack')
    const path = join(folder, readdirSync(folder)[0] ?? '', 'baseline')
    writeFileSync(path, readFileSync(path, 'utf8').replace('The log is guarded', 'The log is open'))
    rewrite()
    expect(meaning(await write('src/a.ts', 'x'))).toBe('deny')
    expect(meaning(await bash('ls'))).toBe('deny')
  })

  it('whose index was edited is read no further', async () => {
    await start()
    await write('src/a.ts', 'x')
    const folder = join(scratch.state, 'hdr/sessions/claude-code/attack')
    const path = join(folder, readdirSync(folder)[0] ?? '', 'index')
    const later = Date.now() / 1000 + 5
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('infra/**', 'nothing/**'))
    utimesSync(path, later, later)
    // The change time of the file says when it was written; two seconds later it is not ours any more.
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(/"written":(\d+)/, (_, ms: string) => `"written":${Number(ms) - 5_000}`),
    )
    expect(meaning(await write('infra/main.tf', 'x'))).toBe('deny')
  })

  it('that cannot be used denies what changes, by name', () => {
    writeFileSync(scratch.state, 'a file, no folder')
    const reply = hookProcess(
      scratch,
      'claude-code',
      JSON.stringify(
        claudePayload(scratch, 'PreToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: join(scratch.repo, 'a'), content: '' },
        }),
      ),
    )
    expect(reply.exitCode).toBe(2)
    expect(reply.stderr).toContain(scratch.state)
  })
})

describe('writes from the background', () => {
  it('a delayed append is held: the window stays open while the process lives', () => {
    const append = `node -e 'setTimeout(() => { const f = ".hdr/decisions/HDR-002.json"; const d = JSON.parse(fs.readFileSync(f)); d.history.push({ status: "retired", rationale: "x" }); fs.writeFileSync(f, JSON.stringify(d)) }, 700)' > /dev/null 2>&1 &`
    const results = playHarness(scratch, [
      { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
      ...shellCall(scratch, append, 't1'),
      { wait: 1_200 },
      {
        hook: claudePayload(scratch, 'PreToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: join(scratch.repo, 'infra/a'), content: '' },
          tool_use_id: 't2',
        }),
      },
      { hook: claudePayload(scratch, 'UserPromptSubmit', { prompt: 'go on' }) },
    ])
    expect(readFileSync(log('HDR-002.json'), 'utf8')).toContain('retired')
    expect(results[5]?.exitCode, 'the retired decision is still in force').toBe(2)
    expect(results[6]?.stdout).toContain('held')
    expect(cli(['explain', 'HDR-002']).text).toContain('held')
  })

  it('a window closes with its call where nothing is left running: a person may append then', () => {
    const results = playHarness(scratch, [
      { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
      ...shellCall(scratch, 'true', 't1'),
    ])
    expect(results.map((result) => result.exitCode)).toEqual([0, 0, 0, 0])
    expect(cli(['decisions', 'retire', 'HDR-002', '--rationale', 'done']).exitCode).toBe(0)
    const [again] = playHarness(scratch, [
      {
        hook: claudePayload(scratch, 'PreToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: join(scratch.repo, 'infra/a'), content: '' },
          tool_use_id: 't2',
        }),
      },
    ])
    expect(again?.exitCode).toBe(0)
  })
})

describe('payloads that an agent feeds to our program itself', () => {
  const retire = `node -e 'const f = ".hdr/decisions/HDR-002.json"; const d = JSON.parse(fs.readFileSync(f)); d.history.push({ status: "retired", rationale: "x" }); fs.writeFileSync(f, JSON.stringify(d))'`
  const feed = (event: string, rest: Readonly<Record<string, unknown>>) =>
    `printf '%s' '${JSON.stringify(claudePayload(scratch, event, rest)).replaceAll("'", '')}' | ${registeredCommand(scratch, 'claude-code')} > /dev/null`
  it.each([
    [
      'an after-event of its own call',
      () => feed('PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: 't1' }),
    ],
    ['a prompt', () => feed('UserPromptSubmit', { prompt: 'x' })],
    ['a stop', () => feed('Stop', { stop_hook_active: false })],
    ['the end of the session', () => feed('SessionEnd', { reason: 'other' })],
    ['a start of the session', () => feed('SessionStart', { source: 'startup' })],
    ['a cleared session', () => feed('SessionStart', { source: 'clear' })],
  ])('%s closes no window: what the command then appends is held', (_, forged) => {
    const results = playHarness(scratch, [
      { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
      ...shellCall(scratch, `${forged()}; ${retire}`, 't1'),
      {
        hook: claudePayload(scratch, 'PreToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: join(scratch.repo, 'infra/a'), content: '' },
          tool_use_id: 't2',
        }),
      },
    ])
    expect(readFileSync(log('HDR-002.json'), 'utf8')).toContain('retired')
    expect(results[4]?.exitCode, 'the retired decision is still in force').toBe(2)
  })
})

describe('decisions accept from inside an agent', () => {
  const held = () => [
    { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
    {
      hook: claudePayload(scratch, 'PreToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'python3 x.py' },
        tool_use_id: 't1',
      }),
    },
  ]
  it.each([
    ['plainly', `${process.execPath} ${CLI} decisions accept HDR-001`],
    ['in a pty', `script -qc "${process.execPath} ${CLI} decisions accept HDR-001" /dev/null`],
    ['in a session of its own', `setsid ${process.execPath} ${CLI} decisions accept HDR-001`],
  ])('%s is refused while a call runs', (_, command) => {
    const results = playHarness(scratch, [...held(), { shell: command, cwd: scratch.repo }])
    expect(`${results[2]?.stdout}${results[2]?.stderr}`).toContain('changed by people')
  })

  it('is refused below a known harness even between calls', () => {
    const [result] = playHarness(
      scratch,
      [
        {
          shell: `script -qc "${process.execPath} ${CLI} decisions retire HDR-002 --rationale x" /dev/null`,
          cwd: scratch.repo,
        },
      ],
      { program: 'claude' },
    )
    expect(result?.stdout).toContain('started by claude')
    expect(readFileSync(log('HDR-002.json'), 'utf8')).not.toContain('retired')
  })

  it.each([
    'bylaw decisions accept HDR-001',
    'npx bylaw decisions retire HDR-002 --rationale x',
    'script -qc "hdr decisions accept HDR-001" /dev/null',
    `node ${CLI} decisions revise HDR-001`,
  ])('%s is denied by the guard before it runs', async (command) => {
    await start()
    expect(meaning(await bash(command))).toBe('deny')
  })
})

describe('repairs while the log is violated', () => {
  beforeEach(async () => {
    await start()
    rewrite()
  })
  it.each([
    'git status',
    'git diff',
    'git log --oneline',
    'bylaw explain HDR-001',
    'bylaw validate',
    'bylaw decisions restore HDR-001 --session claude-code/attack',
    'git restore -- .hdr/decisions/HDR-001.json',
    'git checkout -- .hdr/decisions/HDR-001.json',
    'git rebase --abort',
  ])('%s passes', async (command) => {
    expect(meaning(await bash(command))).toBe('allow')
  })
  it.each([
    'git -c alias.status=!sh status',
    'git -c core.pager=sh log',
    'git restore --source HEAD~1 -- .hdr/decisions/HDR-001.json',
    'git checkout HEAD~1 -- .hdr/decisions/HDR-001.json',
    'git restore -- src/a.ts',
    'git restore -- .hdr/decisions/HDR-001.json src/a.ts',
    'git diff --output=x',
    'git diff --ext-diff',
    'git status; rm x',
    'X=1 git status',
    'git status > out',
    'bylaw decisions restore HDR-001 --session claude-code/attack && rm x',
    'bylaw validate --run',
    'npm test',
    'ls',
  ])('%s does not', async (command) => {
    const reply = await bash(command)
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('LOG-INTEGRITY')
  })
  it('a reading tool is let through, and the finding stands', async () => {
    expect(meaning(await beforeTool('Read', { file_path: join(scratch.repo, 'a') }))).toBe('allow')
    expect(await findings()).toContain('LOG-INTEGRITY')
  })
})

describe('a version 1 file with supersedes', () => {
  const text = JSON.stringify({
    schema_version: 1,
    id: 'HDR-003',
    title: 'Free',
    rationale: 'r',
    supersedes: ['HDR-001', 'HDR-002'],
  })
  it('by the file tool is denied', async () => {
    await start()
    const reply = await write('.hdr/decisions/HDR-003.json', text)
    expect(meaning(reply)).toBe('deny')
    expect(existsSync(log('HDR-003.json'))).toBe(false)
  })
  it('by a shell command under the guard is a violation, and what it would retire stays in force', () => {
    const file = join(scratch.root, 'v1.json')
    writeFileSync(file, text)
    const command = `node -e 'fs.copyFileSync("${file}", ".hdr/decisions/HDR-003.json")'`
    const results = playHarness(scratch, [
      { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
      ...shellCall(scratch, command, 't1'),
      {
        hook: claudePayload(scratch, 'PreToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: join(scratch.repo, 'src/a'), content: '' },
          tool_use_id: 't2',
        }),
      },
    ])
    expect(results[3]?.stdout + (results[3]?.stderr ?? '')).toContain('LOG-INTEGRITY')
    expect(results[4]?.exitCode).toBe(2)
    expect(cli(['decisions', 'restore', '--session', 'claude-code/attack']).exitCode).toBe(0)
    expect(existsSync(log('HDR-003.json'))).toBe(false)
  })
})

describe('a second harness on the same project', () => {
  it('keeps a baseline of its own, and sees the windows of the first', () => {
    const codex = { session_id: '0198', turn_id: 't', cwd: scratch.repo, model: 'm', permission_mode: 'default' }
    const write2 = {
      ...codex,
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Add File: infra/a\n+x\n*** End Patch' },
      tool_use_id: 'c',
    }
    expect(
      hookProcess(scratch, 'codex', JSON.stringify({ ...codex, hook_event_name: 'SessionStart', source: 'startup' }))
        .exitCode,
    ).toBe(0)
    const append = `node -e 'const f = ".hdr/decisions/HDR-002.json"; const d = JSON.parse(fs.readFileSync(f)); d.history.push({ status: "retired", rationale: "x" }); fs.writeFileSync(f, JSON.stringify(d))'`
    playHarness(scratch, [
      { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
      ...shellCall(scratch, append, 't1'),
    ])
    const reply = hookProcess(scratch, 'codex', JSON.stringify(write2))
    expect(reply.exitCode, 'the append of the other harness is held here too').toBe(2)
    expect(reply.stderr).toContain('HDR-002')
    const sessions = readdirSync(join(scratch.state, 'hdr/sessions'))
    expect(sessions.sort()).toEqual(['claude-code', 'codex'])
  })
})

describe('without the guard', () => {
  it('an append by a shell command counts like a person s, and is reported with the call', () => {
    withoutGuard()
    const append = `node -e 'const f = ".hdr/decisions/HDR-002.json"; const d = JSON.parse(fs.readFileSync(f)); d.history.push({ status: "retired", rationale: "x" }); fs.writeFileSync(f, JSON.stringify(d))'`
    const results = playHarness(scratch, [
      { hook: claudePayload(scratch, 'SessionStart', { source: 'startup' }) },
      ...shellCall(scratch, append, 't1'),
      {
        hook: claudePayload(scratch, 'PreToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: join(scratch.repo, 'infra/a'), content: '' },
          tool_use_id: 't2',
        }),
      },
    ])
    expect(results[3]?.stdout).toContain('HDR-002')
    expect(results[4]?.exitCode).toBe(0)
    const validated = cli(['validate'])
    expect(validated.exitCode).toBe(1)
    expect(validated.text).toContain('HDR-002')
    expect(cli(['explain', 'HDR-002']).text).toContain('Bash')
  })
  it('sed -i on an entry is seen after the call and at every later event', async () => {
    withoutGuard()
    await start()
    expect(meaning(await bash("sed -i 's/guarded/open/' .hdr/decisions/HDR-001.json"))).toBe('allow')
    rewrite()
    const past = statSync(log('HDR-002.json'))
    utimesSync(log('HDR-001.json'), past.atime, past.mtime)
    const after = await hook(
      scratch,
      'claude-code',
      claudePayload(scratch, 'PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'sed' },
        tool_use_id: 't1',
        tool_response: {},
      }),
    )
    expect(after.stdout).toContain('LOG-INTEGRITY')
    expect(await findings()).toContain('HDR-001')
  })
  it('a branch switch that removes a decision names the cause and the way out', async () => {
    withoutGuard()
    scratch.git('branch', 'before')
    scratch.decide('HDR-009', { kind: 'path_exists', path: '.hdr' })
    scratch.commit()
    await start()
    execFileSync('git', ['checkout', '-q', 'before'], { cwd: scratch.repo })
    const reply = await write('src/a.ts', 'x')
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(
      /HDR-009.*gone.*last commit changed from [0-9a-f]{7} to [0-9a-f]{7}.*decisions restore/s,
    )
  })
})
