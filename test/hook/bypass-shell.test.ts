import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HarnessName } from '../../src/core/harness.ts'
import { hook, judge, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'
import { call, event, patchText, sessionStart, shellCall, wireCall, writeCall } from './calls.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only' })
  scratch.decide('HDR-003', { kind: 'path_exists', path: '.hdr' })
})
afterEach(() => scratch.dispose())

const LOG = '.hdr/decisions/HDR-003.json'
const bash = (command: string, more: object = {}) => shellCall(scratch, 'claude-code', command, { ...more })
const start = () => hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
const guard = () => scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
/** Runs for real what the agent asked for. */
const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: scratch.repo })
const text = () => readFileSync(join(scratch.repo, LOG), 'utf8')
const findings = async () => {
  const { findings: found } = await judge(scratch, 'claude-code', event(scratch, 'PostToolBatch', { tool_calls: [] }))
  return found.join('\n')
}

/** Without a guard the call passes, its effect is a violation at the next event; with one it is denied. */
const effects: readonly (readonly [row: number, command: string])[] = [
  [46, `cat > ${LOG} <<'EOF'\n{}\nEOF`],
  [46, `echo '{}' | tee ${LOG}`],
  [47, `sed -i s/outage/error/ ${LOG}`],
  [48, `touch ok.txt; sed -i s/outage/error/ ok.txt ${LOG}`],
  [49, `/bin/rm ${LOG}`],
  [49, `\\rm ${LOG}`],
  [49, `FOO=1 rm ${LOG}`],
  [49, `env rm ${LOG}`],
  [50, `find .hdr -name HDR-003.json -delete`],
  [50, `find .hdr -name HDR-003.json -exec rm {} +`],
]
/** What no reading of words could tell. */
const hidden: readonly (readonly [row: number, command: string])[] = [
  [46, `node -e "require('fs').writeFileSync('.hdr/decisions/HDR-003.json', '{}')"`],
  [48, `python3 - <<'EOF'\nopen('.hdr/decisions/HDR-003.json', 'w').write('{}')\nEOF`],
]

describe('rows 46 to 50: round the file tools', () => {
  it.each([...effects, ...hidden])('row %i: %s is seen by its effect', async (_, command) => {
    await start()
    expect(meaning(await hook(scratch, 'claude-code', bash(command)))).toBe('allow')
    if (!command.includes('python3')) run(command)
    else writeFileSync(join(scratch.repo, LOG), '{}')
    const after = event(scratch, 'PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'call_1' })
    expect((await hook(scratch, 'claude-code', after)).stdout).toContain('LOG-INTEGRITY: HDR-003')
    const next = await hook(scratch, 'claude-code', bash('npm test'))
    expect(next.stderr).toMatch(/^LOG-INTEGRITY: HDR-003: .*bylaw decisions restore HDR-003 --session claude-code\/s1/)
  })

  it.each(effects)('row %i: %s is denied by a guard', async (_, command) => {
    guard()
    const reply = await hook(scratch, 'claude-code', bash(command))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(/^HDR-001: .*not changed through the shell/)
  })

  it.each(hidden)('row %i: %s passes a guard, and its window judges the effect', async (_, command) => {
    guard()
    await start()
    expect(meaning(await hook(scratch, 'claude-code', bash(command)))).toBe('allow')
    writeFileSync(join(scratch.repo, LOG), '{}')
    expect(await findings()).toContain('LOG-INTEGRITY: HDR-003')
  })

  it('row 46: the first denial says already that the shell is seen too', async () => {
    for (const harness of ['claude-code', 'codex', 'opencode'] as const) {
      const reply = await hook(scratch, harness, writeCall(scratch, harness, LOG, '{}'))
      expect(reply.stderr).toMatch(/^HDR-003: .*A change made through the shell is seen too\./)
    }
  })
})

describe('row 51: an append through the shell', () => {
  const appended = () =>
    text().replace(/\n {2}\]\n\}\n$/, ',\n    { "status": "retired", "rationale": "Replaced by HDR-004." }\n  ]\n}\n')

  it('counts like a person s without a guard, at once, and is reported with the call', async () => {
    await start()
    await hook(scratch, 'claude-code', bash(`cat >> ${LOG}`))
    writeFileSync(join(scratch.repo, LOG), appended())
    expect(await findings()).toContain("HDR-003 has a new entry; it appeared while an agent's Bash call ran: cat >> ")
    const prompt = await hook(scratch, 'claude-code', event(scratch, 'UserPromptSubmit', { prompt: 'x' }))
    expect(prompt.stdout).toContain('1 current decision ')
  })

  it('is held by a guard: the entry before it stays in force', async () => {
    guard()
    await start()
    await hook(scratch, 'claude-code', bash('./append.sh'))
    writeFileSync(join(scratch.repo, LOG), appended())
    const prompt = await hook(scratch, 'claude-code', event(scratch, 'UserPromptSubmit', { prompt: 'x' }))
    expect(prompt.stdout).toMatch(
      /2 current decisions .*HDR-003: an entry .* is held and not in force; .*decisions accept HDR-003/,
    )
    expect(meaning(await hook(scratch, 'claude-code', bash('npm test', { tool_use_id: 'call_2' })))).toBe('allow')
  })
})

describe('rows 52 and 53: Codex', () => {
  it.each([
    `cd .hdr/decisions && apply_patch <<'PATCH'\n${patchText(['*** Delete File: HDR-003.json'])}PATCH`,
    `applypatch <<EOF\n${patchText([`*** Delete File: ${LOG}`])}EOF`,
    `A=1 apply_patch <<'EOF'\n${patchText([`*** Update File: ${LOG}`, '@@', '-a', '+b'])}EOF`,
  ])('row 52: %s is an edit', async (command) => {
    const reply = await hook(scratch, 'codex', shellCall(scratch, 'codex', command))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(/^HDR-003: an agent may not/)
  })

  it('row 52: a patch of other files through the shell passes, and one that adds a decision is held to the rules', async () => {
    const add = (name: string, lines: readonly string[]) =>
      shellCall(scratch, 'codex', `apply_patch <<'EOF'\n${patchText([`*** Add File: ${name}`, ...lines])}EOF`)
    expect(meaning(await hook(scratch, 'codex', add('docs/a.md', ['+a'])))).toBe('allow')
    expect(meaning(await hook(scratch, 'codex', add('.hdr/decisions/HDR-004.json', ['+{}'])))).toBe('deny')
  })

  it('row 53: what is typed into an open shell is seen at the next event', async () => {
    await hook(scratch, 'codex', sessionStart(scratch, 'codex'))
    const typed = call(scratch, 'write_stdin', { session_id: 7, chars: `rm ${LOG}\n` })
    expect(meaning(await hook(scratch, 'codex', typed))).toBe('allow')
    rmSync(join(scratch.repo, LOG))
    const reply = await hook(scratch, 'codex', shellCall(scratch, 'codex', 'ls', { tool_use_id: 'call_2' }))
    expect(reply.stderr).toMatch(/^LOG-INTEGRITY: HDR-003: its file is gone/)
  })
})

describe('row 54: git', () => {
  beforeEach(() => {
    scratch.initGit()
    scratch.commit()
    scratch.git('branch', 'old')
    scratch.decide('HDR-004', { kind: 'path_exists', path: '.hdr' })
    scratch.commit()
  })

  it('a branch without a decision breaks the log; the message names the decision, the cause and the way out', async () => {
    await start()
    expect(meaning(await hook(scratch, 'claude-code', bash('git checkout old')))).toBe('allow')
    scratch.git('checkout', '-q', 'old')
    const reply = await hook(scratch, 'claude-code', bash('npm test'))
    expect(reply.stderr).toMatch(/^LOG-INTEGRITY: HDR-004: its file is gone/)
    expect(reply.stderr).toMatch(/Restore it with: bylaw decisions restore HDR-004 --session claude-code\/s1/)
    expect(meaning(await hook(scratch, 'claude-code', bash('git checkout main')))).toBe('deny')
    scratch.git('checkout', '-q', 'main')
    expect(await findings()).toBe('')
  })

  it('the way back by git restore passes while the log is violated, and nothing else', async () => {
    await start()
    rmSync(join(scratch.repo, LOG))
    for (const command of [`git restore -- ${LOG}`, `git checkout -- ${LOG}`, 'git status', 'git rebase --abort']) {
      expect(meaning(await hook(scratch, 'claude-code', bash(command)))).toBe('allow')
    }
    for (const command of [
      `git restore -- ${LOG} src`,
      `git checkout old -- ${LOG}`,
      `git status; rm a`,
      'git stash',
    ]) {
      expect(meaning(await hook(scratch, 'claude-code', bash(command)))).toBe('deny')
    }
    scratch.git('restore', '--', LOG)
    expect(await findings()).toBe('')
  })

  it('merges and rebases that only add decisions, and stashes of other files, cry no wolf', async () => {
    scratch.git('checkout', '-q', 'old')
    await start()
    scratch.git('merge', '-q', 'main')
    expect(await findings()).toBe('')
    scratch.write('a.txt', 'a')
    scratch.git('stash', '-q', '-u')
    expect(await findings()).toBe('')
  })

  it('under a guard only what would throw away uncommitted decisions is denied', async () => {
    guard()
    scratch.commit()
    const stash = () => hook(scratch, 'claude-code', bash('git stash && git pull --rebase'))
    expect(meaning(await stash())).toBe('allow')
    scratch.decide('HDR-005', { kind: 'path_exists', path: '.hdr' })
    expect((await stash()).stderr).toMatch(/^HDR-001: git stash would change/)
    for (const command of ['git checkout -- .', 'git checkout -- .hdr', 'git restore .'])
      expect((await hook(scratch, 'claude-code', bash(command))).stderr).toMatch(/^HDR-001: git \w+ would change/)
  })
})

describe('row 55: file tools of servers', () => {
  const path = () => join(scratch.repo, LOG)
  const calls: readonly (readonly [string, HarnessName, (path: string) => unknown])[] = [
    ['a path', 'claude-code', (at) => call(scratch, 'mcp__filesystem__write_file', { path: at, content: '{}' })],
    ['a relative path', 'codex', () => call(scratch, 'mcp__filesystem__write_file', { path: `./docs/../${LOG}` })],
    ['a path in opencode', 'opencode', (at) => wireCall(scratch, 'filesystem_write_file', { path: at })],
    ['a path deep inside', 'claude-code', (at) => call(scratch, 'mcp__fs__batch', { ops: [{ args: { to: at } }] })],
    ['a file address', 'claude-code', (at) => call(scratch, 'mcp__fs__put', { uri: `file://${at}` })],
    [
      'a source of a move',
      'claude-code',
      (at) => call(scratch, 'mcp__fs__move_file', { source: at, destination: '/x' }),
    ],
  ]
  it.each(calls)('%s into the log is denied', async (_, harness, payload) => {
    const reply = await hook(scratch, harness, payload(path()))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('lies in the decision log')
  })

  it.each(['read_file', 'get_file_info', 'list_directory', 'search_files', 'find', 'stat', 'view'])(
    '%s reads',
    async (name) => {
      const input = { path: path() }
      expect(meaning(await hook(scratch, 'claude-code', call(scratch, `mcp__fs__${name}`, input)))).toBe('allow')
      expect(meaning(await hook(scratch, 'opencode', wireCall(scratch, `fs_${name}`, input)))).toBe('allow')
    },
  )

  it('what names no path into the log passes', async () => {
    const input = { path: join(scratch.repo, 'docs/hdr.md'), content: `see ${LOG} for more` }
    expect(meaning(await hook(scratch, 'claude-code', call(scratch, 'mcp__fs__write_file', input)))).toBe('allow')
  })
})

it('a decision that a shell made is judged like one of the file tool while a guard watches', async () => {
  guard()
  await start()
  await hook(scratch, 'claude-code', bash('./make-decisions.sh'))
  const entry = { title: 'T', rationale: 'r', check: { kind: 'path_exists', path: '.hdr' } }
  writeFileSync(join(scratch.repo, '.hdr/decisions/HDR-004.json'), decisionText('HDR-004', [entry]))
  expect(await findings()).toBe('')
  writeFileSync(join(scratch.repo, '.hdr/decisions/HDR-005.json'), decisionText('HDR-005', [entry, entry]))
  expect(await findings()).toMatch(/LOG-INTEGRITY: HDR-005: an agent's command made this file/)
})
