// Builds dist/hook/: the loader, one script for the clean path, one for each dynamic import, and V8's code cache of
// each. What is not needed is neither read nor deserialised: that is most of what a hook costs above a bare start.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

/** Every dynamic import of a source file becomes `require('./<name>.cjs')` and an entry of its own. */
function chunkPlugin(found) {
  return {
    name: 'chunks',
    setup(plugin) {
      plugin.onResolve({ filter: /^[.]{1,2}\// }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        const source = resolve(resolveDir, path)
        found.add(source)
        return { path: `./${basename(source, '.ts')}.cjs`, external: true }
      })
    },
  }
}

const OPTIONS = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  supported: { 'dynamic-import': false }, // an external import() becomes a require(), which the loader answers
  minify: true,
  mainFields: ['module', 'main'], // jsonc-parser's main requires its parts by computed names
  legalComments: 'none',
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
}

export async function buildHook(folder) {
  mkdirSync(folder, { recursive: true })
  const done = new Set()
  const found = new Set([resolve('src/hook-bin.ts')])
  for (let open = [...found]; open.length > 0; open = [...found].filter((source) => !done.has(source))) {
    await Promise.all(open.map((source) => buildChunk(source, folder, found)))
    for (const source of open) done.add(source)
  }
  const names = [...done].map((source) => basename(source, '.ts'))
  if (new Set(names).size !== names.length) throw new Error(`two chunks of the hook share a name: ${names.join(', ')}`)
  copyFileSync('scripts/hook-loader.cjs', join(folder, 'hook.cjs'))
  copyFileSync('scripts/hook-warm.cjs', join(folder, 'warm.cjs'))
}

async function buildChunk(source, folder, found) {
  const outfile = join(folder, `${basename(source, '.ts')}.cjs`)
  await build({ ...OPTIONS, entryPoints: [source], outfile, plugins: [chunkPlugin(found)] })
  if (/[^\0-\x7f]/.test(readFileSync(outfile, 'latin1'))) throw new Error(`${relative('.', outfile)} is not ASCII`)
}

/** Makes the code caches. Harmless where it fails: a hook without them only starts slower. */
export function warmHook(folder) {
  spawnSync(process.execPath, [join(folder, 'warm.cjs')], { stdio: 'ignore' })
}
