import type { ProgramRunner } from '../app/world-hook.ts'
import { lazyBuiltin } from './lazy-builtin.ts'

/** Runs an accepted command without a shell, with a deadline, and looks at its exit alone. */
export function openProgramRunner(): ProgramRunner {
  return {
    passes(argv, folder, timeoutMs) {
      const { spawnSync } = lazyBuiltin('node:child_process')
      const [program = '', ...args] = argv
      const result = spawnSync(program, args, {
        cwd: folder,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        stdio: 'ignore',
      })
      return result.status === 0
    },
  }
}
