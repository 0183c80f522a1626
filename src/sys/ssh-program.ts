import { type ProgramResult, runProgram } from './run-program.ts'

const TIMEOUT_MS = 60_000
const OUTPUT_MAX_BYTES = 1024 * 1024
const TEXT_MAX_LENGTH = 300

/** Runs a program of OpenSSH where nobody is asked anything: no terminal, no dialog, 60 s. */
export function runSshProgram(
  file: 'ssh-keygen' | 'ssh-add',
  request: {
    readonly args: readonly string[]
    readonly environment: NodeJS.ProcessEnv
    readonly stdin?: Uint8Array
  },
): Promise<ProgramResult> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, SSH_ASKPASS: _dialog, ...environment } = request.environment
  return runProgram({
    ...request,
    file,
    cwd: '/',
    environment: { ...environment, SSH_ASKPASS_REQUIRE: 'never' },
    timeoutMs: TIMEOUT_MS,
    endsWithUs: true,
    outputMaxBytes: OUTPUT_MAX_BYTES,
  })
}

export function isMissing(result: ProgramResult): boolean {
  return result.trouble?.endsWith(' ENOENT') === true
}

/** The end of what the program said, or why it said nothing. */
export function lastWords({ stdout, stderr, trouble, exitCode }: ProgramResult): string {
  const text = trouble ?? `${stdout}${stderr}`.trim()
  return text === '' ? `exit code ${exitCode}` : text.slice(-TEXT_MAX_LENGTH)
}
