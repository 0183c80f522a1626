import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** The variable by which the descendants of a run are known, also those in a session of their own. */
export const RUN_MARK = 'BYLAW_RUN'

const POLL_MS = 20
/** After the grace: whoever makes processes faster than they are ended is given up on after this many rounds. */
const ROUNDS_MAX = 50

type Wanted = { readonly group: number; readonly mark: string }
type Found = { readonly pid: number; readonly name: string }

/**
 * Ends every process of a group, and on Linux every one that carries the mark: asks first, and after the grace makes
 * them end. Returns the names of those that were there.
 */
export async function endProcesses(request: Wanted & { readonly graceMs: number }): Promise<readonly string[]> {
  const found = processesOf(request)
  if (found.length === 0 && !isGroupThere(request.group)) return []
  endAll(request, found, 'SIGTERM')
  const deadlineMs = performance.now() + request.graceMs
  while (isAnyThere(request) && performance.now() < deadlineMs) await pause(POLL_MS)
  for (let round = 0; isAnyThere(request) && round < ROUNDS_MAX; round += 1) {
    endAll(request, processesOf(request), 'SIGKILL')
    await pause(POLL_MS)
  }
  return found.length > 0 ? found.map(({ name }) => name) : ['(unknown)']
}

function isAnyThere(wanted: Wanted): boolean {
  return isGroupThere(wanted.group) || processesOf(wanted).length > 0
}

function isGroupThere(group: number): boolean {
  try {
    process.kill(-group, 0)
    // Whoever ended but was not yet waited for still counts as there; where there is a process table, it knows.
    return !hasProcessTable() || processIds().some((pid) => groupOf(pid) === group)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function endAll({ group }: Wanted, found: readonly Found[], signal: NodeJS.Signals): void {
  send(-group, signal)
  for (const { pid } of found) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone by itself, or of another user: there is nothing more that could be done
  }
}

function processesOf({ group, mark }: Wanted): readonly Found[] {
  return processIds().flatMap((pid) => {
    const isOne = groupOf(pid) === group || carries(pid, mark)
    return isOne ? [{ pid, name: nameOf(pid) }] : []
  })
}

function hasProcessTable(): boolean {
  return groupOf(process.pid) !== null
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** The process group, or null where the process is gone or only waits to be noticed. */
function groupOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? null : Number(group)
  } catch {
    return null
  }
}

function carries(pid: number, mark: string): boolean {
  const own = environmentOf(pid)?.find((one) => one.startsWith(`${RUN_MARK}=`))
  return (
    own
      ?.slice(RUN_MARK.length + 1)
      .split(',')
      .includes(mark) ?? false
  )
}

function environmentOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return null // of another user, or gone
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return '(gone)'
  }
}
