// Builds dist/: the hook (one CommonJS bundle), the command line behind a loader, the library.
// `--types` adds declarations; names such as `bylaw-main` build only those bundles.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

// The hook is the hot path: it is chosen before the command line is even read from the disk.
const LOADER = `#!/usr/bin/env node
if (process.argv[2] === 'hook') require('./hook.cjs')
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
  'hook-main': { ...common, entryPoints: ['src/hook-bin.ts'], format: 'cjs' },
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
  for (const file of readdirSync(draft)) renameSync(join(draft, file), join('dist', file))
} finally {
  rmSync(draft, { recursive: true, force: true })
}
if (process.argv.includes('--types')) emitTypes()

function emitTypes() {
  rmSync(join('dist', 'types'), { recursive: true, force: true })
  const compiler = 'node_modules/typescript-native/bin/tsc'
  const result = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.types.json'], { stdio: 'inherit' })
  if (result.status !== 0) process.exitCode = 1
}
