import { MISSING } from '../../core/registration/our-command.ts'
import type { HookProgram } from '../../core/registration/registration.ts'

/** What the plugin starts. A plain name is looked up on PATH. */
export type PluginProgram = {
  readonly file: string
  readonly args: readonly string[]
  /** Null where the harness's own environment decides. */
  readonly stateHome: string | null
  /** What to do where the file is not there. */
  readonly missing: string
}

export function pluginProgram(program: HookProgram): PluginProgram {
  if (program.kind === 'on-path')
    return { file: 'bylaw', args: ['hook', 'opencode'], stateHome: null, missing: MISSING }
  const args = [program.bundle, 'hook', 'opencode']
  const missing = 'the program of its registration is gone: bylaw hooks install --harness opencode --apply'
  return { file: program.node, args, stateHome: program.stateHome, missing }
}

const HEAD = '// Written by "bylaw hooks install". A change here takes the hooks out: "bylaw hooks doctor" says so.\n'

/** The text of the plugin file. The harness drops a plugin that fails to load without a word: nothing here can. */
export function pluginText(program: PluginProgram): string {
  return `${HEAD}import { spawn } from "node:child_process"\n\nconst PROGRAM = ${JSON.stringify(program)}\n${BODY}`
}

/** What a plugin file starts, if it is to the byte a file that we write; else null. */
export function parsePlugin(text: string): PluginProgram | null {
  const program = parseProgram(/^const PROGRAM = (\{.*\})$/m.exec(text)?.[1] ?? '')
  return program !== null && pluginText(program) === text ? program : null
}

function parseProgram(text: string): PluginProgram | null {
  try {
    const { file, args, stateHome, missing } = JSON.parse(text) as Partial<PluginProgram>
    const words = Array.isArray(args) && args.every((word) => typeof word === 'string')
    if (typeof file !== 'string' || !words || typeof missing !== 'string') return null
    return stateHome === null || typeof stateHome === 'string' ? { file, args, stateHome, missing } : null
  } catch {
    return null // some other file
  }
}

/**
 * The before-hook throws, which denies, on every answer but exit 0; all other hooks never throw. Inside the harness
 * `process.execPath` is the harness itself, so the program is the one of the registration.
 */
const BODY = `const BEFORE_MS = 25000
const OTHER_MS = 60000
const PARENT_MS = 2000
const FORWARDED = ["session.created", "session.idle", "session.compacted", "session.deleted"]

function run(body, timeoutMs) {
  return new Promise((settle) => {
    const env = { ...process.env }
    delete env.NODE_OPTIONS
    delete env.NODE_EXTRA_CA_CERTS
    if (PROGRAM.stateHome !== null) env.XDG_STATE_HOME = PROGRAM.stateHome
    const text = JSON.stringify(body)
    const child = spawn(PROGRAM.file, PROGRAM.args, { env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true })
    const out = []
    const err = []
    const fail = (why) => settle({ status: null, out: "", err: why })
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      fail("no answer within " + timeoutMs / 1000 + " seconds")
    }, timeoutMs)
    child.stdout.on("data", (part) => out.push(part))
    child.stderr.on("data", (part) => err.push(part))
    child.stdin.on("error", () => {})
    child.on("error", (error) => {
      clearTimeout(timer)
      fail(error.code === "ENOENT" ? PROGRAM.missing : String(error.message))
    })
    child.on("close", (status) => {
      clearTimeout(timer)
      settle({ status, out: Buffer.concat(out).toString("utf8"), err: Buffer.concat(err).toString("utf8").trim() })
    })
    child.stdin.end(text)
  })
}

function contextOf(answer) {
  if (answer.status !== 0) return null
  try {
    const context = JSON.parse(answer.out).context
    return typeof context === "string" && context !== "" ? context : null
  } catch {
    return null
  }
}

export const Bylaw = async ({ client, directory, worktree }) => {
  const parents = new Map()
  const contexts = new Map()

  const parentOf = async (id) => {
    let timer
    const late = new Promise((settle) => {
      timer = setTimeout(settle, PARENT_MS, null)
    })
    try {
      const answer = await Promise.race([client.session.get({ path: { id } }), late])
      return answer?.data?.parentID ?? null
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }
  const rootOf = async (id) => {
    let at = id
    for (let depth = 0; typeof at === "string" && depth < 32; depth += 1) {
      if (!parents.has(at)) parents.set(at, await parentOf(at))
      const parent = parents.get(at)
      if (typeof parent !== "string") break
      at = parent
    }
    return at
  }
  const ask = async (hook, input, output, sessionID, timeoutMs) =>
    run({ hook, directory, worktree, rootSessionID: await rootOf(sessionID), input, output }, timeoutMs)
  const askContext = async (hook, input, sessionID) => {
    try {
      return contextOf(await ask(hook, input, undefined, sessionID, OTHER_MS))
    } catch {
      return null
    }
  }

  return {
    "tool.execute.before": async (input, output) => {
      const answer = await ask("tool.execute.before", input, output, input.sessionID, BEFORE_MS)
      if (answer.status === 0) return
      throw new Error(answer.status === 2 && answer.err !== "" ? answer.err : "bylaw could not judge this call, so it is denied: " + (answer.err || "exit " + answer.status))
    },
    "tool.execute.after": async (input, output) => {
      const context = await askContext("tool.execute.after", input, input.sessionID)
      if (context !== null && typeof output?.output === "string") output.output += "\\n\\n" + context
    },
    "chat.message": async (input) => {
      contexts.set(input.sessionID, await askContext("chat.message", input, input.sessionID))
    },
    "experimental.chat.system.transform": async (input, output) => {
      const context = contexts.get(input.sessionID) ?? null
      if (context !== null && Array.isArray(output?.system)) output.system.push(context)
    },
    "experimental.session.compacting": async (input, output) => {
      const context = await askContext("experimental.session.compacting", input, input.sessionID)
      if (context !== null && Array.isArray(output?.context)) output.context.push(context)
    },
    event: async ({ event }) => {
      const info = event?.properties?.info
      if (event?.type === "session.created" && typeof info?.id === "string") parents.set(info.id, info.parentID ?? null)
      if (!FORWARDED.includes(event?.type)) return
      const sessionID = event.properties?.sessionID ?? info?.id
      await askContext("event", { event }, sessionID)
      if (event.type === "session.deleted") contexts.delete(sessionID)
    },
  }
}
`
