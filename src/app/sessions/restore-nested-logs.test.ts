import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hook, hookWorld } from '../../../test/support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../../../test/support/scratch.ts'
import { openLogKeeper } from '../../store/log-keeper.ts'
import { restoreLog } from './restore-log.ts'

const SESSION = 'claude-code/s1'
const RULE = { kind: 'path_exists', path: '.hdr' }
let scratch: Scratch

beforeEach(async () => {
  scratch = makeScratch()
  scratch.decide('HDR-001', RULE)
  scratch.write('inner/.hdr/decisions/HDR-001.json', innerText('Inner'))
  await hook(scratch, 'claude-code', {
    hook_event_name: 'SessionStart',
    session_id: 's1',
    cwd: join(scratch.repo, 'inner'),
    source: 'startup',
  })
})
afterEach(() => scratch.dispose())

function innerText(title: string): string {
  return decisionText('HDR-001', [{ title, rationale: 'Because.', check: RULE }])
}

function restore(cwd: string, id: string | null = null) {
  const world = { ...hookWorld(scratch), keeper: openLogKeeper() }
  return restoreLog(world, { cwd: join(scratch.repo, cwd), id, session: SESSION })
}

it('a session that sees two logs has the one restored that was changed', () => {
  scratch.write('inner/.hdr/decisions/HDR-001.json', innerText('Rewritten'))
  expect(restore('inner').project).toBe(join(scratch.repo, 'inner'))
  expect(readFileSync(join(scratch.repo, 'inner/.hdr/decisions/HDR-001.json'), 'utf8')).toBe(innerText('Inner'))
})

it('the outer log is restored from inside as well', () => {
  const path = join(scratch.repo, '.hdr/decisions/HDR-001.json')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.replace('Because', 'Why'))
  expect(restore('inner', 'HDR-001').project).toBe(scratch.repo)
  expect(readFileSync(path, 'utf8')).toBe(before)
})

it('where both changed, the nearest comes first', () => {
  scratch.decide('HDR-001', RULE, 'Another title')
  scratch.write('inner/.hdr/decisions/HDR-001.json', innerText('Rewritten'))
  expect(restore('inner').project).toBe(join(scratch.repo, 'inner'))
  expect(restore('inner').project).toBe(scratch.repo)
})

it('nothing is restored where nothing changed', () => {
  expect(() => restore('inner')).toThrow('is as its baseline has it')
})
