// Starts opencode headless against the scripted model server.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addFile, updateFile } from './patch-text.mjs'
import { cleanEnvironment, loopbackOnly, ownTemporaryFolder, runHeadless } from './run-headless.mjs'

/** A driver around one installed program. */
export function opencodeDriver({ bin }) {
  return { name: 'opencode', protocol: 'chat', prepare: (where) => prepare(bin, where) }
}

/** A model named gpt-… gets apply_patch; any other name gets write and edit. */
async function prepare(bin, { folder, home, server, model = 'scripted-model' }) {
  const place = (name) => path.join(home, name)
  const configFolder = path.join(place('.config'), 'opencode')
  await mkdir(configFolder, { recursive: true })
  await writeFile(path.join(configFolder, 'opencode.json'), `${JSON.stringify(configFor(server, model), null, 2)}\n`)
  const env = cleanEnvironment({
    HOME: home,
    TMPDIR: await ownTemporaryFolder(home),
    XDG_CONFIG_HOME: place('.config'),
    XDG_DATA_HOME: place('.local/share'),
    XDG_STATE_HOME: place('.local/state'),
    XDG_CACHE_HOME: place('.cache'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_SHARE: '1',
    ...loopbackOnly(server),
    // As soon as a .opencode folder exists, opencode installs @opencode-ai/plugin into it and waits.
    // A registry that answers 404 at once makes it go on without; a silent one holds it for a minute.
    npm_config_registry: `${server.url}/npm/`,
  })
  return {
    name: 'opencode',
    folder,
    home,
    env,
    ...steps(folder, model),
    run: (options) => run({ bin, folder, env }, options),
  }
}

function configFor(server, model) {
  const limit = { context: 200_000, output: 8_000 }
  return {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    permission: 'allow',
    model: `scripted/${model}`,
    small_model: 'scripted/scripted-small',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${server.url}/v1`, apiKey: ['made', 'up'].join('-') },
        models: {
          [model]: { name: model, tool_call: true, limit },
          'scripted-small': { name: 'scripted-small', limit },
        },
      },
    },
  }
}

async function run({ bin, folder, env }, { prompt, resume, timeoutMs = 60_000, env: extra = {}, args = [] }) {
  const resumed = resume === true ? ['--continue'] : resume ? ['--session', resume] : []
  const all = ['run', '--format', 'json', ...resumed, ...args, prompt]
  const result = await runHeadless({
    bin,
    args: all,
    cwd: folder,
    env: cleanEnvironment({ ...env, ...extra }),
    timeoutMs,
  })
  return { ...result, sessionId: /"sessionID":"([^"]+)"/.exec(result.stdout)?.[1] }
}

/** The same wishes in every harness; each returns a list of steps. */
function steps(folder, model) {
  const at = (file) => path.resolve(folder, file)
  const byPatch = model.startsWith('gpt-')
  return {
    writeFile: (file, content) =>
      byPatch ? [{ patch: addFile(file, content) }] : [{ tool: 'write', input: { filePath: at(file), content } }],
    editFile: (file, oldText, newText) =>
      byPatch
        ? [{ patch: updateFile(file, oldText, newText) }]
        : [{ tool: 'edit', input: { filePath: at(file), oldString: oldText, newString: newText } }],
    shell: (command) => [{ tool: 'bash', input: { command, description: 'scripted' } }],
    subAgent: (prompt) => [{ tool: 'task', input: { description: 'scripted', prompt, subagent_type: 'general' } }],
  }
}
