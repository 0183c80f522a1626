import { runHook } from './app/hook/run-hook.ts'
import { type HookReply, refuse } from './core/harness.ts'
import { findHarness, HARNESSES } from './harness/registry.ts'
import { openHookWorld } from './open-hook-world.ts'
import { readPayload } from './sys/read-payload.ts'
import { writeAll } from './sys/write-all.ts'

/** The composition root of the hook: `hook.cjs hook HARNESS`, one payload on standard input, one answer. */
async function answer(): Promise<HookReply> {
  const name = process.argv[3] ?? ''
  const harness = findHarness(name)
  if (!harness) {
    const known = HARNESSES.map((one) => one.name).join(', ')
    return refuse(`bylaw hook: no harness is named "${name}" (known: ${known}); run: bylaw hooks install`)
  }
  const payload = readPayload()
  if (payload.kind === 'unfinished') return refuse(`bylaw could not judge this call: ${payload.why}`)
  return runHook(openHookWorld(__dirname, process.env), harness, payload)
}

/** Whatever happens, the process never ends with the exit 1 that harnesses take for leave to go on. */
function failClosed(error: unknown): HookReply {
  const what = error instanceof Error ? error.message : String(error)
  return refuse(`bylaw itself failed (${what}); run "bylaw hooks doctor" to see why`)
}

function print(reply: HookReply): void {
  writeAll(1, reply.stdout)
  writeAll(2, reply.stderr)
  process.exit(reply.exitCode)
}

process.on('uncaughtException', (error) => print(failClosed(error)))
answer().catch(failClosed).then(print)
