// Scratch repositories, assertions and the scenario runner of the end-to-end tests.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { claudeCodeDriver } from './harnesses/claude-code.mjs'
import { codexDriver } from './harnesses/codex.mjs'
import { opencodeDriver } from './harnesses/opencode.mjs'
import { killEverythingRunning } from './harnesses/run-headless.mjs'
import { cacheFolder, HARNESSES, installHarnesses } from './install-harnesses.mjs'
import { startModelServer } from './model-server.mjs'

const SCENARIO_LIMIT_MS = 120_000
const DRIVERS = { 'claude-code': claudeCodeDriver, codex: codexDriver, opencode: opencodeDriver }
const GIT_IDENTITY = { 'user.name': 'Scratch', 'user.email': 'scratch@example.invalid', 'commit.gpgsign': 'false' }

/**
 * A scratch repository with one commit and a home folder for the agent.
 * The repository lies in the temporary folder, the home in the cache folder: Codex wants its home outside the former.
 */
export async function makeScratch({ files = { 'README.md': '# Scratch\n' }, commit = true } = {}) {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'bylaw-e2e-')))
  const homes = path.join(cacheFolder(), 'homes')
  await mkdir(homes, { recursive: true })
  const home = await realpath(await mkdtemp(path.join(homes, 'home-')))
  const folder = path.join(root, 'repository')
  await mkdir(folder)
  const at = (file) => path.resolve(folder, file)
  const scratch = {
    folder,
    home,
    /** Absolute path of a file in the repository. */
    at,
    async write(file, text) {
      await mkdir(path.dirname(at(file)), { recursive: true })
      await writeFile(at(file), typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`)
    },
    read: (file) => readFile(at(file), 'utf8'),
    exists: (file) =>
      access(at(file)).then(
        () => true,
        () => false,
      ),
    remove: (file) => rm(at(file), { recursive: true, force: true }),
    git: (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: gitEnvironment() }),
    commit(message = 'scratch: change') {
      scratch.git('add', '--all')
      scratch.git('commit', '--quiet', '--allow-empty', '--message', message)
    },
    async dispose() {
      for (const place of [root, home])
        await rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
  scratch.git('init', '--quiet', '--initial-branch=main')
  for (const [key, value] of Object.entries(GIT_IDENTITY)) scratch.git('config', key, value)
  for (const [file, text] of Object.entries(files)) await scratch.write(file, text)
  if (commit) scratch.commit('scratch: start')
  return scratch
}

/** Without the person's configuration, and without a GIT_DIR that a git hook around the tests would hand down. */
function gitEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull }
}

/** Reads a file of one JSON value per line; an absent file is empty. */
export async function readLog(file) {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The run ended by itself with exit code 0. */
export function assertRan(result) {
  const tail = () => `\nstdout: ${result.stdout.slice(-1500)}\nstderr: ${result.stderr.slice(-1500)}`
  assert.equal(result.timedOut, false, `the agent ran into its time limit${tail()}`)
  assert.equal(result.exitCode, 0, `the agent ended with exit code ${result.exitCode}${tail()}`)
}

/** Every scripted step was taken, nothing went wrong in the server, nothing wanted to leave loopback. */
export function assertPlayedThrough(server) {
  assert.deepEqual(server.problems, [], 'the model server had problems')
  assert.equal(server.stepsLeft(), 0, `${server.stepsLeft()} scripted steps were not asked for`)
  assert.deepEqual(server.outside, [], 'the agent wanted to leave loopback')
}

/** Some text the model was shown matches. */
export function assertShown(server, wanted) {
  assert.ok(
    server.wasShown(wanted),
    `the model was never shown ${wanted}; it got these tool results: ${JSON.stringify(server.toolResults().map(({ text }) => text.slice(0, 300)))}`,
  )
}

export function assertNotShown(server, wanted) {
  assert.ok(!server.wasShown(wanted), `the model was shown ${wanted}`)
}

class Skipped extends Error {}

/**
 * Runs the scenarios of several modules, one after another, harness by harness.
 * A module exports scenarios({ harness, driver }) → [{ name, harness?, limitMs?, run(t) }].
 * Prints one line each and the sum; returns the exit code.
 */
export async function runScenarios({ modules, harness: onlyHarness, only, requireAll = false, log = console.log }) {
  const names = HARNESSES.map(({ name }) => name).filter((name) => !onlyHarness || name === onlyHarness)
  if (names.length === 0)
    throw new Error(`no harness is called ${onlyHarness}; there are ${HARNESSES.map(({ name }) => name).join(', ')}`)
  const { installed, missing } = await installHarnesses({ names, log })
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, reason } of missing) {
    count[requireAll ? 'failed' : 'skipped'] += 1
    log(`${requireAll ? 'FAIL' : 'SKIP'} ${name}: all scenarios (${reason})`)
  }
  for (const name of names.filter((candidate) => installed[candidate])) {
    const driver = DRIVERS[name](installed[name])
    const scenarios = modules.flatMap((module) => module.scenarios({ harness: name, driver }))
    for (const scenario of scenarios) {
      if ((scenario.harness ?? name) !== name || (only && !scenario.name.includes(only))) continue
      count[await runOne(scenario, driver, log)] += 1
    }
  }
  log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  return count.failed > 0 ? 1 : 0
}

async function runOne(scenario, driver, log) {
  const startedAt = Date.now()
  const cleanups = []
  const label = `${driver.name}: ${scenario.name}`
  const spent = () => `(${((Date.now() - startedAt) / 1000).toFixed(1)} s)`
  try {
    await withinLimit(scenario.run(toolkit(driver, cleanups)), scenario.limitMs ?? SCENARIO_LIMIT_MS)
    log(`ok ${label} ${spent()}`)
    return 'passed'
  } catch (error) {
    if (error instanceof Skipped) {
      log(`SKIP ${label} (${error.message})`)
      return 'skipped'
    }
    log(`FAIL ${label} ${spent()}\n${indent(error.stack ?? String(error))}`)
    return 'failed'
  } finally {
    killEverythingRunning()
    for (const cleanup of cleanups.reverse())
      await cleanup().catch((error) => log(`  cleaning up after ${label}: ${error.message}`))
  }
}

/** What a scenario works with; everything it makes is taken away afterwards (BYLAW_E2E_KEEP=1 keeps the folders). */
function toolkit(driver, cleanups) {
  return {
    harness: driver.name,
    driver,
    async scratch(options) {
      const scratch = await makeScratch(options)
      if (process.env.BYLAW_E2E_KEEP) console.log(`  kept ${scratch.folder} and ${scratch.home}`)
      else cleanups.push(scratch.dispose)
      return scratch
    },
    async server(scripts) {
      const server = await startModelServer(scripts)
      cleanups.push(server.close)
      return server
    },
    /** Scratch repository, server and prepared agent in one go. */
    async stage({ files, agent: options = {} } = {}) {
      const scratch = await this.scratch(files ? { files } : {})
      const server = await this.server()
      const agent = await driver.prepare({ folder: scratch.folder, home: scratch.home, server, ...options })
      return { scratch, server, agent }
    },
    skip(reason) {
      throw new Skipped(reason)
    },
  }
}

async function withinLimit(work, limitMs) {
  let timer
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the scenario took longer than ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

const indent = (text) =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
