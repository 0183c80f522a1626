// A harness as the hook sees one: it starts hooks and tools as its own children, each in a session of its own.
// Standard input: JSON list of steps. Standard output: JSON list of results, one a step.
//   { hook: payload }            the registered command with this payload
//   { shell: text, cwd? }        what a shell tool does; waits for the shell, not for what it leaves behind
//   { wait: ms }
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [command] = process.argv.slice(2)
const results = []
for (const step of JSON.parse(readFileSync(0, 'utf8'))) {
  if (step.wait) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step.wait)
  const result = step.hook
    ? spawnSync('setsid', ['/bin/sh', '-c', command], { input: JSON.stringify(step.hook), encoding: 'utf8' })
    : spawnSync('setsid', ['/bin/bash', '-c', step.shell ?? ':'], {
        cwd: step.cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
  results.push({ exitCode: result.status, stdout: result.stdout, stderr: result.stderr })
}
process.stdout.write(JSON.stringify(results))
