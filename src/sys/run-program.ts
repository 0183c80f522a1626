import { lazyBuiltin } from './lazy-builtin.ts'
import { onEnding } from './on-ending.ts'

export type ProgramRequest = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
  readonly stdin?: string | Uint8Array
  /**
   * A terminal where a person answers the program: it stands in for `stdin`, and the program stays in our process group,
   * because one outside of it may not read from the terminal.
   */
  readonly terminalFd?: number
  /** Whether it ends where a signal ends us: a group of its own hears nothing of a terminal's. */
  readonly endsWithUs?: true
  readonly timeoutMs: number
  /** The most bytes kept of each output; a program that prints more is ended. */
  readonly outputMaxBytes: number
}

export type ProgramResult = {
  /** Null where it was ended by us or a signal, or never started. */
  readonly exitCode: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** Why there is no exit code, else null. */
  readonly trouble: string | null
}

/** Runs one program without a shell, in a process group of its own so that its children end with it. */
export function runProgram(request: ProgramRequest): Promise<ProgramResult> {
  const { stdin, terminalFd } = request
  const ownGroup = terminalFd === undefined && process.platform !== 'win32'
  return new Promise((settle) => {
    const child = lazyBuiltin('node:child_process').spawn(request.file, [...request.args], {
      cwd: request.cwd,
      env: request.environment,
      stdio: [terminalFd ?? (stdin === undefined ? 'ignore' : 'pipe'), 'pipe', 'pipe'],
      detached: ownGroup,
      windowsHide: true,
    })
    let trouble: string | null = null
    const end = (reason: string) => {
      trouble ??= reason
      if (child.pid !== undefined) kill(ownGroup ? -child.pid : child.pid)
    }
    const stdout = collect(child.stdout, request.outputMaxBytes, end)
    const stderr = collect(child.stderr, request.outputMaxBytes, end)
    const forget = request.endsWithUs ? onEnding(() => end('we were ended')) : () => undefined
    const timer = setTimeout(() => end(`no end after ${request.timeoutMs / 1000} s`), request.timeoutMs)
    child.on('error', (error) => {
      clearTimeout(timer)
      forget()
      settle({ exitCode: null, stdout: stdout(), stderr: stderr(), trouble: error.message })
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      forget()
      const ended = trouble ?? (signal === null ? null : `ended by ${signal}`)
      settle({ exitCode: ended === null ? code : null, stdout: stdout(), stderr: stderr(), trouble: ended })
    })
    // A program may end without reading its input: the pipe then breaks, which its exit code already tells.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(stdin)
  })
}

/** A negative number names a process group. */
function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // gone by itself is as good
  }
}

function collect(stream: NodeJS.ReadableStream | null, maxBytes: number, end: (reason: string) => void): () => Buffer {
  const chunks: Buffer[] = []
  let size = 0
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else end(`more than ${maxBytes} bytes of output`)
  })
  return () => Buffer.concat(chunks)
}
