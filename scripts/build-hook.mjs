// Builds dist/hook/: the loader, one script for the clean path, one for each dynamic import, and V8's code cache of
// each. What is not needed is neither read nor deserialised: that is most of what a hook costs above a bare start.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(names.sort())}\n`)
}

async function buildChunk(source, folder, found) {
  const outfile = join(folder, `${basename(source, '.ts')}.cjs`)
  await build({ ...OPTIONS, entryPoints: [source], outfile, plugins: [chunkPlugin(found)] })
  if (/[^\0-\x7f]/.test(readFileSync(outfile, 'latin1'))) throw new Error(`${relative('.', outfile)} is not ASCII`)
}

/**
 * Plays a short session through the hook with `--make-cache`: each script leaves the cache of what it really ran.
 * Harmless where it fails: a hook without a cache only starts slower.
 */
export function warmHook(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'bylaw-warm-'))
  try {
    mkdirSync(join(scratch, '.hdr/decisions'), { recursive: true })
    for (const [id, check] of WARM_DECISIONS) writeFileSync(join(scratch, '.hdr/decisions', `${id}.json`), decision(id, check))
    for (const payload of warmSession(scratch)) play(folder, scratch, payload)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const WARM_DECISIONS = [
  ['HDR-001', { kind: 'append_only', shell: 'guard' }],
  ['HDR-002', { kind: 'tool_denied', tools: ['WebFetch'] }],
  ['HDR-003', { kind: 'command_denied', commands: ['npm publish'] }],
  ['HDR-004', { kind: 'write_denied', paths: ['infra/**'] }],
  ['HDR-005', { kind: 'path_exists', path: '.hdr' }],
]

function decision(id, check) {
  return JSON.stringify({ schema_version: 2, id, history: [{ date: '2026-01-01', title: id, rationale: 'warm', check }] })
}

function warmSession(cwd) {
  const base = { session_id: 'warm', cwd }
  const tool = (event, tool_name, tool_input) => ({ ...base, hook_event_name: event, tool_name, tool_input, tool_use_id: 'w' })
  const calls = [
    ['Read', { file_path: `${cwd}/a.ts` }],
    ['Bash', { command: 'cd src && npm test -- --run "a b" | tail -3' }],
    ['Write', { file_path: `${cwd}/a.ts`, content: 'x' }],
  ]
  // A cache grows from play to play; the first start of an event fills the state, later ones take the clean path.
  const start = { ...base, hook_event_name: 'SessionStart', source: 'startup' }
  const round = calls.flatMap(([name, input]) => [tool('PreToolUse', name, input), tool('PostToolUse', name, input)])
  return [start, ...round, ...round]
}

function play(folder, scratch, payload) {
  const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state'), HOME: scratch }
  delete env.NODE_OPTIONS
  spawnSync(process.execPath, [resolve(folder, 'hook.cjs'), '--make-cache', 'claude-code'], { env, cwd: scratch, input: JSON.stringify(payload), stdio: ['pipe', 'ignore', 'ignore'] })
}
