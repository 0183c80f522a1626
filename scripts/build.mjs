// Builds dist/: the hook (one CommonJS bundle behind a loader with a V8 code cache), the command line, the library.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })
mkdirSync('dist', { recursive: true })
const common = { bundle: true, platform: 'node', target: 'node20', minify: true, legalComments: 'none', logLevel: 'warning' }
await Promise.all([
  build({ ...common, entryPoints: ['src/hook-bin.ts'], format: 'cjs', outfile: 'dist/hook-main.cjs' }),
  build({ ...common, entryPoints: ['src/bin.ts'], format: 'cjs', outfile: 'dist/bylaw.cjs', banner: { js: '#!/usr/bin/env node' } }),
  build({ ...common, entryPoints: ['src/index.ts'], format: 'esm', outfile: 'dist/index.js', packages: 'external', minify: false }),
])
chmodSync('dist/bylaw.cjs', 0o755)
