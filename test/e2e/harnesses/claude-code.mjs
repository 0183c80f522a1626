// Starts Claude Code headless against the scripted model server.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cleanEnvironment, loopbackOnly, ownTemporaryFolder, runHeadless } from './run-headless.mjs'

// Named one by one: the bypass mode refuses to start for root, and tests run as root in containers.
const ALLOWED_TOOLS = [
  'Agent',
  'Bash',
  'Edit',
  'Glob',
  'Grep',
  'NotebookEdit',
  'Read',
  'Skill',
  'Task',
  'ToolSearch',
  'WebFetch',
  'Write',
]

/** A driver around one installed program. */
export function claudeCodeDriver({ bin }) {
  return { name: 'claude-code', protocol: 'anthropic', prepare: (where) => prepare(bin, where) }
}

async function prepare(bin, { folder, home, server, model }) {
  await mkdir(home, { recursive: true })
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] }
  const config = { hasCompletedOnboarding: true, theme: 'dark', autoUpdates: false, projects: { [folder]: project } }
  await writeFile(path.join(home, '.claude.json'), `${JSON.stringify(config, null, 2)}\n`)
  const env = cleanEnvironment({
    HOME: home,
    TMPDIR: await ownTemporaryFolder(home),
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: ['sk', 'ant', 'made', 'up'].join('-'),
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...loopbackOnly(server),
  })
  return {
    name: 'claude-code',
    folder,
    home,
    env,
    ...steps(folder),
    run: (options) => run({ bin, folder, env, model }, options),
  }
}

async function run({ bin, folder, env, model }, { prompt, resume, timeoutMs = 60_000, env: extra = {}, args = [] }) {
  const resumed = resume === true ? ['--continue'] : resume ? ['--resume', resume] : []
  const chosen = model ? ['--model', model] : []
  const all = [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    ...chosen,
    ...resumed,
    ...args,
    '--allowedTools',
    ALLOWED_TOOLS.join(','),
  ]
  // The prompt goes in by stdin: --allowedTools would swallow it as one more tool.
  const result = await runHeadless({
    bin,
    args: all,
    cwd: folder,
    env: cleanEnvironment({ ...env, ...extra }),
    timeoutMs,
    stdin: prompt,
  })
  return { ...result, sessionId: sessionIdIn(result.stdout) }
}

/** From the init message: with --continue, messages about hooks come earlier and name another, provisional id. */
function sessionIdIn(stdout) {
  const init = stdout.split('\n').find((line) => line.includes('"subtype":"init"'))
  return /"session_id":"([^"]+)"/.exec(init ?? '')?.[1]
}

/** The same wishes in every harness; each returns a list of steps. */
function steps(folder) {
  const at = (file) => path.resolve(folder, file)
  return {
    writeFile: (file, content) => [{ tool: 'Write', input: { file_path: at(file), content } }],
    editFile: (file, oldText, newText) => [
      { tool: 'Edit', input: { file_path: at(file), old_string: oldText, new_string: newText } },
    ],
    shell: (command) => [{ tool: 'Bash', input: { command, description: 'scripted' } }],
    subAgent: (prompt) => [
      {
        tool: 'Agent',
        input: { description: 'scripted', prompt, subagent_type: 'general-purpose', run_in_background: false },
      },
    ],
  }
}
