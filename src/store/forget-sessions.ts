import { rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn } from './state-files.ts'

const FORGET_MS = 60 * 24 * 60 * 60 * 1000

/** Whole project folders of sessions go, oldest signs of life first; a session whose folder is empty goes too. */
export function forgetOldSessions(root: string, nowMs: number): void {
  const all = namesIn(join(root, 'sessions')).flatMap((harness) =>
    namesIn(join(root, 'sessions', harness)).flatMap((session) => {
      const folder = join(root, 'sessions', harness, session)
      return namesIn(folder).map((key) => ({ key, path: join(folder, key), aliveMs: lastSign(join(folder, key)) }))
    }),
  )
  const newest = new Map<string, number>()
  for (const { key, aliveMs } of all) newest.set(key, Math.max(newest.get(key) ?? 0, aliveMs))
  for (const { key, path, aliveMs } of all) {
    if (nowMs - aliveMs < FORGET_MS || aliveMs === newest.get(key)) continue
    rmSync(path, { recursive: true, force: true })
    if (namesIn(dirname(path)).length === 0) rmdirSync(dirname(path))
  }
}

function lastSign(folder: string): number {
  const times = ['heartbeat', 'baseline'].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(...times)
}
