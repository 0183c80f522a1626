import { Refusal } from '../core/fault.ts'
import { lazyBuiltin } from './lazy-builtin.ts'

const TIMEOUT_MS = 10_000
const LOCK = 22
const UNLOCK = 23
const SUCCESS = 6

/** Makes an agent refuse to sign until it is unlocked with the same secret (SSH agent protocol, 3.8). */
export const lockAgent = (socket: string, secret: string) => ask(socket, LOCK, secret)

export const unlockAgent = (socket: string, secret: string) => ask(socket, UNLOCK, secret)

function ask(socket: string, request: number, secret: string): Promise<void> {
  return new Promise((settle, refuse) => {
    const connection = lazyBuiltin('node:net').connect(socket)
    const fail = (why: string) => {
      connection.destroy()
      const message = `ssh-keygen could not sign: the agent that keeps the key did not answer: ${why}`
      refuse(new Refusal({ code: 'sign/failed', message }))
    }
    let answer = Buffer.alloc(0)
    connection.setTimeout(TIMEOUT_MS, () => fail('too late'))
    connection.on('error', (error) => fail(error.message))
    connection.on('close', () => fail('it hung up'))
    connection.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk])
      if (answer.length < 5) return
      if (answer[4] !== SUCCESS) return fail('it refused')
      settle()
      connection.destroy()
    })
    const text = Buffer.from(secret)
    const message = Buffer.alloc(9 + text.length)
    message.writeUInt32BE(5 + text.length, 0)
    message.writeUInt8(request, 4)
    message.writeUInt32BE(text.length, 5)
    text.copy(message, 9)
    connection.write(message)
  })
}
