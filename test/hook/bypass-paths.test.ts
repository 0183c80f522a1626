import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendEntry, renderNewDecision } from '../../src/core/decisions/write-decision-file.ts'
import type { HarnessName } from '../../src/core/harness.ts'
import { hook, judge, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'
import { call, event, patch, patchText, sessionStart, wireCall, writeCall } from './calls.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only' })
  scratch.decide('HDR-003', { kind: 'path_exists', path: '.hdr' })
})
afterEach(() => scratch.dispose())

const log = (name = 'HDR-003.json') => join(scratch.repo, '.hdr/decisions', name)
const NEW = decisionText('HDR-004', [{ title: 'T', rationale: 'r', check: { kind: 'path_exists', path: '.hdr' } }])
const edit = (file_path: string, more: object = {}) =>
  call(scratch, 'Edit', { file_path, old_string: 'outage', new_string: 'x', ...more })

async function expectDenied(harness: HarnessName, payload: unknown, names: string | RegExp = 'HDR-003'): Promise<void> {
  const reply = await hook(scratch, harness, payload)
  expect(meaning(reply)).toBe('deny')
  expect(reply.stderr).toMatch(names)
}
async function expectAllowed(harness: HarnessName, payload: unknown): Promise<void> {
  expect(await hook(scratch, harness, payload)).toEqual({ stdout: '', stderr: '', exitCode: 0 })
}

describe('row 33: another name for the log', () => {
  it('is seen through a link to the project', async () => {
    const linked = join(scratch.root, 'linked')
    symlinkSync(scratch.repo, linked)
    await expectDenied('claude-code', edit(join(linked, '.hdr/decisions/HDR-003.json')))
    await expectDenied('claude-code', { ...edit('.hdr/decisions/HDR-003.json'), cwd: linked })
    await expectAllowed(
      'claude-code',
      writeCall(scratch, 'claude-code', join(linked, '.hdr/decisions/HDR-004.json'), NEW),
    )
  })

  it('is seen through a link inside it: to a file, to the folder, to what is not there yet', async () => {
    mkdirSync(join(scratch.repo, 'notes'))
    symlinkSync('../.hdr/decisions/HDR-003.json', join(scratch.repo, 'notes/a.json'))
    symlinkSync('../.hdr/decisions', join(scratch.repo, 'notes/folder'))
    symlinkSync('../.hdr/decisions/HDR-009.json', join(scratch.repo, 'notes/new.json'))
    await expectDenied('claude-code', edit(join(scratch.repo, 'notes/a.json')))
    await expectDenied('codex', patch(scratch, ['*** Delete File: notes/folder/HDR-003.json']))
    await expectDenied('opencode', writeCall(scratch, 'opencode', 'notes/new.json', '{}'), /HDR-009/)
  })

  it('is seen through a hard link', async () => {
    linkSync(log(), join(scratch.repo, 'hard.json'))
    await expectDenied('claude-code', edit(join(scratch.repo, 'hard.json')), /decision/)
    await expectDenied(
      'claude-code',
      writeCall(scratch, 'claude-code', join(scratch.repo, 'hard.json'), '{}'),
      /decision/,
    )
  })
})

describe('row 34: an edit whose new text holds patch markers', () => {
  it('is an edit of its own path', async () => {
    const text = patchText(['*** Add File: a.txt', '+a'])
    await expectDenied('claude-code', edit(log(), { new_string: text }))
    await expectDenied('opencode', wireCall(scratch, 'edit', { filePath: log(), oldString: 'a', newString: text }))
    const harmless = patchText(['*** Delete File: .hdr/decisions/HDR-003.json'])
    await expectAllowed('claude-code', edit(join(scratch.repo, 'docs.md'), { new_string: harmless }))
  })

  it('in an unknown tool is read both ways', async () => {
    const text = patchText(['*** Delete File: .hdr/decisions/HDR-003.json'])
    await expectDenied('claude-code', call(scratch, 'SuperEdit', { target: join(scratch.repo, 'a.txt'), body: text }))
    await expectDenied(
      'claude-code',
      call(scratch, 'SuperEdit', { target: log(), body: patchText(['*** Add File: a', '+a']) }),
    )
  })
})

describe('row 35: another spelling', () => {
  it.each(['.HDR/Decisions/hdr-003.json', '.hdr/decisions/HDR-003.JSON', './.hdr//decisions/./HDR-003.json'])(
    '%s is the same file',
    async (path) => {
      await expectDenied('claude-code', edit(join(scratch.repo, path)))
      await expectDenied('codex', patch(scratch, [`*** Delete File: ${path}`]))
      await expectDenied('opencode', wireCall(scratch, 'edit', { filePath: path, oldString: 'a', newString: 'b' }))
    },
  )
})

describe('row 36: a folder that drifts', () => {
  it('does not lead away from the log above it', async () => {
    mkdirSync(join(scratch.repo, 'packages/api'), { recursive: true })
    const cwd = join(scratch.repo, 'packages/api')
    await expectDenied('claude-code', { ...edit('../../.hdr/decisions/HDR-003.json'), cwd })
    await expectDenied('codex', patch(scratch, ['*** Delete File: ../../.hdr/decisions/HDR-003.json'], { cwd }))
  })

  it('elsewhere leaves the target, and the folder of the harness, to find the log by', async () => {
    const cwd = scratch.home
    await expectDenied('claude-code', { ...edit(log()), cwd })
    scratch.decide('HDR-002', { kind: 'tool_denied', tools: ['WebFetch'] })
    const fetch = { ...call(scratch, 'WebFetch', { url: 'https://example.test' }), session_id: 's2', cwd }
    await expectAllowed('claude-code', fetch)
    const reply = await hook(scratch, 'claude-code', fetch, { CLAUDE_PROJECT_DIR: scratch.repo })
    expect(reply.stderr).toMatch(/^HDR-002/)
  })
})

describe('row 37: several checkouts', () => {
  it('protects the log of the worktree in which the target lies, and that of the main checkout from there', async () => {
    scratch.initGit()
    scratch.commit()
    const tree = join(scratch.root, 'tree')
    scratch.git('worktree', 'add', '-q', '-b', 'side', tree)
    await expectDenied('claude-code', edit(join(tree, '.hdr/decisions/HDR-003.json')))
    await expectDenied('claude-code', { ...edit(log()), cwd: tree, session_id: 's2' })
    await expectAllowed('claude-code', edit(join(tree, 'a.txt')))
  })

  it('holds a check to its own project: a name that only begins alike is another folder', async () => {
    scratch.decide('HDR-002', { kind: 'write_denied', paths: ['**'] })
    await expectDenied('claude-code', edit(join(scratch.repo, 'a.txt')), /HDR-002/)
    mkdirSync(`${scratch.repo}-evil/.hdr-other`, { recursive: true })
    await expectAllowed('claude-code', edit(`${scratch.repo}-evil/a.txt`))
  })

  it('row 68: keeps each log to the paths of its own project', async () => {
    scratch.decide('HDR-002', { kind: 'write_denied', paths: ['infra/**'] })
    const other = join(scratch.root, 'other')
    mkdirSync(join(other, '.hdr/decisions'), { recursive: true })
    writeFileSync(
      join(other, '.hdr/decisions/OPS-001.json'),
      decisionText('OPS-001', [{ title: 'T', rationale: 'r', check: { kind: 'write_denied', paths: ['src/**'] } }]),
    )
    await expectAllowed('claude-code', edit(join(other, 'infra/a.tf')))
    await expectDenied('claude-code', edit(join(other, 'src/a.ts')), /^OPS-001/)
    await expectAllowed('claude-code', edit(join(scratch.repo, 'src/a.ts')))
    await expectDenied('claude-code', edit(join(scratch.repo, 'infra/a.tf')), /HDR-002/)
  })
})

describe('rows 38 to 40: patches', () => {
  const rows: Readonly<Record<string, string>> = {
    'a move onto a decision': patchText([
      '*** Update File: a',
      '*** Move to: .hdr/decisions/HDR-003.json',
      '@@',
      '-a',
      '+b',
    ]),
    'a move away': patchText(['*** Update File: .hdr/decisions/HDR-003.json', '*** Move to: b']),
    'an add over it': patchText(['*** Add File: .hdr/decisions/HDR-003.json', '+{}']),
    'padded markers': patchText(['*** Delete File: .hdr/decisions/HDR-003.json']).replaceAll('***', '  ***'),
    'carriage returns': patchText(['*** Delete File: .hdr/decisions/HDR-003.json']).replaceAll('\n', '\r\n'),
    'a heredoc inside': `<<'EOF'\n${patchText(['*** Delete File: .hdr/decisions/HDR-003.json'])}EOF`,
    'a patch behind another':
      patchText(['*** Add File: a', '+a']) + patchText(['*** Delete File: .hdr/decisions/HDR-003.json']),
    'one of five files': patchText(
      ['a', 'b', 'c', '.hdr/decisions/HDR-003.json', 'd'].flatMap((path) => [
        `*** Update File: ${path}`,
        '@@',
        '-x',
        '+y',
      ]),
    ),
  }
  it.each(Object.entries(rows))('row 38: %s is denied whole, by name', async (_, text) => {
    await expectDenied('codex', call(scratch, 'apply_patch', { command: text }))
    await expectDenied('opencode', wireCall(scratch, 'apply_patch', { patchText: text }))
  })

  it('row 39: Codex names its paths in nothing but the patch, and a check reads them there', async () => {
    scratch.decide('HDR-002', { kind: 'write_denied', paths: ['infra/**'] })
    await expectDenied(
      'codex',
      patch(scratch, ['*** Update File: infra/main.tf', '@@', '-a', '+b']),
      /^HDR-002.*infra\/main\.tf/,
    )
    await expectAllowed('codex', patch(scratch, ['*** Update File: src/main.ts', '@@', '-a', '+b']))
  })

  it('row 40: one new decision among other files is judged, and only it', async () => {
    const added = NEW.trimEnd()
      .split('\n')
      .map((line) => `+${line}`)
    await expectAllowed(
      'codex',
      patch(scratch, ['*** Add File: a', '+a', '*** Add File: .hdr/decisions/HDR-004.json', ...added]),
    )
    await expectDenied(
      'codex',
      patch(scratch, ['*** Add File: a', '+a', '*** Add File: .hdr/decisions/HDR-005.json', ...added], {
        tool_use_id: 'call_2',
      }),
      /HDR-005/,
    )
  })
})

describe('row 42: what our own commands write', () => {
  it('is never taken for a change of history', async () => {
    await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
    writeFileSync(
      log('HDR-004.json'),
      renderNewDecision({ id: 'HDR-004', date: '2026-11-30', title: 'T', rationale: 'r', check: null }),
    )
    writeFileSync(
      log(),
      appendEntry(readFileSync(log(), 'utf8'), {
        kind: 'retirement',
        date: '2026-11-30',
        rationale: 'Replaced by HDR-004.',
      }),
    )
    const { findings } = await judge(scratch, 'claude-code', event(scratch, 'UserPromptSubmit', { prompt: 'x' }))
    expect(findings).toEqual(['HDR-003 was revised by a person and applies as it is now'])
  })

  it('and what is no decision in the log folder is nobody s', async () => {
    await expectAllowed('claude-code', writeCall(scratch, 'claude-code', log('README.md'), '# Log\n'))
    await expectAllowed('claude-code', writeCall(scratch, 'claude-code', log('.gitattributes'), '* text\n'))
    await expectDenied('claude-code', writeCall(scratch, 'claude-code', log('sub/README.md'), '# Log\n'), /decision/)
  })
})

describe('rows 43 and 44: Edit', () => {
  it('row 43: that appends by replace_all, or rewrites the tail, is an edit of a decision', async () => {
    const entry = ',{"status":"retired","rationale":"r"}]}'
    await expectDenied('claude-code', edit(log(), { old_string: ']\n}', new_string: entry, replace_all: true }))
    await expectDenied('claude-code', edit(log(), { old_string: '\n  ]\n}', new_string: entry }))
    await expectDenied(
      'opencode',
      wireCall(scratch, 'edit', { filePath: log(), oldString: ']', newString: entry, replaceAll: true }),
    )
  })

  it('row 44: with an empty old text makes a file, which is held to the rules for a new decision', async () => {
    await expectAllowed('claude-code', edit(log('HDR-004.json'), { old_string: '', new_string: NEW }))
    const create = { filePath: log('HDR-006.json'), oldString: '', newString: NEW.replace('HDR-004', 'HDR-006') }
    await expectAllowed('opencode', wireCall(scratch, 'edit', create))
    await expectDenied('claude-code', edit(log('HDR-005.json'), { old_string: '', new_string: NEW }), /HDR-005/)
    await expectDenied('claude-code', edit(log(), { old_string: '', new_string: NEW }))
  })
})

it('row 70: outside of every project nothing is ours', async () => {
  await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
  await expectAllowed('claude-code', edit(join(scratch.home, '.claude/plans/plan.md')))
  await expectAllowed(
    'claude-code',
    writeCall(scratch, 'claude-code', join(scratch.root, 'elsewhere/.hdr/notes.md'), 'x'),
  )
  execFileSync('git', ['init', '-q', join(scratch.root, 'empty')])
  await expectAllowed('codex', { ...patch(scratch, ['*** Add File: a', '+a']), cwd: join(scratch.root, 'empty') })
})
