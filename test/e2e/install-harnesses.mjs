// Installs the three coding agents into a cache folder of their own; they never become dependencies.
// Idempotent: a binary that answers --version with the wanted version is left alone.
import { spawn } from 'node:child_process'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const HARNESSES = [
  {
    name: 'claude-code',
    spec: '@anthropic-ai/claude-code@2.1.332',
    bin: 'claude',
    version: '2.1.332',
    postinstall: '@anthropic-ai/claude-code/install.cjs',
  },
  { name: 'codex', spec: '@openai/codex@0.171.0', bin: 'codex', version: '0.171.0' },
  {
    name: 'opencode',
    spec: 'opencode-ai@1.18.33',
    bin: 'opencode',
    version: '1.18.33',
    postinstall: 'opencode-ai/postinstall.mjs',
  },
]

// The packages ask for a newer Node than they need; npm must only warn.
const NPM_ARGUMENTS = [
  'install',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
  '--engine-strict=false',
  '--fetch-retries=1',
  '--fetch-timeout=60000',
]
const INSTALL_TIMEOUT_MS = 300_000
const VERSION_TIMEOUT_MS = 60_000

/** The cache folder: BYLAW_E2E_CACHE, else bylaw-e2e in the user's cache folder. */
export function cacheFolder(env = process.env) {
  if (env.BYLAW_E2E_CACHE) return path.resolve(env.BYLAW_E2E_CACHE)
  const base =
    env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : path.join(os.homedir(), '.cache')
  return path.join(base, 'bylaw-e2e')
}

/**
 * Installs what is missing. Never throws for a harness npm cannot serve: it is listed in `missing`.
 * Returns { installed: { name: { bin, version, prefix } }, missing: [{ name, reason }] }.
 */
export async function installHarnesses({ names, cache = cacheFolder(), log = () => {} } = {}) {
  const wanted = HARNESSES.filter(({ name }) => !names || names.includes(name))
  const installed = {}
  const missing = []
  for (const harness of wanted) {
    const outcome = await installOne(harness, cache, log)
    if (outcome.bin) installed[harness.name] = outcome
    else missing.push({ name: harness.name, reason: outcome.reason })
  }
  return { installed, missing }
}

async function installOne(harness, cache, log) {
  const prefix = path.join(cache, `${harness.name}-${harness.version}`)
  const bin = path.join(
    prefix,
    'node_modules',
    '.bin',
    process.platform === 'win32' ? `${harness.bin}.cmd` : harness.bin,
  )
  if (await answersVersion(bin, harness.version)) return { bin, version: harness.version, prefix }
  log(`installing ${harness.spec} into ${prefix}`)
  try {
    await rm(prefix, { recursive: true, force: true })
    await mkdir(prefix, { recursive: true })
    await writeFile(
      path.join(prefix, 'package.json'),
      '{ "private": true, "description": "cache of an end-to-end test" }\n',
    )
  } catch (error) {
    return { reason: `cannot write ${prefix}: ${error.message}` }
  }
  const npm = await runToEnd(npmCommand(), [...NPM_ARGUMENTS, '--prefix', prefix, harness.spec], {
    cwd: prefix,
    env: npmEnvironment(),
    timeoutMs: INSTALL_TIMEOUT_MS,
  })
  if (npm.exitCode !== 0)
    return { reason: `npm could not install ${harness.spec}: ${firstLines(npm.stderr || npm.stdout)}` }
  if (await answersVersion(bin, harness.version)) return { bin, version: harness.version, prefix }
  return (
    (await placeBinary(harness, prefix, bin)) ?? {
      reason: `${harness.spec} is installed but ${bin} --version does not answer ${harness.version}`,
    }
  )
}

/** npm may hold back install scripts (ignore-scripts, unapproved scripts); these two only move a binary into place. */
async function placeBinary(harness, prefix, bin) {
  if (!harness.postinstall) return undefined
  const script = path.join(prefix, 'node_modules', harness.postinstall)
  await runToEnd(process.execPath, [script], { cwd: path.dirname(script), timeoutMs: VERSION_TIMEOUT_MS })
  return (await answersVersion(bin, harness.version)) ? { bin, version: harness.version, prefix } : undefined
}

async function answersVersion(bin, version) {
  try {
    await access(bin)
  } catch {
    return false
  }
  // Asked with an empty home and cwd elsewhere, so that no configuration of the user is read or written.
  const home = path.join(path.dirname(path.dirname(path.dirname(bin))), 'version-home')
  await mkdir(home, { recursive: true })
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CODEX_HOME: home,
    DISABLE_AUTOUPDATER: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  }
  const run = await runToEnd(bin, ['--version'], { cwd: home, env, timeoutMs: VERSION_TIMEOUT_MS })
  return run.exitCode === 0 && run.stdout.includes(version)
}

/** Under `npm run`, npm points its children at the project; the install belongs elsewhere. */
function npmEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_local_prefix|config_prefix|lifecycle_|package_|command$)/.test(name),
    ),
  )
}

const npmCommand = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm')
const firstLines = (text) => text.trim().split('\n').slice(0, 4).join(' | ')

function runToEnd(command, args, { cwd, env = process.env, timeoutMs }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      shell: process.platform === 'win32',
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('error', (error) => resolve({ exitCode: -1, stdout, stderr: String(error) }))
    child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout, stderr }))
  })
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { installed, missing } = await installHarnesses({ log: (line) => console.log(line) })
  for (const [name, { version, bin }] of Object.entries(installed)) console.log(`ok ${name} ${version} ${bin}`)
  for (const { name, reason } of missing) console.log(`missing ${name}: ${reason}`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
