// Runs one headless agent to its end or to its time limit, in a process group of its own.
import { execFileSync, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

const KEPT_VARIABLES = ['PATH', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT']

const running = new Set()
process.once('exit', killEverythingRunning)

/** Ends every agent this process has started and not yet seen end. */
export function killEverythingRunning() {
  for (const pid of running) killTree(pid)
}

/** A small environment: nothing of the person's agents, proxies or keys gets in. */
export function cleanEnvironment(extra) {
  const env = {}
  for (const name of KEPT_VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name]
  const wanted = { ...env, ...extra }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

/** The agents leave sockets and notes in the temporary folder; in one of their own they go with the home. */
export async function ownTemporaryFolder(home) {
  const folder = path.join(home, 'tmp')
  await mkdir(folder, { recursive: true })
  return folder
}

/** The environment that makes every request outside loopback land on the model server, which records and refuses it. */
export function loopbackOnly(server) {
  const proxies = Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map((name) => [
      name,
      server.url,
    ]),
  )
  return { ...proxies, NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' }
}

/**
 * Resolves with { exitCode, signal, timedOut, stdout, stderr, durationMs }; rejects only if the program cannot start.
 * At the time limit the process group and all descendants are killed, and at the end whatever has not ended soon after:
 * opencode does not wait for the hook of its last event, and a hook that is killed has noted nothing.
 */
export function runHeadless({ bin, args, cwd, env, timeoutMs, stdin = '' }) {
  return new Promise((resolve, reject) => {
    const startedAt = Date.now()
    const child = spawn(bin, args, {
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (output[name] += text))
    child.stdin.on('error', () => {}) // the agent may close its input first
    child.stdin.end(stdin)
    let timedOut = false
    if (child.pid) running.add(child.pid)
    const timer = setTimeout(() => {
      timedOut = true
      killTree(child.pid)
    }, timeoutMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    const closed = new Promise((settle) => child.once('close', settle))
    // 'exit', not 'close': a grandchild that keeps the pipe open must not keep us waiting.
    child.once('exit', async (exitCode, signal) => {
      clearTimeout(timer)
      if (!timedOut) await groupEnded(child.pid)
      running.delete(child.pid)
      killTree(child.pid)
      const late = setTimeout(finish, 2000)
      closed.then(finish)
      function finish() {
        clearTimeout(late)
        resolve({ exitCode, signal, timedOut, ...output, durationMs: Date.now() - startedAt })
      }
    })
  })
}

const GRACE_MS = 3000

/** Waits until nothing of the process group is left, for a while. */
async function groupEnded(pid) {
  for (const end = Date.now() + GRACE_MS; isGroupAlive(pid) && Date.now() < end; )
    await new Promise((settle) => setTimeout(settle, 20))
}

function isGroupAlive(pid) {
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

/** Kills the group of `pid` and every descendant that left the group; never anything else. */
function killTree(pid) {
  if (!pid) return
  for (const victim of [...descendants(pid), -pid]) {
    try {
      process.kill(victim, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error // already gone, or only zombies left
    }
  }
}

function descendants(root) {
  if (process.platform === 'win32') return []
  let rows
  try {
    rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  } catch {
    return [] // no ps on this machine: the group has to do
  }
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const found = []
  for (let layer = [root]; layer.length > 0; ) {
    layer = pairs.filter(([, parent]) => layer.includes(parent)).map(([pid]) => pid)
    found.push(...layer)
  }
  return found
}
