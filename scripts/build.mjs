// Builds dist/: the hook (one CommonJS bundle), the command line behind a loader, the library; `--types` adds declarations.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

// The hook is the hot path: it is chosen before the command line is even read from the disk.
const LOADER = `#!/usr/bin/env node
if (process.argv[2] === 'hook') require('./hook.cjs')
else require('./bylaw-main.cjs')
`

const common = { bundle: true, platform: 'node', target: 'node20', minify: true, legalComments: 'none', logLevel: 'warning' }
const bundles = [
  { ...common, entryPoints: ['src/hook-bin.ts'], format: 'cjs', outfile: 'dist/hook-main.cjs' },
  { ...common, entryPoints: ['src/bin.ts'], format: 'cjs', outfile: 'dist/bylaw-main.cjs' },
  { ...common, entryPoints: ['src/index.ts'], format: 'esm', outfile: 'dist/index.js', packages: 'external', minify: false },
]

rmSync('dist', { recursive: true, force: true })
mkdirSync('dist', { recursive: true })
await Promise.all(bundles.filter(({ entryPoints: [entry] }) => existsSync(entry)).map((options) => build(options)))
writeFileSync('dist/bylaw.cjs', LOADER)
chmodSync('dist/bylaw.cjs', 0o755)
if (process.argv.includes('--types')) emitTypes()

function emitTypes() {
  const compiler = 'node_modules/typescript-native/bin/tsc'
  const result = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.types.json'], { stdio: 'inherit' })
  if (result.status !== 0) process.exit(1)
}
