// What people do to the log while an agent works, and what looks as if a person had done it.
import assert from 'node:assert/strict'
import { assertDone, decisionText, denyTool, fileOf, stageProduct, withEntry } from '../product.mjs'
import { assertNotShown, assertShown } from '../support.mjs'

const KEPT = decisionText('HDR-003', { kind: 'write_denied', paths: ['frozen/**'] })
const FILE = fileOf('HDR-003')
const NO_WRITE = /HDR-003 "No more files"/

/** Appends an entry that denies the file tool, in a way no shell parser can see. */
const APPEND = `import json
path = '${FILE}'
value = json.load(open(path))
value['history'].append({'title': 'No more files', 'rationale': 'Enough.', 'check': {'kind': 'tool_denied', 'tools': ['Write']}})
json.dump(value, open(path, 'w'), indent=2)
`

export function scenarios() {
  return [
    {
      name: "a person's append between two calls is in force at once, and the model is told the decisions",
      run: append,
    },
    { name: 'an append by a shell command under the guard is held until a person accepts it', run: held },
    { name: 'an append by a shell command without the guard counts and is reported', run: reported },
  ]
}

async function append(t) {
  const { scratch, server, agent, play, person } = await stageProduct(t, { decisions: { 'HDR-003': KEPT } })
  const revised = withEntry(KEPT, { title: 'No more files', check: denyTool('Write') })
  const revise = ['decisions', 'revise', 'HDR-003', '--title', 'Files again', '--rationale', 'They are back.']
  const first = await play([
    {
      do: agent.shell('echo x > a.txt'),
      before: async () => {
        for (const told of [/HDR-001: Decision records are append-only/, /HDR-003: The rule HDR-003/])
          assertShown(server, told)
      },
    },
    { do: agent.shell('echo x > b.txt'), before: () => scratch.write(FILE, revised) },
    { do: agent.writeFile('c.txt', 'x\n'), denied: NO_WRITE },
    {
      do: agent.writeFile('c.txt', 'x\n'),
      before: async () => assertDone(await person(...revise, '--deny-write', 'locked/**'), 0),
    },
    { do: agent.writeFile('frozen/a.txt', 'x\n') },
    { do: agent.writeFile('locked/a.txt', 'x\n'), denied: /HDR-003 "Files again"/ },
  ])
  assertNotShown(server, 'LOG-INTEGRITY')
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'frozen/a.txt']) assert.equal(await scratch.read(name), 'x\n')
  assert.equal(JSON.parse(await scratch.read(FILE)).history.length, 3)

  server.forget()
  await play([], { resume: first.sessionId, prompt: 'What applies now?' })
  assertShown(server, /HDR-001: Decision records are append-only/)
  assertShown(server, /HDR-003: Files again \(as revised\)/)
}

async function held(t) {
  const stage = await stageProduct(t, { decisions: { 'HDR-003': KEPT }, files: { 'append.py': APPEND } })
  const { scratch, server, agent, play, person } = stage
  const shows = /HDR-003: an entry that appeared .* is held and not in force.*bylaw decisions accept HDR-003/
  const first = await play([
    { do: agent.shell('python3 append.py') },
    { do: agent.writeFile('a.txt', 'x\n'), before: async () => assertShown(server, shows) },
  ])
  assert.equal(JSON.parse(await scratch.read(FILE)).history.length, 2)
  const explained = await person('explain', 'HDR-003')
  assert.match(explained.stdout, /held/)
  assert.match(explained.stdout, /python3 append\.py/)
  const validated = await person('validate')
  assertDone(validated, 1)
  assert.match(validated.stdout, /HDR-003/)

  server.forget()
  await play(
    [
      {
        do: agent.shell('bylaw decisions accept HDR-003'),
        before: async () => assertShown(server, shows),
        denied: /HDR-001: "decisions accept" is for people/,
      },
      { do: agent.writeFile('b.txt', 'x\n') },
      {
        do: agent.writeFile('c.txt', 'x\n'),
        before: async () => assertDone(await person('decisions', 'accept', 'HDR-003'), 0),
        denied: NO_WRITE,
      },
    ],
    { resume: first.sessionId },
  )
  assertNotShown(server, 'LOG-INTEGRITY')
  for (const name of ['a.txt', 'b.txt']) assert.equal(await scratch.read(name), 'x\n')
  assert.equal(await scratch.exists('c.txt'), false)
}

async function reported(t) {
  const { scratch, server, agent, play, person } = await stageProduct(t, {
    init: false,
    decisions: { 'HDR-001': decisionText('HDR-001', { kind: 'append_only' }), 'HDR-003': KEPT },
    files: { 'append.py': APPEND },
  })
  await play([
    { do: agent.shell('python3 append.py') },
    { do: agent.writeFile('a.txt', 'x\n'), denied: NO_WRITE },
    { do: agent.shell('echo x > b.txt') },
  ])
  assertShown(server, /HDR-003 has a new entry; it appeared while an agent's \w+ call ran: python3 append\.py/)
  assertNotShown(server, 'LOG-INTEGRITY')
  assert.equal(await scratch.read('b.txt'), 'x\n')
  assert.match((await person('explain', 'HDR-003')).stdout, /python3 append\.py/)
  const validated = await person('validate')
  assertDone(validated, 1)
  assert.match(validated.stdout, /HDR-003.*python3 append\.py/s)
}
