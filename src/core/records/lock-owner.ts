/** Who holds the lock of the record verbs, and for what (records.md 9). */
export type LockHolder = { readonly verb: string; readonly by: string | null; readonly agent: string | null }

/** What the owner file of a lock says. */
export type LockOwner = LockHolder & {
  readonly token: string
  /** Null for a lock that outlives the command that took it. */
  readonly pid: number | null
  readonly host: string
  /** For people. */
  readonly acquiredAt: string
  readonly expiresAtMs: number
}

/** How long a lock without an owner file may stand: its holder died between making and signing it. */
const UNSIGNED_MS = 5_000

/** Whether nobody holds a lock any more: expired, its process gone from this host, or never signed. */
export function isStaleLock(
  lock: { readonly owner: LockOwner | null; readonly ageMs: number },
  here: { readonly nowMs: number; readonly host: string; isAlive(pid: number): boolean },
): boolean {
  const { owner, ageMs } = lock
  if (owner === null) return ageMs > UNSIGNED_MS
  if (owner.expiresAtMs <= here.nowMs) return true
  return owner.pid !== null && owner.host === here.host && !here.isAlive(owner.pid)
}

/** The holder, for whoever waits in vain. */
export function sayHolder(owner: LockOwner | null): string {
  if (owner === null) return 'somebody who has not signed the lock yet'
  const who = owner.agent ?? owner.by
  const process = owner.pid === null ? '' : `, process ${owner.pid} on ${owner.host}`
  return `${owner.verb}${who === null ? '' : ` by ${who}`} since ${owner.acquiredAt}${process}`
}
