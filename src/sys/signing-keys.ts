import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '../core/fault.ts'
import { fileKind } from './file-kind.ts'
import { runProgram } from './run-program.ts'
import { type SigningJob, type SigningResult, signBytes } from './sign-bytes.ts'
import { openSigningAgent, type SigningAgent } from './signing-agent.ts'
import { isMissing, lastWords } from './ssh-program.ts'

const TRIAL = { namespace: 'bylaw-trial', bytes: Buffer.from('trial') }
/** How long a person may take to type. Without a terminal a dialog asks, or a program that gives a wrong answer for ever. */
const TYPING_TIMEOUT_MS = 300_000
const DIALOG_TIMEOUT_MS = 60_000
const WRONG_PASS_PHRASE = 'incorrect passphrase supplied'

type Message = Pick<SigningJob, 'namespace' | 'bytes'>

/**
 * Keys that have signed something already, so that they will again after a long run. A pass phrase is asked once: an
 * agent of our own keeps the key, and is locked whenever we are not signing, because what runs in between may be
 * anything.
 */
export function openSigningKeys(environment: NodeJS.ProcessEnv) {
  const ready = new Map<string, Promise<SigningAgent | null>>()
  const prepared = (file: string) => {
    const known = ready.get(file)
    if (known !== undefined) return known
    const started = prepare(file, environment)
    ready.set(file, started)
    started.catch(() => ready.delete(file)) // the next call may have more luck
    return started
  }
  return {
    /** Throws a Refusal unless the key signs. */
    async prepare(keyFile: string): Promise<void> {
      await prepared(resolve(keyFile))
    },
    /** The armored signature. Throws a Refusal. */
    async sign(keyFile: string, message: Message): Promise<string> {
      const file = resolve(keyFile)
      const agent = await prepared(file)
      const job = { ...message, file }
      const result = await (agent === null
        ? signBytes({ ...job, environment })
        : agent.unlocked((agentEnvironment) => signBytes({ ...job, environment: agentEnvironment })))
      if (result.signature === null) throw refusalOf(file, result)
      return result.signature
    },
    async end(): Promise<void> {
      const agents = await Promise.allSettled(ready.values())
      ready.clear()
      for (const agent of agents) if (agent.status === 'fulfilled') await agent.value?.end()
    },
  }
}

/** The agent of our own that holds the key, or null where the key signs without one. */
async function prepare(file: string, environment: NodeJS.ProcessEnv): Promise<SigningAgent | null> {
  const kind = fileKind(file)
  if (kind !== 'file') {
    const message = `sign key not found: ${file}${kind === 'not found' ? '' : ` is ${kind}`}`
    throw new Refusal({ code: 'sign/no-key', message })
  }
  const trial = await signBytes({ ...TRIAL, file, environment })
  if (trial.signature !== null) return null
  if (!`${trial.result.stderr}`.includes(WRONG_PASS_PHRASE)) throw refusalOf(file, trial)
  return prepareAgent(file, environment)
}

async function prepareAgent(file: string, environment: NodeJS.ProcessEnv): Promise<SigningAgent> {
  const terminalFd = openTerminal()
  try {
    if (process.platform === 'win32' || (terminalFd === null && !hasDialog(environment))) {
      throw couldNotSign('the key has a pass phrase and there is no terminal to ask for it', addHint(file))
    }
    const agent = await openSigningAgent(environment)
    try {
      await askPassPhrase(file, { environment: agent.environment, terminalFd })
      const trial = await signBytes({ ...TRIAL, file, environment: agent.environment })
      if (trial.signature === null) throw refusalOf(file, trial)
      await agent.lock()
      return agent
    } catch (error) {
      await agent.end()
      throw error
    }
  } finally {
    if (terminalFd !== null) closeSync(terminalFd)
  }
}

async function askPassPhrase(
  file: string,
  { environment, terminalFd }: { environment: NodeJS.ProcessEnv; terminalFd: number | null },
): Promise<void> {
  const result = await runProgram({
    file: 'ssh-add',
    args: ['-q', privateHalf(file)],
    cwd: '/',
    environment,
    timeoutMs: terminalFd === null ? DIALOG_TIMEOUT_MS : TYPING_TIMEOUT_MS,
    outputMaxBytes: 64 * 1024,
    ...(terminalFd === null ? {} : { terminalFd }),
  })
  if (isMissing(result)) throw couldNotSign('ssh-add not found', addHint(file))
  if (result.exitCode === 0) return
  const said = result.trouble ?? `${result.stderr}`.trim()
  throw couldNotSign(`the pass phrase was not given${said === '' ? '' : `: ${said.slice(-300)}`}`, addHint(file))
}

/** `ssh-keygen` takes the private key beside a public one too. */
function privateHalf(file: string): string {
  const without = file.replace(/\.pub$/, '')
  return without !== file && fileKind(without) === 'file' ? without : file
}

function openTerminal(): number | null {
  try {
    return openSync('/dev/tty', 'r+')
  } catch {
    return null // nobody to ask
  }
}

/** Whether `ssh-add` would ask by a program of the person's. */
function hasDialog(environment: NodeJS.ProcessEnv): boolean {
  const { SSH_ASKPASS: dialog, SSH_ASKPASS_REQUIRE: require = '', DISPLAY, WAYLAND_DISPLAY } = environment
  if (!dialog || require === 'never') return false
  return ['force', 'prefer'].includes(require) || Boolean(DISPLAY || WAYLAND_DISPLAY)
}

function refusalOf(file: string, { result }: Extract<SigningResult, { signature: null }>): Refusal {
  if (isMissing(result)) {
    const hint = 'install OpenSSH 8.9 or newer'
    return new Refusal({ code: 'sign/no-ssh-keygen', message: 'ssh-keygen not found', hint })
  }
  const words = lastWords(result)
  return couldNotSign(words, words.includes('No private key found') ? addHint(file) : undefined)
}

function couldNotSign(why: string, hint?: string): Refusal {
  return new Refusal({ code: 'sign/failed', message: `ssh-keygen could not sign: ${why}`, ...(hint && { hint }) })
}

function addHint(file: string): string {
  return `give the key to an agent first: ssh-add ${file.replace(/\.pub$/, '')}`
}
