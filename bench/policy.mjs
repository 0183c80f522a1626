// The command policy beside a peer from npm: what both catch and falsely stop, and what an answer costs, as a process of
// its own beside a bare start of Node and in process.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../test/e2e/install-harnesses.mjs'
import { installPeer, PEER } from './install-peer.mjs'
import { interleave, quantile, timeOnce } from './measure.mjs'
import { readCorpora } from './policy-corpora.mjs'
import { askAll, peerEnvironment, peerHook, policyCheck, policyHook } from './policy-programs.mjs'
import { assertClean, environmentIn, openStage } from './stage.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const BUILT = join(dirname(HERE), 'dist')
const DECISIONS = 200
const WARM_UP_ROUNDS = 2
const IN_PROCESS_LIMIT_MS = 60_000
const PEER_LEVELS = ['standard', 'paranoid']
/** What the hook is timed with, beside the target of its time. */
const HOOK_COMMANDS = {
  'hook, a plain command': { command: undefined, answer: 'allow' },
  'hook, a loop': { command: 'cd src && for f in *.ts; do node --check "$f"; done', answer: 'allow' },
  'hook, a denied command': { command: 'rm -rf dist', answer: 'deny' },
}

/** Runs everything and returns the report as a value. `progress(text)` tells how far it is. */
export async function benchPolicy({ rounds, progress }) {
  // Not below the folder for temporary files: what is deleted there is nobody's loss, and a judge may know that.
  mkdirSync(cacheFolder(), { recursive: true })
  const root = realpathSync(mkdtempSync(join(cacheFolder(), 'bench-')))
  try {
    progress(`installing ${PEER.name}`)
    const peer = installPeer()
    const programs = openPrograms(root, peer)
    const corpora = readCorpora()
    const loadBefore = loadavg()[0]
    const judged = await judgeAll(programs.asked, corpora, progress)
    const times = timeAll({ root, programs, corpora, rounds, progress })
    return {
      node: process.version,
      processors: cpus().length,
      loadBefore,
      rounds,
      peer: { ...PEER, skipped: peer.ok ? null : peer.reason },
      lines: { dangerous: corpora.dangerous.length, everyday: corpora.everyday.length },
      bareMs: times.bareMs,
      programs: times.asked.map((row, at) => ({ ...row, ...judged[at] })),
      hook: times.hook,
      inProcess: measureLibraries(programs, corpora, peer, progress),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function openPrograms(root, peer) {
  const program = join(root, 'program')
  cpSync(BUILT, program, { recursive: true }) // as installed, and out of reach of a build that runs meanwhile
  const stage = stageIn(root, program, 1)
  const busyStage = stageIn(root, program, DECISIONS)
  const peers = peer.ok ? PEER_LEVELS.map((level) => peerHook({ folder: peer.folder, stage, level })) : []
  const ours = [policyCheck({ program: join(program, 'bylaw.cjs'), stage }), policyHook({ stage })]
  return { stage, asked: [...ours, ...peers], hooks: hookSides(busyStage) }
}

function stageIn(root, program, count) {
  const folder = join(root, String(count))
  const made = spawnSync('git', ['init', '--quiet', '--initial-branch', 'work', join(folder, 'repo')])
  if (made.status !== 0) throw new Error(`git init: ${made.error?.message ?? made.stderr}`)
  const stage = openStage({ root: folder, hook: join(program, 'hook/hook.cjs'), count, policy: true })
  assertClean(stage)
  return stage
}

function hookSides(stage) {
  const { start, read } = policyHook({ stage })
  return Object.entries(HOOK_COMMANDS).map(([name, { command, answer }]) => {
    const side = { name, ...start(command) }
    const { file, argv, env, cwd, input } = side
    const reply = spawnSync(file, argv, { env, cwd, input, encoding: 'utf8' })
    side.tidy()
    const given = read(reply)
    if (given !== answer) throw new Error(`${name}: expected ${answer}, the hook says ${given}: ${reply.stderr}`)
    return side
  })
}

/** Every round asks every program about the same line of the corpora. */
function timeAll({ root, programs, corpora, rounds, progress }) {
  const bare = { file: process.execPath, argv: ['-e', '0'], env: environmentIn(root), cwd: root, input: '' }
  const sides = [bare, ...programs.asked, ...programs.hooks]
  const lines = [...corpora.everyday, ...corpora.dangerous]
  let line = lines[0].command
  const measure = (side) => timeOnce(side.start?.(line) ?? side)
  interleave(sides, WARM_UP_ROUNDS, measure)
  const times = interleave(sides, rounds, measure, (round) => {
    line = lines[Math.floor((round * lines.length) / rounds)].command
    progress(`round ${round + 1} of ${rounds}`)
  })
  const bareMs = quantile(times.get(bare), 0.5)
  const row = (side) => ({
    name: side.name,
    ...spreadOf(times.get(side)),
    ratio: quantile(times.get(side), 0.5) / bareMs,
  })
  return { bareMs, asked: programs.asked.map(row), hook: programs.hooks.map(row) }
}

function spreadOf(values) {
  return { medianMs: quantile(values, 0.5), lowMs: quantile(values, 0.25), highMs: quantile(values, 0.75) }
}

/** What each program let through and what it stopped for nothing. */
async function judgeAll(programs, { dangerous, everyday }, progress) {
  const rows = []
  for (const program of programs) {
    progress(`${program.name}: ${dangerous.length + everyday.length} lines`)
    const answersTo = async (lines) => {
      const answers = await askAll(
        program,
        lines.map(({ command }) => command),
      )
      return lines.map(({ id, command }, index) => ({ id, command, answer: answers[index] }))
    }
    const missed = (await answersTo(dangerous)).filter(({ answer }) => answer === 'allow')
    const alarms = (await answersTo(everyday)).filter(({ answer }) => answer !== 'allow')
    rows.push({ missed, alarms })
  }
  return rows
}

function measureLibraries({ stage }, corpora, peer, progress) {
  const commands = corpora.everyday.map(({ command }) => command)
  progress('in process')
  const ours = measureLibrary({ kind: 'bylaw', path: join(BUILT, 'index.js'), env: stage.environment, stage, commands })
  if (!peer.ok) return { bylaw: ours, peer: null }
  progress(`in process: ${PEER.name}`)
  const env = peerEnvironment(stage, 'standard')
  const theirs = measureLibrary({ kind: 'peer', path: join(peer.folder, 'dist/api.js'), env, stage, commands })
  return { bylaw: ours, peer: theirs }
}

/** A process of its own, so that neither library warms or hinders the other. */
function measureLibrary({ kind, path, env, stage, commands }) {
  const result = spawnSync(process.execPath, [join(HERE, 'policy-in-process.mjs'), kind, path], {
    env,
    cwd: stage.repo,
    input: JSON.stringify(commands),
    encoding: 'utf8',
    timeout: IN_PROCESS_LIMIT_MS,
  })
  const records = result.stdout
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text))
  if (records.length === 0) throw new Error(`${path}: ${result.error?.message ?? result.stderr}`)
  return {
    finished: result.status === 0,
    perSecond: records.find((record) => record.kind === 'rate')?.perSecond ?? null,
    long: records.find((record) => record.kind === 'long') ?? null,
    hostile: records.filter((record) => record.kind === 'hostile').sort((left, right) => right.ms - left.ms),
  }
}
