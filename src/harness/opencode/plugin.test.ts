import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pluginText } from './plugin.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-plugin-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A stand-in for the hook program: keeps what it was sent, and does what the test says. */
const STUB = `
const { appendFileSync, readFileSync } = require('node:fs')
const body = JSON.parse(readFileSync(0, 'utf8'))
const { NODE_OPTIONS, NODE_EXTRA_CA_CERTS, XDG_STATE_HOME } = process.env
appendFileSync(process.argv[2], JSON.stringify({ body, argv: process.argv.slice(3), env: { NODE_OPTIONS, NODE_EXTRA_CA_CERTS, XDG_STATE_HOME } }) + '\\n')
eval(process.argv[3])
`

/** Loads the plugin in a process of its own, as the harness would, and runs `script` with it. */
function play(stub: string, script: string, more: { file?: string; text?: (text: string) => string } = {}) {
  const stubFile = join(folder, 'stub.cjs')
  writeFileSync(stubFile, STUB)
  const sent = join(folder, 'sent')
  writeFileSync(sent, '')
  const plugin = pluginText({
    file: more.file ?? process.execPath,
    args: [stubFile, sent, stub, 'hook', 'opencode'],
    stateHome: '/state',
    missing: 'it is gone',
  })
  writeFileSync(join(folder, 'bylaw.mjs'), more.text?.(plugin) ?? plugin)
  writeFileSync(
    join(folder, 'main.mjs'),
    `import * as plugin from './bylaw.mjs'
    const asked = []
    const client = { session: { get: async ({ path }) => { asked.push(path.id); return { data: { id: path.id, parentID: { grand: 'child', child: 'root' }[path.id] } } } } }
    const exported = Object.values(plugin)
    const hooks = await exported[0]({ client, directory: '/repo', worktree: '/repo' })
    const deny = async (run) => { try { await run(); return null } catch (error) { return error.message } }
    const before = (sessionID = 'root', args = { command: 'ls' }) => deny(() => hooks['tool.execute.before']({ tool: 'bash', sessionID, callID: 'c' }, { args }))
    const result = await (async () => { ${script} })()
    console.log(JSON.stringify({ result, asked, exports: exported.length, hooks: Object.keys(hooks) }))`,
  )
  const env = { ...process.env, NODE_OPTIONS: '--no-warnings', NODE_EXTRA_CA_CERTS: '/none', XDG_STATE_HOME: '/other' }
  const run = spawnSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8', env, timeout: 20_000 })
  if (run.status !== 0) throw new Error(run.stderr)
  const lines = readFileSync(sent, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
  return { ...JSON.parse(run.stdout), sent: lines.map((line) => JSON.parse(line)) }
}

describe('before a tool', () => {
  it('lets the call run when the program ends with 0', () => {
    const { result, sent, exports } = play('', 'return before()')
    expect(result).toBeNull()
    expect(exports).toBe(1)
    expect(sent[0].body).toEqual({
      hook: 'tool.execute.before',
      directory: '/repo',
      worktree: '/repo',
      rootSessionID: 'root',
      input: { tool: 'bash', sessionID: 'root', callID: 'c' },
      output: { args: { command: 'ls' } },
    })
  })

  it('starts the program without what reaches into Node and with the state folder of the registration', () => {
    expect(play('', 'return before()').sent[0].env).toEqual({ XDG_STATE_HOME: '/state' })
  })

  it('throws the reason word for word when the program denies', () => {
    expect(play('process.stderr.write("HDR-001: no\\n"); process.exitCode = 2', 'return before()').result).toBe(
      'HDR-001: no',
    )
  })

  const failures = [
    ['ends with 1', 'console.error("boom"); process.exitCode = 1', 'boom'],
    ['denies without a word', 'process.exitCode = 2', 'exit 2'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', 'exit null'],
    ['throws', 'throw new Error("broken")', 'broken'],
  ] as const
  it.each(failures)('denies when the program %s', (_, stub, reason) => {
    const { result } = play(stub, 'return before()')
    expect(result).toContain('bylaw could not judge this call')
    expect(result).toContain(reason)
  })

  it('denies when the program is missing, and says how to mend it', () => {
    expect(play('', 'return before()', { file: '/none/node' }).result).toBe(
      'bylaw could not judge this call, so it is denied: it is gone',
    )
  })

  it('denies when the program hangs', () => {
    const text = (plugin: string) => plugin.replace('BEFORE_MS = 25000', 'BEFORE_MS = 500')
    expect(play('setInterval(() => {}, 1000)', 'return before()', { text }).result).toContain(
      'no answer within 0.5 seconds',
    )
  })

  it('denies what cannot be written as JSON', () => {
    expect(play('', 'return before("root", { big: 1n })').result).toContain('BigInt')
  })

  it('runs the calls of one message side by side', () => {
    const { result } = play(
      'setTimeout(() => {}, 600)',
      'const at = Date.now(); await Promise.all([before(), before(), before()]); return Date.now() - at',
    )
    expect(result).toBeLessThan(1700)
  })
})

describe('the root of a session', () => {
  const created = (id: string, parentID?: string) =>
    `await hooks.event({ event: { type: 'session.created', properties: { info: ${JSON.stringify({ id, parentID })} } } });`

  it('is remembered from the birth of a child, which asks nobody', () => {
    const { sent, asked } = play('', `${created('root')} ${created('kid', 'root')} return before('kid')`)
    expect(sent.at(-1).body.rootSessionID).toBe('root')
    expect(asked).toEqual([])
  })

  it('is asked for once where the birth was never seen', () => {
    const { sent, asked } = play('', `await before('grand'); return before('grand')`)
    expect(sent.map((one: { body: { rootSessionID: string } }) => one.body.rootSessionID)).toEqual(['root', 'root'])
    expect(asked).toEqual(['grand', 'child', 'root'])
  })

  it('is the session itself where the harness cannot say', () => {
    const { sent, result } = play(
      '',
      `client.session.get = async () => { throw new Error('x') }; return before('child')`,
    )
    expect(result).toBeNull()
    expect(sent[0].body.rootSessionID).toBe('child')
  })

  it('does not wait for ever for the harness', () => {
    const text = (plugin: string) => plugin.replace('PARENT_MS = 2000', 'PARENT_MS = 50')
    const { sent } = play('', `client.session.get = () => new Promise(() => {}); return before('child')`, { text })
    expect(sent[0].body.rootSessionID).toBe('child')
  })
})

describe('everything else', () => {
  const CONTEXT = 'console.log(JSON.stringify({ context: "the rules" }))'

  it('appends context to the result of a tool', () => {
    const script = `const output = { title: 't', output: 'done', metadata: {} }; await hooks['tool.execute.after']({ tool: 'bash', sessionID: 'root', callID: 'c', args: {} }, output); return output.output`
    expect(play(CONTEXT, script).result).toBe('done\n\nthe rules')
    expect(play('', script).result).toBe('done')
    expect(play('process.exitCode = 2', script).result).toBe('done')
  })

  it('starts the program once per prompt and hands its context to every request of that session', () => {
    const script = `await hooks['chat.message']({ sessionID: 'root' }, { message: {}, parts: [] })
      const seen = []
      for (const sessionID of ['root', 'root', 'other', undefined]) { const output = { system: ['s'] }; await hooks['experimental.chat.system.transform']({ sessionID, model: {} }, output); seen.push(output.system) }
      return seen`
    const { result, sent } = play(CONTEXT, script)
    expect(result).toEqual([['s', 'the rules'], ['s', 'the rules'], ['s'], ['s']])
    expect(sent).toHaveLength(1)
    expect(sent[0].body.output).toBeUndefined()
  })

  it('hands context over a compaction', () => {
    const script = `const output = { context: [] }; await hooks['experimental.session.compacting']({ sessionID: 'root' }, output); return output.context`
    expect(play(CONTEXT, script).result).toEqual(['the rules'])
    expect(play('console.log("no JSON")', script).result).toEqual([])
  })

  it('forwards four events and no other', () => {
    const script = `for (const type of ['session.created', 'session.idle', 'session.compacted', 'session.deleted', 'file.edited', 'session.status']) await hooks.event({ event: { type, properties: { sessionID: 'root' } } })`
    const types = play('', script).sent.map(
      (one: { body: { input: { event: { type: string } } } }) => one.body.input.event.type,
    )
    expect(types).toEqual(['session.created', 'session.idle', 'session.compacted', 'session.deleted'])
  })

  it('never throws, whatever the program or the harness does', () => {
    const script = `await hooks.event({}); await hooks.event({ event: { type: 'session.idle' } }); await hooks['chat.message']({ sessionID: 'root' }); await hooks['tool.execute.after']({ sessionID: 'root' }, undefined); await hooks['experimental.chat.system.transform']({}, undefined); await hooks['experimental.session.compacting']({ sessionID: 'root' }, {}); return 'alive'`
    expect(play('process.exitCode = 1', script, { file: '/none/node' }).result).toBe('alive')
    expect(play(CONTEXT, script).result).toBe('alive')
  })
})
