// What an agent may add to the log with its file tool, and what becomes of it at the next call.
import assert from 'node:assert/strict'
import { decisionText, denyTool, fileOf, stageProduct } from '../product.mjs'
import { assertPlayedThrough, assertRan } from '../support.mjs'

const FROZEN = { kind: 'write_denied', paths: ['frozen/**'] }

/** How far the other call has come: it holds the claim, its file lies there, or its file was read. */
const OTHER_WAS_FASTER = /another call of this turn|an agent may not overwrite|the id HDR-003 is taken by/

export function scenarios() {
  return [
    { name: 'a new decision by the file tool: valid ones are in force at once, others never reach the disk', run: add },
    { name: 'two calls in one message write the same new decision: one of them does', run: addTwice },
  ]
}

async function add(t) {
  const { scratch, agent, play } = await stageProduct(t)
  const write = (id, text) => agent.writeFile(fileOf(id), text)
  const absent = (file) => async () => assert.equal(await scratch.exists(file), false, `${file} is on the disk`)
  const holds = (id, text) => async () => assert.equal(await scratch.read(fileOf(id)), text)
  const frozen = decisionText('HDR-003', FROZEN)
  const noShell = decisionText('HDR-004', denyTool('Bash'))
  const noWrite = decisionText('HDR-005', denyTool('Write'))
  const twoEntries = JSON.parse(frozen).history.concat({ title: 'Again', rationale: 'Twice is better.' })
  await play([
    {
      do: write('HDR-003', frozen.replace('"Agreed."', '" "')),
      denied: /"rationale" is blank/,
      after: absent(fileOf('HDR-003')),
    },
    {
      do: write('HDR-003', '{"schema_version": 2,\n'),
      denied: /HDR-003\.json line \d/,
      after: absent(fileOf('HDR-003')),
    },
    {
      do: write('HDR-003', frozen.replace('write_denied', 'write_forbidden')),
      denied: /HDR-003\.json line \d+: .*"write_forbidden" is not known/,
      after: absent(fileOf('HDR-003')),
    },
    {
      do: write('HDR-003', decisionText('HDR-003', null, { history: twoEntries })),
      denied: /exactly one entry, this one has 2/,
      after: absent(fileOf('HDR-003')),
    },
    {
      do: write('HDR-003', decisionText('HDR-001', FROZEN)),
      denied: /the id HDR-001 is taken by HDR-001\.json/,
      after: absent(fileOf('HDR-003')),
    },
    { do: write('HDR-009', frozen), denied: /HDR-003 must be in HDR-003\.json/, after: absent(fileOf('HDR-009')) },
    {
      do: write('HDR-003', decisionText('HDR-003', { ...FROZEN, effect: 'warn' })),
      denied: /"effect": "warn" is for people alone/,
      after: absent(fileOf('HDR-003')),
    },
    { do: agent.writeFile('frozen/before.txt', 'x\n') },
    { do: write('HDR-003', frozen), after: holds('HDR-003', frozen) },
    { do: agent.writeFile('frozen/a.txt', 'x\n'), denied: /HDR-003 "The rule HDR-003"/, after: absent('frozen/a.txt') },
    { do: agent.shell('echo x > frozen/b.txt'), denied: /HDR-003 "The rule HDR-003"/, after: absent('frozen/b.txt') },
    { do: write('HDR-004', noShell), after: holds('HDR-004', noShell) },
    { do: agent.shell('echo x > c.txt'), denied: /HDR-004 "The rule HDR-004"/, after: absent('c.txt') },
    { do: write('HDR-005', noWrite), after: holds('HDR-005', noWrite) },
    { do: agent.writeFile('d.txt', 'x\n'), denied: /HDR-005 "The rule HDR-005"/, after: absent('d.txt') },
  ])
  assert.equal(await scratch.read('frozen/before.txt'), 'x\n')
}

async function addTwice(t) {
  const { scratch, server, agent, run } = await stageProduct(t)
  const texts = ['one', 'two'].map((title) => decisionText('HDR-003', null, { title }))
  server.load({
    steps: [{ tools: texts.flatMap((text) => agent.writeFile(fileOf('HDR-003'), text)) }, { say: 'Done.' }],
  })
  assertRan(await run({ prompt: 'Do the scripted work' }))
  assertPlayedThrough(server)
  const results = server.toolResults().map(({ text }) => text)
  const denied = results.map((text) => OTHER_WAS_FASTER.test(text))
  assert.deepEqual([...denied].sort(), [false, true], JSON.stringify(results))
  assert.equal(await scratch.read(fileOf('HDR-003')), texts[denied.indexOf(false)])
}
