import { parseJson } from '../core/codec/json.ts'
import { isJsonObject } from '../core/codec/json-value.ts'
import type { LockOwner } from '../core/records/lock-owner.ts'

/** The text of an owner file, in the form that chant's has too (records.md 9). */
export function renderLockOwner({ expiresAtMs, ...owner }: LockOwner): string {
  return `${JSON.stringify({ ...owner, expiresAt: new Date(expiresAtMs).toISOString() })}\n`
}

/** Reads an owner file; null for what is none. Times may be texts or milliseconds. */
export function parseLockOwner(text: string): LockOwner | null {
  const parsed = parseJson(text, { file: 'owner.json' })
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return null
  const { token, pid, host, verb, by, agent, acquiredAt, expiresAt } = parsed.value.value
  const [acquiredAtMs, expiresAtMs] = [instantOf(acquiredAt), instantOf(expiresAt)]
  if (typeof token !== 'string' || typeof host !== 'string' || acquiredAtMs === null || expiresAtMs === null)
    return null
  return {
    token,
    pid: typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : null,
    host,
    verb: typeof verb === 'string' ? verb : 'write',
    by: typeof by === 'string' ? by : null,
    agent: typeof agent === 'string' ? agent : null,
    acquiredAt: new Date(acquiredAtMs).toISOString(),
    expiresAtMs,
  }
}

function instantOf(value: unknown): number | null {
  const atMs = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(atMs) && Math.abs(atMs) < 8.64e15 ? atMs : null
}
