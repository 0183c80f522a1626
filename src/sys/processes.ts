import type { Processes } from '../app/world.ts'
import { runProgram } from './run-program.ts'

const OUTPUT_MAX_BYTES = 4 * 1024 * 1024

/** Programs that a person allowed: run as they are, in their folder, with the caller's environment. */
export function openProcesses(environment: NodeJS.ProcessEnv): Processes {
  return {
    async run({ argv: [file = '', ...args], cwd, timeoutMs }) {
      const request = { file, args, cwd, environment, timeoutMs, outputMaxBytes: OUTPUT_MAX_BYTES }
      const { stdout, stderr, ...result } = await runProgram(request)
      return { ...result, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') }
    },
  }
}
