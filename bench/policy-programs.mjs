// The programs that are asked about a command line: how each is started for one, and how its answer is read.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { PEER } from './install-peer.mjs'

const CHECK_ANSWERS = ['allow', 'ask', 'deny']

/** `policy check`: the answer is its exit code. */
export function policyCheck({ program, stage }) {
  return {
    name: 'bylaw policy check',
    start: (command) => ({
      file: process.execPath,
      argv: [program, 'policy', 'check', '--mode', 'enforce', '--command', command],
      env: stage.environment,
      cwd: stage.repo,
      input: '',
      statuses: [0, 1, 2],
    }),
    read({ status, stdout, stderr }) {
      // A crash ends with 1 as MANUAL does, but prints no verdict.
      const answer = stdout === '' ? undefined : CHECK_ANSWERS[status]
      if (answer === undefined) throw new Error(`policy check ended with ${status}: ${stderr.slice(-300)}`)
      return answer
    },
  }
}

/** Our hook before a shell tool. */
export function policyHook({ stage }) {
  const start = (command) => ({
    file: process.execPath,
    argv: stage.argv,
    env: stage.environment,
    cwd: stage.repo,
    input: stage.payload('Bash', command),
    statuses: [0, 2],
    tidy: stage.closeWindows,
  })
  return { name: 'bylaw hook', start, read: readOurHookAnswer }
}

/** The peer as its hook for the same harness, at one of its levels; `standard` is how it is installed. */
export function peerHook({ folder, stage, level }) {
  return {
    name: level === 'standard' ? PEER.name : `${PEER.name} ${level}`,
    start: (command) => ({
      file: process.execPath,
      argv: [join(folder, 'dist/bin/cc-safety-net.js'), 'hook', '--coding-cli'],
      env: peerEnvironment(stage, level),
      cwd: stage.repo,
      input: stage.payload('Bash', command),
      statuses: [0, 2],
    }),
    read: readHookAnswer,
  }
}

export function peerEnvironment(stage, level) {
  return { ...stage.environment, CC_SAFETY_NET_LEVEL: level }
}

/** A hook that fails denies, which must not pass for a command line that was caught. */
function readOurHookAnswer(reply) {
  if (reply.stderr.includes('bylaw itself failed')) throw new Error(reply.stderr)
  return readHookAnswer(reply)
}

/** What Claude Code makes of a hook's reply. */
function readHookAnswer({ status, stdout, stderr }) {
  if (status === 2) return 'deny'
  if (status !== 0) throw new Error(`a hook ended with ${status}: ${stderr.slice(-300)}`)
  if (stdout.trim() === '') return 'allow'
  return JSON.parse(stdout).hookSpecificOutput?.permissionDecision ?? 'allow'
}

/** The answers of a program to many command lines, in their order; several processes at once, so nothing is timed. */
export async function askAll(program, commands) {
  const answers = new Array(commands.length)
  let next = 0
  const work = async () => {
    while (next < commands.length) {
      const at = next++
      answers[at] = program.read(await runToEnd(program.start(commands[at])))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return answers
}

function runToEnd({ file, argv, env, cwd, input }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8')
      child[name].on('data', (text) => {
        output[name] += text
      })
    }
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...output }))
    child.stdin.on('error', () => undefined) // a program may answer without reading to the end
    child.stdin.end(input)
  })
}
