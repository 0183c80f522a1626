// What the scenarios need of the product: a repository with a decision log, our hooks registered by our own command,
// a person at the command line, and a story told to the agent beat by beat.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from './harnesses/run-headless.mjs'
import { assertPlayedThrough, assertRan } from './support.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const PROGRAM = path.join(ROOT, 'dist', 'bylaw.cjs')
const PERSON_LIMIT_MS = 30_000

/** How the model reads a denial; opencode hands on the bare reason, which begins with an id or with our name. */
const DENIED = {
  'claude-code': /^PreToolUse:\S+ hook error/,
  codex: /^Command blocked by PreToolUse hook/,
  opencode:
    /^(?:LOG-INTEGRITY|HOOK-INTEGRITY|bylaw |this call |[A-Z]+-\d{3,}(?:\.json)?(?: line \d+|: | "| [a-z-]+: ))/,
}

/** Builds what the scenarios start: a `dist/` of other sources would prove nothing. */
export function buildProduct() {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts', 'build.mjs')], { cwd: ROOT, stdio: 'inherit' })
}

/** The text of a decision file with one entry, or with those of `history`. */
export function decisionText(id, check, { title = `The rule ${id}`, rationale = 'Agreed.', history } = {}) {
  const first = { date: '2026-03-02', title, rationale, ...(check ? { check } : {}) }
  return `${JSON.stringify({ schema_version: 2, id, history: history ?? [first] }, null, 2)}\n`
}

/** The same file with one more entry. */
export function withEntry(text, entry) {
  const value = JSON.parse(text)
  return `${JSON.stringify({ ...value, history: [...value.history, { date: '2026-04-07', rationale: 'Seen since.', ...entry }] }, null, 2)}\n`
}

export const fileOf = (id) => `.hdr/decisions/${id}.json`
export const denyTool = (...tools) => ({ kind: 'tool_denied', tools })

/**
 * A repository whose log `decisions init` made (or none of it with `init: false`), with the decisions in `decisions`,
 * committed; then the hooks are registered by `hooks install --apply` in the agent's environment, and trusted.
 */
export async function stageProduct(
  t,
  { decisions = {}, files = {}, init = true, install = true, trust = true, agent: options } = {},
) {
  const stage = await t.stage({ agent: options })
  const { scratch, agent } = stage
  const bin = await putOnPath(scratch)
  const person = (...args) => runPerson(agent, args)
  if (init) assertDone(await person('decisions', 'init', '--apply'), 0, 1)
  for (const [id, text] of Object.entries(decisions)) await scratch.write(fileOf(id), text)
  for (const [file, text] of Object.entries(files)) await scratch.write(file, text)
  scratch.commit('scratch: the decisions')
  if (install) assertDone(await person('hooks', 'install', '--harness', t.harness, '--apply'), 0, 1)
  if (install && trust && t.harness === 'codex') await agent.trustHooks()
  const env = { PATH: `${bin}${path.delimiter}${process.env.PATH}` }
  const product = { ...stage, harness: t.harness, person, run: (wish) => agent.run({ env, ...wish }) }
  return { ...product, play: (beats, wish) => play(product, beats, wish) }
}

/** `bylaw` for the agent's own shell. Codex runs login shells, which make PATH anew from the profile. */
async function putOnPath(scratch) {
  const bin = path.join(scratch.home, 'bin')
  const script = path.join(bin, 'bylaw')
  await mkdir(bin, { recursive: true })
  await writeFile(script, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  await chmod(script, 0o755)
  for (const profile of ['.profile', '.zprofile'])
    await writeFile(path.join(scratch.home, profile), `PATH='${bin}':"$PATH"\nexport PATH\n`)
  return bin
}

export function assertDone(result, ...codes) {
  assert.ok(
    codes.includes(result.exitCode),
    `bylaw ${result.args.join(' ')} ended with ${result.exitCode}\n${result.stdout}${result.stderr}`,
  )
}

/**
 * A command typed by a person: in the agent's environment, but not below the process that runs the tests, which may
 * itself have been started by an agent. The shell in between ends at once and leaves the command to the system.
 */
async function runPerson(agent, args) {
  const folder = await mkdtemp(path.join(agent.home, 'person-'))
  const at = (name) => path.join(folder, name)
  const script =
    '{ "$@" >"$OUT/stdout" 2>"$OUT/stderr" </dev/null; echo $? >"$OUT/draft"; mv "$OUT/draft" "$OUT/code"; } &'
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, PROGRAM, ...args], {
    cwd: agent.folder,
    env: cleanEnvironment({ ...agent.env, OUT: folder }),
    stdio: 'ignore',
  })
  const failure = new Promise((_, reject) => child.once('error', reject))
  await Promise.race([failure, waitFor(at('code'), `bylaw ${args.join(' ')}`)])
  const [stdout, stderr, code] = await Promise.all(
    ['stdout', 'stderr', 'code'].map((name) => readFile(at(name), 'utf8')),
  )
  return { args, stdout, stderr, exitCode: Number(code) }
}

async function waitFor(file, what) {
  for (const end = Date.now() + PERSON_LIMIT_MS; Date.now() < end; await sleep(10)) {
    if (await exists(file)) return
  }
  throw new Error(`${what} did not end within ${PERSON_LIMIT_MS} ms`)
}

const exists = (file) =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Runs the agent once through a list of beats and holds each against what the model got back.
 *
 * A beat is `{ do: steps | (() => steps), denied?, shows?, before?, after? }`.
 * Its first step is one tool call: denied with a reason that matches, or let through with a result that matches
 * `shows` where given. `before` is what happens between the tool calls, `after` looks at the disk once it has ended.
 * With `isOurs: false` the agent words the denial itself, with `anyResult` the result is not looked at.
 */
async function play(product, beats, { prompt = 'Do the scripted work', ...wish } = {}) {
  const { server } = product
  const { subAgents, ...rest } = wish
  const troubles = []
  const attempt = async (label, action) => {
    try {
      await action?.()
    } catch (error) {
      error.message = `${label}: ${error.message}`
      troubles.push(error)
    }
  }
  const steps = beats.flatMap((beat, index) => {
    const list = typeof beat.do === 'function' ? [beat.do] : beat.do
    return list.map((step, place) => async (at) => {
      if (place === 0) {
        await attempt(`after beat ${index}`, beats[index - 1]?.after)
        await attempt(`before beat ${index + 1}`, beat.before)
      }
      return typeof step === 'function' ? step(at)[0] : step
    })
  })
  server.load({ steps: [...steps, { say: 'Done.' }], subAgents })
  const result = await product.run({ prompt, ...rest })
  await attempt(`after beat ${beats.length}`, beats.at(-1)?.after)
  assertRan(result)
  // A resumed session shows its earlier results again; those of this run are the last ones.
  const results = server.toolResults('main').slice(-steps.length || Number.POSITIVE_INFINITY)
  judgeBeats(product.harness, beats, results)
  if (troubles.length > 0) throw troubles[0]
  assertPlayedThrough(server)
  return { ...result, results }
}

function judgeBeats(harness, beats, results) {
  let place = 0
  for (const [index, beat] of beats.entries()) {
    const text = results[place]?.text ?? '(no result)'
    place += typeof beat.do === 'function' ? 1 : beat.do.length
    if (beat.anyResult) continue
    const label = `beat ${index + 1} of ${beats.length}`
    if (beat.denied) {
      assert.match(text, DENIED[harness], `${label} should have been denied: ${text}`)
      assert.match(text, beat.denied, `${label} was denied for another reason: ${text}`)
      if (beat.isOurs !== false) assertShort(harness, text, label)
    } else {
      assert.doesNotMatch(text, DENIED[harness], `${label} should have gone through: ${text}`)
      assert.doesNotMatch(
        text,
        /No such tool|unsupported call|invalid tool/i,
        `${label} names no tool of this agent: ${text}`,
      )
      if (beat.shows) assert.match(text, beat.shows, `${label} shows something else: ${text}`)
    }
  }
}

/** A denial stays under 500 characters; what an agent puts around it does not count. */
function assertShort(harness, text, label) {
  const reason = harness === 'codex' ? text.slice(0, text.lastIndexOf('. Command: ')) : text
  assert.ok(
    reason.replace(DENIED['claude-code'], '').replace(DENIED.codex, '').length <= 500,
    `${label} says too much: ${text}`,
  )
}

/** The command that the last denial, or any text before it, printed as the way out. */
export function printedRestore(server, harness) {
  const printed = server
    .shownTexts()
    .flatMap((text) => [
      ...text.matchAll(new RegExp(`bylaw decisions restore (?:\\S+ )?--session ${harness}/[\\w-]+`, 'g')),
    ])
  assert.ok(printed.length > 0, 'no text showed the way to restore')
  return printed.at(-1)[0]
}
