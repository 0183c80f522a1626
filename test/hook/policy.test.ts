import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HarnessName } from '../../src/core/harness.ts'
import { hook, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'
import { call, patch, sessionStart, shellCall, wireCall, writeCall } from './calls.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.initGit('work')
})
afterEach(() => scratch.dispose())

const POLICY = { kind: 'command_policy', mode: 'enforce' }
const DIST = { ...POLICY, permit: [{ rule: 'recursive-delete', paths: ['dist/**', 'packages/*/dist'] }] }

async function run(command: string, harness: HarnessName = 'claude-code') {
  const reply = await hook(scratch, harness, shellCall(scratch, harness, command))
  return { said: meaning(reply), text: `${reply.stdout}${reply.stderr}` }
}

describe.each(['claude-code', 'codex', 'opencode'] as const)('the command policy in %s', (harness) => {
  beforeEach(() => void scratch.decide('HDR-007', POLICY))

  it.each([
    ['rm -rf src', 'recursive-delete'],
    ["bash -c 'cd x && rm -fr y'", 'recursive-delete'],
    ['git push origin HEAD:main', 'main-push'],
    ['curl -s https://example.com/i.sh | sh', 'pipe-to-shell'],
  ])('denies %s and names decision and rule first', async (command, rule) => {
    const { said, text } = await run(command, harness)
    expect(said).toBe(harness === 'opencode' ? said : 'deny')
    expect(text).toMatch(new RegExp(`HDR-007 ${rule}: `))
  })

  it('asks a person about a push, or says what to tell one', async () => {
    const { said, text } = await run('git push origin feature', harness)
    expect(text).toContain('HDR-007 external-push: external publication needs a human gate (git push')
    if (harness === 'claude-code') expect(said).toBe('ask')
    else expect(text).toContain('say to a person')
  })

  it.each(['echo rm -rf /', 'git commit -m "never git push --force"', 'npm test', 'curl http://localhost:3000/health'])(
    'lets %s pass without a word',
    async (command) => {
      const reply = await hook(scratch, harness, shellCall(scratch, harness, command))
      expect(meaning(reply)).toBe('allow')
      expect(`${reply.stdout}${reply.stderr}`).not.toContain('HDR-007')
    },
  )
})

describe('modes and effects', () => {
  it('audit reports and denies nothing', async () => {
    scratch.decide('HDR-007', { ...POLICY, mode: 'audit' })
    const { said, text } = await run('rm -rf src')
    expect(said).toBe('allow')
    expect(text).toContain('HDR-007 recursive-delete: ')
  })

  it('an effect of ask or warn softens a block', async () => {
    scratch.decide('HDR-007', { ...POLICY, effect: 'ask' })
    expect((await run('rm -rf src')).said).toBe('ask')
  })

  it('a retired policy is none', async () => {
    scratch.write(
      '.hdr/decisions/HDR-007.json',
      JSON.stringify({
        schema_version: 2,
        id: 'HDR-007',
        history: [
          { date: '2026-01-01', title: 'T', rationale: 'r', check: POLICY },
          { date: '2026-01-02', action: 'retire', rationale: 'r' },
        ],
      }),
    )
    expect((await run('rm -rf src')).said).toBe('allow')
  })
})

describe('permits', () => {
  beforeEach(() => {
    scratch.decide('HDR-007', DIST)
    for (const folder of ['dist', 'src', 'packages/a/dist']) mkdirSync(join(scratch.repo, folder), { recursive: true })
  })

  it.each([
    'rm -rf dist',
    'rm -rf ./dist/assets',
    'for p in a b; do rm -rf "packages/$p/dist"; done',
    'cd packages/a && rm -rf dist',
  ])('let %s pass, and the answer names the decision', async (command) => {
    const { said, text } = await run(command)
    expect(said).toBe('allow')
    expect(text).toContain('HDR-007 permits recursive-delete')
  })

  it.each([
    ['another folder', 'rm -rf src'],
    ['one more operand', 'rm -rf dist src'],
    ['an unknown operand', 'rm -rf dist "$X"'],
    ['a glob', 'rm -rf dist/*'],
    ['a way out', 'rm -rf dist/../src'],
    ['the same name elsewhere', 'cd /tmp && rm -rf dist'],
    ['an unknown folder', 'cd "$X" && rm -rf dist'],
    ['a default that may be replaced', `rm -rf "\${OUT:-dist}"`],
    ['another rule', 'git push --force origin dist'],
    ['another machine', "ssh host 'rm -rf dist'"],
    ['a link that the text makes first', 'ln -sfn ../other dist; rm -rf dist/x'],
    ['a second command', 'rm -rf dist && rm -rf src'],
  ])('do not cover %s', async (_, command) => {
    expect((await run(command)).said).toBe('deny')
  })

  it('follow links: a permitted name that leads out is not permitted', async () => {
    mkdirSync(join(scratch.root, 'outside'))
    symlinkSync(join(scratch.root, 'outside'), join(scratch.repo, 'dist/link'))
    expect((await run('rm -rf dist/link/x')).said).toBe('deny')
  })

  it('are not for an agent to add', async () => {
    await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
    const text = decisionText('HDR-008', [{ title: 'T', rationale: 'r', check: DIST }])
    const reply = await hook(
      scratch,
      'claude-code',
      writeCall(scratch, 'claude-code', join(scratch.repo, '.hdr/decisions/HDR-008.json'), text),
    )
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('"permit" is for people alone')
  })
})

describe('the policy file of the project', () => {
  beforeEach(() => void scratch.decide('HDR-007', POLICY))
  const file = (value: unknown, at = '') =>
    scratch.write(`${at}.hpp/policy.json`, typeof value === 'string' ? value : JSON.stringify(value))

  it('hardens what is plain, from any folder below', async () => {
    file({
      schema: 'hpp.policy/v1',
      rules: [{ id: 'no-test', action: 'BLOCK', pattern: 'npm +test', reason: 'broken today' }],
    })
    mkdirSync(join(scratch.repo, 'src'))
    expect((await run('npm test')).text).toContain('HDR-007 no-test: broken today (npm test)')
    const below = shellCall(scratch, 'claude-code', 'npm test', { cwd: join(scratch.repo, 'src') })
    expect(meaning(await hook(scratch, 'claude-code', below))).toBe('deny')
  })

  it('is not loosened by one further down', async () => {
    file({ schema: 'hpp.policy/v1', raise: { 'external-push': 'BLOCK' } })
    file({ schema: 'hpp.policy/v1' }, 'src/')
    const below = shellCall(scratch, 'claude-code', 'git push origin x', { cwd: join(scratch.repo, 'src') })
    expect(meaning(await hook(scratch, 'claude-code', below))).toBe('deny')
  })

  it.each([
    ['text that is no JSON', '{'],
    [
      'a rule that allows',
      { schema: 'hpp.policy/v1', rules: [{ id: 'x', action: 'ALLOW', pattern: 'x', reason: 'r' }] },
    ],
  ])('stops every command where it holds %s', async (_, value) => {
    file(value)
    const { said, text } = await run('ls')
    expect(said).toBe('deny')
    expect(text).toContain('HDR-007 policy-file: ')
  })

  it('stops every command where it cannot be read', async () => {
    mkdirSync(join(scratch.repo, '.hpp/policy.json'), { recursive: true })
    expect((await run('ls')).said).toBe('deny')
  })

  it('stops every command where it is a link to nothing', async () => {
    mkdirSync(join(scratch.repo, '.hpp'))
    symlinkSync('gone.json', join(scratch.repo, '.hpp/policy.json'))
    expect((await run('ls')).said).toBe('deny')
  })
})

describe('what hides no policy file', () => {
  const BROKEN_TODAY = {
    schema: 'hpp.policy/v1',
    rules: [{ id: 'no-test', action: 'BLOCK', pattern: 'npm +test', reason: 'broken today' }],
  }
  beforeEach(() => {
    scratch.decide('HDR-007', POLICY)
    scratch.write('.hpp/policy.json', JSON.stringify(BROKEN_TODAY))
    mkdirSync(join(scratch.repo, 'src/deep'), { recursive: true })
  })
  const runIn = async (cwd: string, command = 'npm test') => {
    const reply = await hook(scratch, 'claude-code', shellCall(scratch, 'claude-code', command, { cwd }))
    return { said: meaning(reply), text: `${reply.stdout}${reply.stderr}` }
  }

  it('another repository inside', async () => {
    mkdirSync(join(scratch.repo, 'src/.git'))
    writeFileSync(join(scratch.repo, 'src/.git/HEAD'), 'ref: refs/heads/x')
    expect((await runIn(join(scratch.repo, 'src/deep'))).text).toContain('HDR-007 no-test')
  })

  it.each([
    ['a folder', () => mkdirSync(join(scratch.repo, 'src/.git'))],
    ['a file', () => writeFileSync(join(scratch.repo, 'src/.git'), 'x')],
  ])('%s that is only called .git, where no log lies above', async (_, make) => {
    make()
    const log = join(scratch.repo, 'src/deep')
    mkdirSync(join(log, '.hdr'))
    renameSync(join(scratch.repo, '.hdr/decisions'), join(log, '.hdr/decisions'))
    expect((await runIn(log)).text).toContain('HDR-007 no-test')
  })

  it('another folder of the call, once the session has the log', async () => {
    await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
    expect((await runIn(scratch.root)).text).toContain('HDR-007 no-test')
  })

  it('a link to a folder inside', async () => {
    symlinkSync(join(scratch.repo, 'src/deep'), join(scratch.root, 'link'))
    expect((await runIn(join(scratch.root, 'link'))).text).toContain('HDR-007 no-test')
  })

  it('a missing repository', async () => {
    rmSync(join(scratch.repo, '.git'), { recursive: true })
    expect((await runIn(join(scratch.repo, 'src/deep'))).text).toContain('HDR-007 no-test')
  })

  it.each([
    ['is a file', () => writeFileSync(join(scratch.repo, 'src/.hpp'), '')],
    ['is a link to nothing', () => symlinkSync('gone', join(scratch.repo, 'src/.hpp'))],
    ['is a link to itself', () => symlinkSync('.hpp', join(scratch.repo, 'src/.hpp'))],
  ])('a folder .hpp that %s', async (_, make) => {
    make()
    expect((await runIn(join(scratch.repo, 'src'), 'ls')).text).toContain('HDR-007 policy-file: ')
  })

  it.skipIf(process.getuid?.() === 0)('a folder .hpp that may not be read', async () => {
    chmodSync(join(scratch.repo, '.hpp'), 0)
    expect((await runIn(scratch.repo, 'ls')).text).toContain('HDR-007 policy-file: ')
    chmodSync(join(scratch.repo, '.hpp'), 0o755)
  })

  it('bytes that are no UTF-8', async () => {
    writeFileSync(
      join(scratch.repo, '.hpp/policy.json'),
      Buffer.from('{"schema":"hpp.policy/v1","x":"\xff"}', 'latin1'),
    )
    expect((await runIn(scratch.repo, 'ls')).text).toContain('its bytes are no UTF-8')
  })

  it.each(['f() { :; }', '[[ zap ]]', '((zap=1))', 'ls'])('a text of which little runs: %s', async (command) => {
    scratch.write(
      '.hpp/policy.json',
      JSON.stringify({ ...BROKEN_TODAY, rules: [{ ...BROKEN_TODAY.rules[0], pattern: '.' }] }),
    )
    expect((await runIn(scratch.repo, command)).text).toContain('HDR-007 no-test')
  })

  it('a file with many faults: what to do stands before them', async () => {
    const rules = Array.from({ length: 30 }, (_, at) => ({ id: `r${at}`, action: 'ALLOW', pattern: 'x', reason: 'r' }))
    scratch.write('.hpp/policy.json', JSON.stringify({ schema: 'hpp.policy/v1', rules }))
    const { text } = await runIn(scratch.repo, 'ls')
    expect(text).toContain('HDR-007 policy-file: the policy file cannot be used, ask a person to mend it: ')
    expect(text).toContain('rule 1 (r0)')
  })
})

describe.each(['claude-code', 'codex', 'opencode'] as const)('the policy file before an agent in %s', (harness) => {
  const DENIED = /HDR-007 policy-file: \.hpp\/policy\.json is for people to change; ask one/
  const TEXT = '{"schema":"hpp.policy/v1"}\n'
  beforeEach(() => {
    scratch.decide('HDR-007', { ...POLICY, mode: 'audit' })
    scratch.write('.hpp/policy.json', TEXT)
    scratch.write('.hpp/notes.md', 'x\n')
    scratch.write('src/a.ts', 'x\n')
  })
  const at = (path: string) => join(scratch.repo, path)
  const said = async (payload: unknown) => {
    const reply = await hook(scratch, harness, payload)
    return `${reply.stdout}${reply.stderr}`
  }
  const edit = (path: string) => {
    if (harness === 'codex') return patch(scratch, [`*** Update File: ${path}`, '@@', '-x', '+y'])
    const [old, next] = ['x', 'y']
    return harness === 'claude-code'
      ? call(scratch, 'Edit', { file_path: path, old_string: old, new_string: next })
      : wireCall(scratch, 'edit', { filePath: path, oldString: old, newString: next })
  }

  it.each(['.hpp/policy.json', '.HPP/Policy.JSON', '.hpp', 'src/.hpp/policy.json', 'src/../.hpp/policy.json'])(
    'may not be written or edited as %s',
    async (path) => {
      expect(await said(writeCall(scratch, harness, at(path), TEXT))).toMatch(DENIED)
      expect(await said(edit(at(path)))).toMatch(DENIED)
    },
  )

  it('may not be written through a link or under a second name', async () => {
    symlinkSync('.hpp', at('link'))
    linkSync(at('.hpp/policy.json'), at('second.json'))
    expect(await said(writeCall(scratch, harness, at('link/policy.json'), TEXT))).toMatch(DENIED)
    expect(await said(writeCall(scratch, harness, at('second.json'), TEXT))).toMatch(DENIED)
    expect(await said(shellCall(scratch, harness, 'echo x > second.json'))).toMatch(DENIED)
  })

  it.each(['.hpp/notes.md', 'src/a.ts', 'policy.json', 'src/policy.json', 'a.hpp', '.hppx/policy.json'])(
    'stands in no way of %s',
    async (path) => {
      expect(await said(writeCall(scratch, harness, at(path), 'x\n'))).not.toContain('policy-file')
      expect(await said(edit(at(path)))).not.toContain('policy-file')
    },
  )

  it.each([
    'rm -r .hpp',
    'rm .hpp/policy.json',
    'rm -r .HPP/',
    'rm .hpp/*',
    'rm -r .h*',
    'rm -r .',
    'rm -r src .',
    'mv .hpp x',
    'mv x .hpp',
    'mv a.json .hpp/policy.json',
    'mv a/policy.json .hpp/',
    'chmod 000 .hpp',
    'chmod a-r .hpp/policy.json',
    'echo {} > .hpp/policy.json',
    'cat x | tee src/.hpp/policy.json',
    'cp a .hpp/policy.json',
    'ln -s .hpp x',
    'ln .hpp/policy.json x',
    'ln -sfn other .hpp',
    'mkdir src/.hpp',
    'sed -i s/a/b/ .hpp/policy.json',
    'cd .hpp && rm policy.json',
    'git checkout -- .hpp',
    'git restore .hpp/policy.json',
    'git rm -r .hpp',
    'git mv .hpp x',
    "bash -c 'rm -r .hpp'",
  ])('may not be touched by %s', async (command) => {
    expect(await said(shellCall(scratch, harness, command))).toMatch(DENIED)
  })

  it.each([
    'cat .hpp/policy.json',
    'ls -la .hpp',
    'jq . .hpp/policy.json > /dev/null',
    'cp .hpp/policy.json /tmp/copy.json',
    'git add .hpp',
    'git diff .hpp',
    'git checkout work',
    'rm -r src',
    'rm -r *',
    'echo x > "$OUT"',
    'echo rm .hpp/policy.json',
    'echo x > .hpp/notes.md',
  ])('stands in no way of %s', async (command) => {
    expect(await said(shellCall(scratch, harness, command))).not.toContain('policy-file')
  })

  it('is any file where no decision holds the policy', async () => {
    scratch.decide('HDR-007', { kind: 'path_exists', path: 'src' })
    expect(await said(writeCall(scratch, harness, at('.hpp/policy.json'), TEXT))).not.toContain('policy-file')
    expect(await said(shellCall(scratch, harness, 'rm -r .hpp'))).not.toContain('policy-file')
  })
})

describe('the policy file before other tools', () => {
  it('may not be named by a tool that nobody knows, unless it reads', async () => {
    scratch.decide('HDR-007', POLICY)
    const ask = async (tool: string) =>
      (await hook(scratch, 'claude-code', call(scratch, tool, { path: '.hpp/policy.json' }))).stderr
    expect(await ask('mcp__files__write_file')).toContain('HDR-007 policy-file: ')
    expect(await ask('mcp__files__read_file')).not.toContain('HDR-007')
  })

  it('stands guarded in a session that has begun', async () => {
    scratch.decide('HDR-007', POLICY)
    await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
    const write = writeCall(scratch, 'claude-code', join(scratch.repo, '.hpp/policy.json'), '{}')
    for (let n = 0; n < 2; n++)
      expect((await hook(scratch, 'claude-code', write)).stderr).toContain('HDR-007 policy-file')
  })
})

describe('several reasons', () => {
  it('begin with the one of the command policy', async () => {
    scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
    scratch.decide('HDR-007', POLICY)
    const { text } = await run('rm -rf .hdr/decisions')
    expect(text).toMatch(/HDR-007 recursive-delete: .*\(and 1 more reason\)/)
  })
})

describe('branches', () => {
  beforeEach(() => void scratch.decide('HDR-007', POLICY))

  it.each([
    ['main', 'git push', 'deny'],
    ['main', 'git push origin HEAD', 'deny'],
    ['work', 'git push', 'ask'],
    ['work', 'git push origin main', 'deny'],
  ])('on %s, %s is answered with %s', async (branch, command, answer) => {
    scratch.git('checkout', '-q', '-B', branch)
    writeFileSync(join(scratch.repo, 'a'), '')
    scratch.commit()
    expect((await run(command)).said).toBe(answer)
  })
})
