// Builds dist/: the hook (build-hook.mjs), the command line behind a loader, the library.
// `--types` adds declarations; names such as `bylaw-main` or `hook` build only those.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildHook, warmHook } from './build-hook.mjs'

// The hook is the hot path: it is chosen before the command line is even read from the disk.
const LOADER = `#!/usr/bin/env node
if (process.argv[2] === 'hook') require('./hook/hook.cjs')
else require('./bylaw-main.cjs')
`

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
const BUNDLES = {
  'bylaw-main': { ...common, entryPoints: ['src/bin.ts'], format: 'cjs' },
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
  writeFileSync(join(draft, 'bylaw.cjs'), LOADER)
  chmodSync(join(draft, 'bylaw.cjs'), 0o755)
  if (names.length === 0 || names.includes('hook')) await replaceHook(join(draft, 'hook'))
  for (const file of readdirSync(draft)) renameSync(join(draft, file), join('dist', file))
} finally {
  rmSync(draft, { recursive: true, force: true })
}
if (process.argv.includes('--types')) emitTypes()

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
