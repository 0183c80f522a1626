// Proves that drivers, model server and hook events work here, with a do-nothing hook and no product.
// node test/e2e/smoke.mjs [--harness NAME] [--only TEXT]; with --show it prints the hook events and denial texts.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assertPlayedThrough, assertRan, assertShown, readLog, runScenarios } from './support.mjs'

const FIXTURES = path.join(path.dirname(fileURLToPath(import.meta.url)), 'fixtures')
const DENIAL = 'D-001 says no to the word'
const COMMON_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'SessionEnd',
]

const { values } = parseArgs({
  options: { harness: { type: 'string' }, only: { type: 'string' }, show: { type: 'boolean' } },
})
const show = (line) => values.show && console.log(`  ${line}`)

function scenarios({ harness }) {
  const onlyIn = (...names) => names.includes(harness)
  return [
    { name: 'tools run and their hook events arrive', run: toolsRun },
    { name: 'a denying hook blocks and its reason reaches the model', run: denialBlocks },
    { name: 'a sub-agent runs by its own script', run: subAgentRuns },
    { name: 'a session is resumed under its id', run: sessionResumes },
    { name: 'two calls in one message, and a person between two steps', run: parallelAndBefore },
    { name: 'an agent that hangs is ended at its time limit', run: hangIsEnded },
    ...(onlyIn('opencode')
      ? [{ name: 'a gpt model edits by apply_patch', run: (t) => toolsRun(t, { model: 'gpt-5.5' }) }]
      : []),
    ...(onlyIn('codex') ? [{ name: 'a hook that is not trusted does not run', run: untrustedIsSilent }] : []),
    ...(onlyIn('claude-code')
      ? [{ name: 'an edit of the own settings file reaches the hook', run: settingsEditIsSeen }]
      : []),
  ]
}

async function toolsRun(t, options) {
  const { scratch, server, agent, events } = await stageWithHook(t, options)
  server.load({
    steps: [
      ...agent.writeFile('a.txt', 'one\n'),
      ...agent.editFile('a.txt', 'one\n', 'two\n'),
      ...agent.shell('echo shell > b.txt'),
      { say: 'Done.' },
    ],
  })
  assertRan(await agent.run({ prompt: 'Do the scripted work' }))
  assert.equal(await scratch.read('a.txt'), 'two\n')
  assert.equal(await scratch.read('b.txt'), 'shell\n')
  assertPlayedThrough(server)
  const seen = await events()
  show(seen.join(', '))
  const expected =
    t.harness === 'opencode'
      ? [
          'event session.created',
          'chat.message',
          'tool.execute.before bash',
          'tool.execute.after bash',
          'event session.idle',
        ]
      : ['SessionStart', 'UserPromptSubmit', 'PreToolUse Bash', 'PostToolUse Bash', 'Stop', 'SessionEnd']
  for (const event of expected)
    assert.ok(
      seen.some((name) => name.startsWith(event)),
      `no ${event} among ${seen.join(', ')}`,
    )
}

async function denialBlocks(t) {
  const { scratch, server, agent } = await stageWithHook(t)
  server.load({
    steps: [...agent.writeFile('a.txt', 'FORBIDDEN\n'), ...agent.shell('echo FORBIDDEN > b.txt'), { say: 'Gave up.' }],
  })
  assertRan(await agent.run({ prompt: 'Do the scripted work' }))
  assert.equal(await scratch.exists('a.txt'), false)
  assert.equal(await scratch.exists('b.txt'), false)
  assertPlayedThrough(server)
  for (const { text } of server.toolResults()) {
    show(JSON.stringify(text))
    assert.ok(text.includes(DENIAL), text)
  }
  assert.equal(server.toolResults().length, 2)
}

async function subAgentRuns(t) {
  const { scratch, server, agent, events } = await stageWithHook(t)
  server.load({
    steps: [...agent.subAgent('SUB-ONE writes a file'), { say: 'Done.' }],
    subAgents: [{ match: 'SUB-ONE', steps: [...agent.shell('echo sub > sub.txt'), { say: 'Sub-agent is done.' }] }],
  })
  assertRan(await agent.run({ prompt: 'Let a sub-agent do it' }))
  assert.equal(await scratch.read('sub.txt'), 'sub\n')
  assertPlayedThrough(server)
  assert.ok(server.subAgentRequests(0).length >= 2)
  assertShown(server, 'Sub-agent is done.')
  show((await events()).join(', '))
}

async function sessionResumes(t) {
  const { server, agent, events, entries } = await stageWithHook(t)
  server.load({ steps: [{ say: 'First answer.' }] })
  const first = await agent.run({ prompt: 'First prompt' })
  assertRan(first)
  assert.ok(first.sessionId)
  for (const resume of [first.sessionId, true]) {
    server.load({ steps: [{ say: 'Next answer.' }] })
    const next = await agent.run({ prompt: 'Next prompt', resume })
    assertRan(next)
    assert.equal(next.sessionId, first.sessionId)
    assert.ok(JSON.stringify(server.mainRequests().at(-1).body).includes('First prompt'))
  }
  assertPlayedThrough(server)
  show((await events()).join(', '))
  const ids = new Set((await entries()).map((entry) => entry.session_id ?? entry.sessionID).filter(Boolean))
  assert.deepEqual([...ids], [first.sessionId], 'the hook was told other session ids')
}

async function parallelAndBefore(t) {
  const { scratch, server, agent, events } = await stageWithHook(t)
  const pair = ['one', 'two'].flatMap((word) => agent.shell(`echo ${word} > ${word}.txt`))
  const byPerson = { before: () => scratch.write('person.txt', 'by hand\n') }
  server.load({ steps: [{ tools: pair }, { ...agent.shell('cat person.txt')[0], ...byPerson }, { say: 'Done.' }] })
  assertRan(await agent.run({ prompt: 'Do the scripted work' }))
  assert.equal(await scratch.read('one.txt'), 'one\n')
  assert.equal(await scratch.read('two.txt'), 'two\n')
  assertShown(server, 'by hand')
  assertPlayedThrough(server)
  show((await events()).join(', '))
}

async function hangIsEnded(t) {
  const { server, agent } = await stageWithHook(t)
  server.load({ steps: [...agent.shell('tail -f /dev/null'), { say: 'Never said.' }] })
  const result = await agent.run({ prompt: 'Wait for ever', timeoutMs: t.harness === 'opencode' ? 9_000 : 4_000 })
  assert.equal(result.timedOut, true)
  assert.equal(server.stepsLeft(), 1)
}

async function untrustedIsSilent(t) {
  const { server, agent, events } = await stageWithHook(t, { trusted: false })
  server.load({ steps: [...agent.shell('echo FORBIDDEN'), { say: 'Done.' }] })
  assertRan(await agent.run({ prompt: 'Do the scripted work' }))
  assert.deepEqual(await events(), [])
  assertPlayedThrough(server)
}

async function settingsEditIsSeen(t) {
  const { scratch, server, agent, events } = await stageWithHook(t)
  const file = scratch.at('.claude/settings.json')
  // The new text has to be valid settings: Claude Code turns anything else down before it asks a hook.
  const content = JSON.stringify({ env: { WORD: 'FORBIDDEN' } })
  server.load({
    steps: [{ tool: 'Write', input: { file_path: file, content } }, { say: 'Gave up.' }],
  })
  assertRan(await agent.run({ prompt: 'Do the scripted work' }))
  assertShown(server, DENIAL)
  assert.ok((await events()).includes('PreToolUse Write'))
  assert.ok((await scratch.read('.claude/settings.json')).includes('"SessionStart"'))
}

/** A prepared agent with the logging hook registered by hand; `events()` names what the hook was told. */
async function stageWithHook(t, { trusted = true, ...agent } = {}) {
  const stage = await t.stage({ agent })
  const logFile = path.join(stage.scratch.home, 'hook.log')
  if (t.harness === 'opencode') {
    const plugin = await readFile(path.join(FIXTURES, 'logging-plugin.mjs'), 'utf8')
    await stage.scratch.write('.opencode/plugins/logging.js', plugin.replaceAll('PLUGIN_LOG_FILE', logFile))
  } else {
    const file = t.harness === 'codex' ? '.codex/hooks.json' : '.claude/settings.json'
    await stage.scratch.write(file, { hooks: hookEntries(logFile) })
  }
  if (t.harness === 'codex' && trusted) await stage.agent.trustHooks()
  return { ...stage, entries: () => readLog(logFile), events: async () => (await readLog(logFile)).map(nameOf) }
}

function hookEntries(logFile) {
  const command = [process.execPath, path.join(FIXTURES, 'logging-hook.mjs'), logFile]
    .map((word) => `'${word}'`)
    .join(' ')
  return Object.fromEntries(
    COMMON_EVENTS.map((event) => [event, [{ hooks: [{ type: 'command', command, timeout: 20 }] }]]),
  )
}

function nameOf({ hook, type, tool, hook_event_name: event, tool_name: toolName, source, agent_id: agentId }) {
  const words = hook ? [hook, type ?? tool] : [event, toolName ?? source, agentId && '(sub-agent)']
  return words.filter(Boolean).join(' ')
}

process.exitCode = await runScenarios({ modules: [{ scenarios }], harness: values.harness, only: values.only })
