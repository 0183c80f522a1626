// Starts Codex headless against the scripted model server.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { trustEntries } from './codex-trust.mjs'
import { addFile, updateFile } from './patch-text.mjs'
import { cleanEnvironment, loopbackOnly, ownTemporaryFolder, runHeadless } from './run-headless.mjs'

const KEY_VARIABLE = 'BYLAW_E2E_MODEL_KEY'
const TRUST_BEGIN = '# trusted hooks, begin'
const TRUST_END = '# trusted hooks, end'

/** A driver around one installed program. */
export function codexDriver({ bin }) {
  return { name: 'codex', protocol: 'responses', prepare: (where) => prepare(bin, where) }
}

/**
 * `home` must not lie below the system temporary folder: Codex then leaves its helpers off PATH.
 * Only a model name Codex knows gets apply_patch; gpt-5.5 does.
 */
async function prepare(bin, { folder, home, server, model = 'gpt-5.5', trustProject = true }) {
  const codexHome = path.join(home, '.codex')
  const configFile = path.join(codexHome, 'config.toml')
  await mkdir(codexHome, { recursive: true })
  await writeFile(configFile, configFor({ server, model, folder, trustProject }))
  const env = cleanEnvironment({
    HOME: home,
    TMPDIR: await ownTemporaryFolder(home),
    CODEX_HOME: codexHome,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    [KEY_VARIABLE]: ['made', 'up'].join('-'),
    ...loopbackOnly(server),
  })
  return {
    name: 'codex',
    folder,
    home,
    env,
    configFile,
    ...steps(),
    /** What a person does with /hooks: every hook that is in the file now is trusted, and nothing else. */
    trustHooks: ({ hooksFile = path.join(folder, '.codex', 'hooks.json') } = {}) => trustHooks(configFile, hooksFile),
    run: (options) => run({ bin, folder, env }, options),
  }
}

function configFor({ server, model, folder, trustProject }) {
  const lines = [
    `model = ${JSON.stringify(model)}`,
    'model_provider = "scripted"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    'check_for_update_on_startup = false',
    '',
    '[analytics]',
    'enabled = false',
    '',
    '[features]',
    'multi_agent_v2 = true', // else the model is offered no tool that starts a sub-agent
    'apps = false', // these three ask chatgpt.com and github.com for catalogues at each start
    'plugins = false',
    'remote_plugin = false',
    '',
    '[model_providers.scripted]',
    'name = "Scripted"',
    `base_url = ${JSON.stringify(`${server.url}/v1`)}`,
    'wire_api = "responses"',
    `env_key = "${KEY_VARIABLE}"`,
    'request_max_retries = 0',
    'stream_max_retries = 0',
  ]
  const trust = trustProject ? ['', `[projects.${JSON.stringify(folder)}]`, 'trust_level = "trusted"'] : []
  return `${[...lines, ...trust].join('\n')}\n`
}

async function trustHooks(configFile, hooksFile) {
  const entries = trustEntries(hooksFile, JSON.parse(await readFile(hooksFile, 'utf8')))
  const tables = entries.flatMap(({ key, trustedHash }) => [
    `[hooks.state.${JSON.stringify(key)}]`,
    `trusted_hash = "${trustedHash}"`,
    '',
  ])
  const config = await readFile(configFile, 'utf8')
  const before = config.includes(TRUST_BEGIN) ? config.slice(0, config.indexOf(TRUST_BEGIN)) : `${config.trimEnd()}\n\n`
  await writeFile(configFile, `${before}${[TRUST_BEGIN, ...tables, TRUST_END].join('\n')}\n`)
  return entries
}

async function run({ bin, folder, env }, { prompt, resume, timeoutMs = 60_000, env: extra = {}, args = [] }) {
  const flags = ['--json', '--dangerously-bypass-approvals-and-sandbox', ...args]
  const all = resume
    ? ['exec', 'resume', ...flags, ...(resume === true ? ['--last'] : [resume]), prompt]
    : ['exec', ...flags, prompt]
  const result = await runHeadless({
    bin,
    args: all,
    cwd: folder,
    env: cleanEnvironment({ ...env, ...extra }),
    timeoutMs,
  })
  return { ...result, sessionId: /"thread_id":"([^"]+)"/.exec(result.stdout)?.[1] }
}

/** The same wishes in every harness; each returns a list of steps. */
function steps() {
  return {
    writeFile: (file, content) => [{ patch: addFile(file, content) }],
    editFile: (file, oldText, newText) => [{ patch: updateFile(file, oldText, newText) }],
    shell: (cmd) => [{ tool: 'exec_command', input: { cmd } }],
    /** Started, then waited for: the parent goes on while the sub-agent works. */
    subAgent: (message) => [
      {
        tool: 'spawn_agent',
        namespace: 'collaboration',
        input: { task_name: 'scripted', message, fork_turns: 'none' },
      },
      { tool: 'wait_agent', namespace: 'collaboration', input: { timeout_ms: 30_000 } },
    ],
  }
}
