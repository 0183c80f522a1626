import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetOldSessions } from './forget-sessions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW_MS = Date.UTC(2026, 10, 2)

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bylaw-forget-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A session whose last sign of life in the project is that many days ago. */
function session(name: string, days: number, project = '%2Fp'): string {
  const folder = join(root, 'sessions/codex', name, project)
  mkdirSync(folder, { recursive: true })
  for (const file of ['heartbeat', 'baseline']) {
    writeFileSync(join(folder, file), '')
    utimesSync(join(folder, file), (NOW_MS - days * DAY_MS) / 1000, (NOW_MS - days * DAY_MS) / 1000)
  }
  return folder
}

it('forgets sessions without a sign of life for 60 days, folder and all', () => {
  const [old, young] = [session('old', 61), session('young', 59)]
  forgetOldSessions(root, NOW_MS)
  expect([existsSync(old), existsSync(join(root, 'sessions/codex/old')), existsSync(young)]).toEqual([
    false,
    false,
    true,
  ])
})

it('keeps the newest of a project however old, and what the session has elsewhere', () => {
  const [older, newest, elsewhere] = [session('a', 200), session('b', 100), session('a', 1, '%2Fq')]
  forgetOldSessions(root, NOW_MS)
  expect([existsSync(older), existsSync(newest), existsSync(elsewhere)]).toEqual([false, true, true])
})
