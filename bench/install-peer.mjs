// Installs the peer of the policy benchmark from npm into the cache folder of the end-to-end tests. It never becomes a
// dependency, and no script of it runs while it is installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../test/e2e/install-harnesses.mjs'

export const PEER = { name: 'cc-safety-net', version: '2.4.5' }

const INSTALL_TIMEOUT_MS = 120_000
const NPM_ARGUMENTS = [
  'install',
  '--ignore-scripts',
  '--omit=peer',
  '--save-exact',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
  '--fetch-retries=1',
]

/** `{ ok: true, folder }`, the folder of the installed package, or `{ ok: false, reason }`. */
export function installPeer() {
  const prefix = join(cacheFolder(), `${PEER.name}-${PEER.version}`)
  const folder = join(prefix, 'node_modules', PEER.name)
  if (versionIn(folder) === PEER.version) return { ok: true, folder }
  try {
    rmSync(prefix, { recursive: true, force: true })
    mkdirSync(prefix, { recursive: true })
    writeFileSync(join(prefix, 'package.json'), '{ "private": true, "description": "cache of a benchmark" }\n')
  } catch (error) {
    return { ok: false, reason: `cannot write ${prefix}: ${error.message}` }
  }
  const { error, stderr } = runNpm([...NPM_ARGUMENTS, '--prefix', prefix, `${PEER.name}@${PEER.version}`], prefix)
  if (versionIn(folder) === PEER.version) return { ok: true, folder }
  return { ok: false, reason: `npm cannot serve it: ${error?.message ?? String(stderr).trim().split('\n')[0]}` }
}

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return null
  }
}

function runNpm(argv, cwd) {
  // Under `npm run`, npm points its children at the project; this install belongs elsewhere.
  const isOfProject = /^npm_(config_local_prefix|config_prefix|lifecycle_|package_|command$)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfProject.test(name)))
  const shell = process.platform === 'win32'
  return spawnSync('npm', argv, { cwd, env, shell, encoding: 'utf8', timeout: INSTALL_TIMEOUT_MS })
}
