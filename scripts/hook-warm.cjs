'use strict'
// Makes V8's code caches beside the scripts of the hook, by playing a short session through it in a folder of its own.
// Run at build time and by `hooks install`. `cache.json` says for which Node.js they were made.
const { spawnSync } = require('node:child_process')
const { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

const DECISIONS = [
  { kind: 'append_only', shell: 'guard' },
  { kind: 'tool_denied', tools: ['WebFetch', 'mcp__server__*'] },
  { kind: 'command_denied', commands: ['npm publish'] },
  { kind: 'write_denied', paths: ['infra/**'] },
  { kind: 'path_exists', path: '.hdr' },
  { kind: 'command_policy', mode: 'enforce' },
]

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-warm-')))
try {
  writeLog()
  for (const payload of session()) play(payload)
  const made = { node: process.version, arch: process.arch }
  writeFileSync(join(__dirname, 'cache.json'), `${JSON.stringify(made)}\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function writeLog() {
  mkdirSync(join(scratch, '.hdr/decisions'), { recursive: true })
  DECISIONS.forEach((check, at) => {
    const id = `HDR-00${at + 1}`
    const history = [{ date: '2026-01-01', title: id, rationale: 'to be read', check }]
    writeFileSync(join(scratch, '.hdr/decisions', `${id}.json`), JSON.stringify({ schema_version: 2, id, history }))
  })
}

/** A cache holds what its script ran last, so the most frequent events come last: a clean shell call above all. */
function session() {
  const base = { session_id: 'warm', cwd: scratch }
  const tool = (hook_event_name, tool_name, tool_input) => ({
    ...base,
    hook_event_name,
    tool_name,
    tool_input,
    tool_use_id: 'w',
  })
  const write = { file_path: join(scratch, 'a.ts'), content: 'x' }
  const command = { command: 'cd src && npm test -- --run "a b" | tail -3' }
  const denied = { command: 'git add -A && git commit -m "x" && rm -rf dist/a && git push origin main' }
  const read = { command: 'cd src && for f in *.ts; do node --check "$f" || echo "$(date) $f"; done > ../log 2>&1' }
  return [
    { ...base, hook_event_name: 'SessionStart', source: 'startup' },
    { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    { ...base, hook_event_name: 'Stop', stop_hook_active: false },
    tool('PreToolUse', 'Write', write),
    tool('PostToolUse', 'Write', write),
    tool('PreToolUse', 'Bash', denied),
    tool('PreToolUse', 'Bash', read),
    tool('PreToolUse', 'Bash', command),
    tool('PostToolUse', 'Bash', command),
    tool('PreToolUse', 'Bash', command),
  ]
}

function play(payload) {
  const { NODE_OPTIONS, NODE_EXTRA_CA_CERTS, ...kept } = process.env
  spawnSync(process.execPath, [join(__dirname, 'hook.cjs'), '--make-cache', 'claude-code'], {
    cwd: scratch,
    env: { ...kept, HOME: scratch, XDG_STATE_HOME: join(scratch, 'state') },
    input: JSON.stringify(payload),
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 20_000,
  })
}
