import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import type { ProcessRow, ProcessTable } from '../app/world-hook.ts'
import type { HarnessProcess } from '../core/sessions/baseline.ts'

const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'fish',
  'ash',
  'busybox',
  'env',
])
const ANCESTORS_MAX = 64
const TICKS_PER_SECOND = 100

/** Environment variables that harnesses give to the commands they run. */
const HARNESS_MARKS = /(?:^|\0)(?:CLAUDECODE|CLAUDE_CODE_SESSION_ID|CODEX_[A-Z_]+|OPENCODE[A-Z_]*)=/

/** The process table of Linux, read from `/proc`. On other systems every answer is null or empty. */
export function openProcessTable(): ProcessTable {
  return { row: readRow, harnessProcess, ancestors, ticksNow, leftRunning }
}

function readRow(pid: number): ProcessRow | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const open = text.indexOf('(')
    const close = text.lastIndexOf(')')
    const rest = text.slice(close + 2).split(' ')
    const name = text.slice(open + 1, close)
    return { pid, parent: Number(rest[1]), name, start: rest[19] ?? '', session: Number(rest[3]) }
  } catch {
    return null // the process is gone, or there is no /proc
  }
}

function harnessProcess(): HarnessProcess | null {
  let depth = 0
  for (let pid = process.ppid; pid > 0 && depth < ANCESTORS_MAX; depth++) {
    const row = readRow(pid)
    if (!row) return null
    if (!SHELLS.has(row.name))
      return { pid, start: row.start, depth, command: depth > 0 ? shellText(process.ppid) : null }
    pid = row.parent
  }
  return null
}

/** What a shell was started to run, where it is just `sh -c TEXT`. */
function shellText(pid: number): string | null {
  const [, option, text, ...more] = readParts(`/proc/${pid}/cmdline`)
  return option === '-c' && text !== undefined && more.length === 0 ? text : null
}

function ancestors(): readonly (ProcessRow & { commandLine: readonly string[] })[] {
  const found: (ProcessRow & { commandLine: readonly string[] })[] = []
  for (let pid = process.pid; pid > 0 && found.length < ANCESTORS_MAX; ) {
    const row = readRow(pid)
    if (!row) break
    found.push({ ...row, commandLine: readParts(`/proc/${pid}/cmdline`) })
    pid = row.parent
  }
  return found
}

function readParts(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\0')
      .filter((part) => part !== '')
  } catch {
    return []
  }
}

function ticksNow(): number | null {
  try {
    return Math.floor(Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]) * TICKS_PER_SECOND)
  } catch {
    return null
  }
}

function leftRunning(query: {
  readonly harness: HarnessProcess
  readonly sinceTicks: number
  readonly project: string
}): readonly ProcessRow[] {
  const rows = allRows()
  const helpers = rows.get(query.harness.pid)?.session
  const own = new Set(ancestors().map((row) => row.pid))
  return [...rows.values()].filter((row) => {
    if (Number(row.start) < query.sinceTicks || own.has(row.pid) || row.session === helpers) return false
    const root = rootOf(row, rows, query)
    return root !== 'other' && isOwnUser(row.pid) && (root === 'harness' || wasLeftBehind(row.pid, query.project))
  })
}

function allRows(): ReadonlyMap<number, ProcessRow> {
  const rows = new Map<number, ProcessRow>()
  let names: readonly string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return rows
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue
    const row = readRow(Number(name))
    if (row && row.name !== '') rows.set(row.pid, row)
  }
  return rows
}

/** Whether a process descends from the harness, lost a parent as young as itself, or belongs to somebody else. */
function rootOf(
  row: ProcessRow,
  rows: ReadonlyMap<number, ProcessRow>,
  query: { readonly harness: HarnessProcess; readonly sinceTicks: number },
): 'harness' | 'orphan' | 'other' {
  let at: ProcessRow | undefined = row
  for (let steps = 0; at && steps < ANCESTORS_MAX; steps++) {
    if (at.parent === query.harness.pid) return 'harness'
    const parent = rows.get(at.parent)
    if (at.parent <= 1 || parent?.name === 'systemd') return 'orphan'
    if (!parent) return 'other'
    if (Number(parent.start) < query.sinceTicks) return descendsFrom(parent, rows, query.harness.pid)
    at = parent
  }
  return 'other'
}

function descendsFrom(row: ProcessRow, rows: ReadonlyMap<number, ProcessRow>, harness: number): 'harness' | 'other' {
  let at: ProcessRow | undefined = row
  for (let steps = 0; at && steps < ANCESTORS_MAX; steps++) {
    if (at.pid === harness || at.parent === harness) return 'harness'
    at = rows.get(at.parent)
  }
  return 'other'
}

function isOwnUser(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}`).uid === process.getuid?.()
  } catch {
    return false
  }
}

/** An orphan belongs to the call if a harness's variables came with it, or it works in the project without a terminal. */
function wasLeftBehind(pid: number, project: string): boolean {
  try {
    if (HARNESS_MARKS.test(readFileSync(`/proc/${pid}/environ`, 'latin1'))) return true
    if (hasTerminal(pid)) return false
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    return folder === project || folder.startsWith(`${project}/`)
  } catch {
    return false
  }
}

function hasTerminal(pid: number): boolean {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[4] !== '0'
}
