// Builds dist/: the hook (build-hook.mjs), the command line behind a loader, the library.
// `--types` adds declarations; names such as `bylaw-main` or `hook` build only those.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildHook, warmHook } from './build-hook.mjs'

const common = {
  bundle: true,
  platform: 'node',
  // The CommonJS face of jsonc-parser loads its parts through a wrapper that a bundle does not resolve.
  mainFields: ['module', 'main'],
  target: 'node20',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
}
/** Commander starts programs for subcommands of their own files, of which there are none; loading that takes 3 ms. */
const noSubprograms = {
  name: 'no-subprograms',
  setup(plugin) {
    plugin.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'nothing' } : undefined,
    )
    plugin.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {}' }))
  },
}
const BUNDLES = {
  'bylaw-main': { ...common, entryPoints: ['src/bin.ts'], format: 'cjs', plugins: [noSubprograms] },
  'snapshot-worker': { ...common, entryPoints: ['src/store/snapshot-worker.ts'], format: 'cjs' },
  index: { ...common, entryPoints: ['src/index.ts'], format: 'esm', packages: 'external', minify: false },
}

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = Object.entries(BUNDLES).filter(([name]) => names.length === 0 || names.includes(name))

// Finished files are moved in one by one: a test that runs meanwhile never finds one missing or half written.
mkdirSync('dist', { recursive: true })
const draft = mkdtempSync(join('dist', '.draft-'))
try {
  await Promise.all(
    wanted.map(([name, options]) =>
      build({ ...options, outfile: join(draft, `${name}.${options.format === 'esm' ? 'js' : 'cjs'}`) }),
    ),
  )
  if (existsSync(join(draft, 'bylaw-main.cjs'))) writeLoader()
  if (names.length === 0 || names.includes('hook')) await replaceHook(join(draft, 'hook'))
  // A cache of an earlier build must not meet the new command line, nor the new one the old loader.
  for (const file of readdirSync('dist')) if (file.startsWith('bylaw-main-')) rmSync(join('dist', file))
  for (const file of readdirSync(draft)) renameSync(join(draft, file), join('dist', file))
  if (wanted.some(([name]) => name === 'bylaw-main')) warmCommandLine()
} finally {
  rmSync(draft, { recursive: true, force: true })
}
if (process.argv.includes('--types')) emitTypes()

/** The loader knows the cache by the text that it belongs to. */
function writeLoader() {
  const main = readFileSync(join(draft, 'bylaw-main.cjs'))
  if (main.some((byte) => byte > 127)) throw new Error('bylaw-main.cjs is not ASCII')
  const name = `bylaw-main-${createHash('sha256').update(main).digest('hex').slice(0, 16)}.cache`
  const loader = readFileSync('scripts/bylaw-loader.cjs', 'utf8').replace('CACHE_NAME', name)
  writeFileSync(join(draft, 'bylaw.cjs'), loader)
  chmodSync(join(draft, 'bylaw.cjs'), 0o755)
}

/** Makes the code cache by the command that scripts start most. Harmless where it fails. */
function warmCommandLine() {
  const command = ['policy', 'check', '--command', 'cd src && for f in *.ts; do node --check "$f"; done']
  spawnSync(process.execPath, [join('dist', 'bylaw.cjs'), '--make-cache', ...command], { stdio: 'ignore' })
}

/** The whole folder changes at once: a hook never finds scripts of two builds. */
async function replaceHook(fresh) {
  await buildHook(fresh)
  warmHook(fresh)
  const old = mkdtempSync(join('dist', '.old-'))
  if (existsSync('dist/hook')) renameSync('dist/hook', join(old, 'hook'))
  renameSync(fresh, 'dist/hook')
  rmSync(old, { recursive: true, force: true })
}

function emitTypes() {
  rmSync(join('dist', 'types'), { recursive: true, force: true })
  const compiler = 'node_modules/typescript-native/bin/tsc'
  const result = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.types.json'], { stdio: 'inherit' })
  if (result.status !== 0) process.exitCode = 1
}
