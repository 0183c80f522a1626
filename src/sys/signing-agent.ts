import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../core/fault.ts'
import { lockAgent, unlockAgent } from './agent-lock.ts'
import { lazyBuiltin } from './lazy-builtin.ts'
import { makeFolder } from './scratch-folder.ts'

const START_TIMEOUT_MS = 10_000
/**
 * Runs as long as we hold its standard input open, so it ends with us however we end. It ignores the signals of a
 * terminal, which end us first; `ssh-agent` is its child.
 */
const KEEPER = `trap '' INT HUP TERM
echo "$SSH_AGENT_PID"
cat > /dev/null
kill "$SSH_AGENT_PID"
rm -f -- "$0/socket"
rmdir -- "$0"`

/** An `ssh-agent` of this process alone. */
export type SigningAgent = {
  /** What tells programs of this agent. */
  readonly environment: NodeJS.ProcessEnv
  /** From here on it signs for nobody who does not know our secret. */
  lock(): Promise<void>
  /** Runs `body` while the agent is unlocked. */
  unlocked<T>(body: (environment: NodeJS.ProcessEnv) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** Throws a Refusal where no agent can be started. */
export async function openSigningAgent(environment: NodeJS.ProcessEnv): Promise<SigningAgent> {
  const { folder, keep } = makeFolder('bylaw-agent-')
  const socket = join(folder, 'socket')
  const secret = lazyBuiltin('node:crypto').randomBytes(32).toString('hex')
  const end = await startKeeper(folder, socket, environment).finally(keep) // from then on the keeper removes it
  const agentEnvironment = { ...environment, SSH_AUTH_SOCK: socket }
  const lock = () => lockAgent(agentEnvironment, secret)
  let last: Promise<unknown> = Promise.resolve() // one at a time: an unlocked agent refuses to be unlocked
  return {
    environment: agentEnvironment,
    lock,
    unlocked(body) {
      const turn = last.then(async () => {
        await unlockAgent(agentEnvironment, secret)
        try {
          return await body(agentEnvironment)
        } finally {
          await lock()
        }
      })
      last = turn.catch(() => undefined) // whoever waits for that turn hears of it
      return turn
    },
    end,
  }
}

/** Gives back what ends it. */
function startKeeper(folder: string, socket: string, environment: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  return new Promise((settle, refuse) => {
    const child = lazyBuiltin('node:child_process').spawn('ssh-agent', ['-a', socket, 'sh', '-c', KEEPER, folder], {
      cwd: '/',
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    const closed = new Promise<void>((close) => child.on('close', () => close()))
    const fail = (why: string) => {
      clearTimeout(timer)
      child.stdin.end()
      rmSync(folder, { recursive: true, force: true })
      refuse(new Refusal({ code: 'sign/failed', message: `ssh-keygen could not sign: ${why}` }))
    }
    const timer = setTimeout(() => fail('ssh-agent did not start'), START_TIMEOUT_MS)
    child.stdin.on('error', () => undefined) // it has ended: nothing to tell it
    child.on('error', (error) => fail(`ssh-agent: ${error.message}`))
    child.on('exit', () => fail('ssh-agent ended at once'))
    child.stdout.once('data', () => {
      clearTimeout(timer)
      child.removeAllListeners('exit')
      child.stdout.destroy()
      child.unref()
      // The pipe alone must not keep this process alive.
      if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
      settle(async () => {
        child.ref()
        child.stdin.end()
        await closed
      })
    })
  })
}
