// The scratch repository of the demo, and the two who act in it: an agent, whose calls go through the registered hook
// as Claude Code would send them, and a person with a command line. Nothing outside the stage's own folder is written.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const PROGRAM = join(ROOT, 'dist', 'bylaw.cjs')
const SESSION = 'demo-session'
/** A folder with this file in it was made by the demo, so the demo may make it anew. */
const MARK = '.bylaw-demo'

/** Makes the folder anew. Refuses one that holds anything but an earlier demo. */
export function openStage(folder) {
  if (existsSync(folder) && !existsSync(join(folder, MARK))) {
    throw new Error(`${folder} exists and was not made by the demo: name another folder, or remove it`)
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const base = realpathSync(folder)
  const repo = join(base, 'repo')
  writeFileSync(join(base, MARK), '')
  for (const name of ['repo', 'home']) mkdirSync(join(base, name))
  cpSync(join(ROOT, 'examples', 'hdr-four', '.hdr'), join(repo, '.hdr'), { recursive: true })
  const environment = environmentOf(base)
  const start = (file, args, input = '') =>
    spawnSync(file, args, { cwd: repo, env: environment, input, encoding: 'utf8', timeout: 60_000 })
  must(start('git', ['init', '--quiet', '.']))
  return {
    base,
    repo,
    session: `claude-code/${SESSION}`,
    write: (path, text) => writeInto(repo, path, text),
    read: (path) => readFileSync(join(repo, path), 'utf8'),
    bylaw: (...args) => start(process.execPath, [PROGRAM, ...args]),
    run: (file, ...args) => must(start(file, args)),
    hook: (event) => start('/bin/sh', ['-c', registeredCommand(repo, event.hook_event_name)], payload(repo, event)),
  }
}

/** Nothing of the caller's own but the way to programs and how to print. */
function environmentOf(base) {
  const { PATH = '/usr/bin:/bin', LANG, LC_ALL } = process.env
  const locale = { ...(LANG ? { LANG } : {}), ...(LC_ALL ? { LC_ALL } : {}) }
  const folders = Object.fromEntries(
    ['STATE', 'DATA', 'CONFIG', 'CACHE'].map((name) => [`XDG_${name}_HOME`, join(base, name.toLowerCase())]),
  )
  return { PATH, ...locale, HOME: join(base, 'home'), GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1', ...folders }
}

function writeInto(repo, path, text) {
  mkdirSync(dirname(join(repo, path)), { recursive: true })
  writeFileSync(join(repo, path), text)
}

/** What `bylaw hooks install` registered for the event, as the harness would start it. */
function registeredCommand(repo, event) {
  const settings = JSON.parse(readFileSync(join(repo, '.claude/settings.local.json'), 'utf8'))
  return settings.hooks[event][0].hooks[0].command
}

function payload(repo, event) {
  const common = {
    session_id: SESSION,
    transcript_path: join(repo, '../transcript.jsonl'),
    cwd: repo,
    permission_mode: 'default',
  }
  return JSON.stringify({ ...common, ...event })
}

function must(result) {
  if (result.status !== 0) throw new Error(`${result.error?.message ?? result.stderr.trim()}`)
  return result
}
