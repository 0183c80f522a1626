// A repository with a decision log of a given size, a session in it, and starts of the hook as a harness makes them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SESSION = 'bench'
const FOLDERS = 30
const FILES_PER_FOLDER = 20
/** Longer than the 50 ms within which a changed file is read again in spite of its index entry. */
const SETTLE_MS = 150

/**
 * One turn of the mix; `n` numbers it, so that no two decisions name the same thing. Three of twenty have no check,
 * as decisions of real logs do; one in ten denies writes, which costs most before a shell tool.
 */
const MIX = [
  (n) => ({ kind: 'command_denied', commands: [`deploy-${n} production`, `kubectl delete ns-${n}`] }),
  (n) => ({ kind: 'tool_denied', tools: [`mcp__server${n}__*`] }),
  (n) => ({ kind: 'path_exists', path: `src/area${n % FOLDERS}/file1.ts` }),
  () => null,
  (n) => ({ kind: 'text_forbidden', paths: [`src/area${n % FOLDERS}/`], pattern: `FORBIDDEN_${n}` }),
  (n) => ({ kind: 'write_denied', paths: [`src/area${n % FOLDERS}/generated-${n}/**`] }),
  (n) => ({ kind: 'command_denied', commands: [`git push remote-${n}`] }),
  (n) => ({ kind: 'path_absent', path: `legacy/${n}` }),
  (n) => ({ kind: 'path_exists', path: `src/area${n % FOLDERS}` }),
  () => null,
  (n) => ({ kind: 'tool_denied', tools: ['CronCreate', `mcp__other${n}__write`] }),
  (n) => ({ kind: 'command_denied', commands: [`terraform apply -target=${n}`] }),
  (n) => ({ kind: 'path_exists', path: `src/area${n % FOLDERS}/file2.ts` }),
  (n) => ({ kind: 'text_required', paths: [`docs/area${n}/*.md`], pattern: '^# ', flags: 'm' }),
  (n) => ({ kind: 'write_denied', paths: [`vendor/lib${n}/**`], except: [`vendor/lib${n}/README.md`] }),
  (n) => ({ kind: 'path_absent', path: `yarn-${n}.lock` }),
  () => null,
  (n) => ({ kind: 'command_denied', commands: [`docker push image-${n}`] }),
  (n) => ({
    kind: 'all',
    checks: [
      { kind: 'path_absent', path: `tmp-${n}` },
      { kind: 'tool_denied', tools: [`mcp__x${n}__y`] },
    ],
  }),
]

/** The environment of every process that is measured: neither variable that changes how Node starts. */
export function environmentIn(root) {
  const { PATH = '/usr/bin:/bin' } = process.env
  return { PATH, HOME: root, XDG_STATE_HOME: join(root, 'state') }
}

/**
 * A log of `count` decisions with a session that has seen it, its index warm. `hook` is the program to start. With
 * `policy` the last decision has the command policy checked before every shell tool.
 */
export function openStage({ root, hook, count, policy = false }) {
  const repo = join(root, 'repo')
  const environment = environmentIn(root)
  writeWorkTree(repo)
  writeLog(repo, count, policy)
  const stage = {
    count,
    repo,
    environment,
    argv: [hook, 'hook', 'claude-code'],
    payload: (tool, command) => payloadOf(repo, tool, command),
    dropIndex: () => rmSync(join(stateFolder(root), 'index'), { force: true }),
    closeWindows: () => closeWindows(root),
    indexTime: () => statSync(join(stateFolder(root), 'index')).mtimeMs,
  }
  pause(SETTLE_MS)
  play(stage, { hook_event_name: 'SessionStart', source: 'startup' })
  pause(SETTLE_MS)
  return stage
}

/** What must hold or the figures mean nothing: a warm start answers from the index and lets the call pass. */
export function assertClean(stage) {
  for (const tool of ['Read', 'Bash']) {
    const before = stage.indexTime()
    const { stdout } = play(stage, { ...JSON.parse(stage.payload(tool)) })
    if (stdout !== '') throw new Error(`${tool} with ${stage.count} decisions is not let through: ${stdout}`)
    if (stage.indexTime() !== before) throw new Error(`${tool} with ${stage.count} decisions took the slow path`)
    stage.closeWindows()
  }
}

function play(stage, event) {
  const input = JSON.stringify({ session_id: SESSION, cwd: stage.repo, ...event })
  const result = spawnSync(process.execPath, stage.argv, { env: stage.environment, input, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`the hook ended with ${result.status}: ${result.stderr}`)
  return result
}

function payloadOf(repo, tool, command = 'cd src && npm test -- --run "a b" | tail -3') {
  const input = tool === 'Read' ? { file_path: join(repo, 'src/area1/file1.ts') } : { command }
  return JSON.stringify({
    session_id: SESSION,
    transcript_path: join(repo, '../transcript.jsonl'),
    cwd: repo,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'toolu_bench',
  })
}

function writeWorkTree(repo) {
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(repo, `src/area${folder}`), { recursive: true })
    for (let file = 0; file < FILES_PER_FOLDER; file++)
      writeFileSync(join(repo, `src/area${folder}/file${file}.ts`), 'export const answer = 42\n'.repeat(40))
  }
}

function writeLog(repo, count, policy) {
  mkdirSync(join(repo, '.hdr/decisions'), { recursive: true })
  for (let n = 1; n <= count; n++) {
    const id = `HDR-${String(n).padStart(4, '0')}`
    const check = policy && n === count ? { kind: 'command_policy', mode: 'enforce' } : checkNumber(n)
    const entry = {
      date: '2026-10-21',
      title: `Decision number ${n}`,
      rationale: 'It was measured, argued about and written down. '.repeat(4),
      ...(check ? { check } : {}),
    }
    const first = { ...entry, title: `First form of decision ${n}` }
    const history = n % 5 === 0 ? [first, entry] : [entry]
    writeFileSync(
      join(repo, `.hdr/decisions/${id}.json`),
      `${JSON.stringify({ schema_version: 2, id, history }, null, 2)}\n`,
    )
  }
}

function checkNumber(n) {
  return n === 1 ? { kind: 'append_only', shell: 'guard' } : MIX[n % MIX.length](n)
}

/** The session's folder for its one project. */
function stateFolder(root) {
  const session = join(root, 'state/hdr/sessions/claude-code', SESSION)
  const [project, ...others] = readdirSync(session)
  if (project === undefined || others.length > 0) throw new Error(`expected one project in ${session}`)
  return join(session, project)
}

/** Closed by hand, as the event after a tool would, at the price of another start: its file goes, the folder stays. */
function closeWindows(root) {
  const projects = join(root, 'state/hdr/projects')
  if (!existsSync(projects)) return
  for (const project of readdirSync(projects)) {
    const windows = join(projects, project, 'windows')
    if (existsSync(windows)) for (const name of readdirSync(windows)) rmSync(join(windows, name))
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
