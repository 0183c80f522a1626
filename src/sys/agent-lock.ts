import { Refusal } from '../core/fault.ts'
import { lastWords, runSshProgram } from './ssh-program.ts'

/** Makes an agent refuse to sign until it is unlocked with the same secret. The program reads it twice. */
export const lockAgent = (agent: NodeJS.ProcessEnv, secret: string) => ask(agent, '-x', `${secret}\n${secret}\n`)

export const unlockAgent = (agent: NodeJS.ProcessEnv, secret: string) => ask(agent, '-X', `${secret}\n`)

/** `agent` is an environment with the agent's socket in it. */
async function ask(agent: NodeJS.ProcessEnv, option: '-x' | '-X', text: string): Promise<void> {
  const request = { args: [option], environment: agent, stdin: new TextEncoder().encode(text) }
  const result = await runSshProgram('ssh-add', request)
  if (result.exitCode === 0) return
  const message = `ssh-keygen could not sign: the agent that keeps the key did not answer: ${lastWords(result)}`
  throw new Refusal({ code: 'sign/failed', message })
}
