// An agent that tries to change what was decided, with its file tools.
import assert from 'node:assert/strict'
import { decisionText, denyTool, fileOf, printedRestore, stageProduct } from '../product.mjs'

const KEPT = decisionText('HDR-003', { kind: 'write_denied', paths: ['frozen/**'] })
const MAY_NOT = /HDR-003: an agent may not \w+ a decision/

export function scenarios({ harness }) {
  return [
    ...(harness === 'codex' ? [] : [{ name: 'the file tools change no decision', run: byFileTools }]),
    ...(harness === 'claude-code' ? [] : [{ name: 'apply_patch changes no decision', run: byPatch }]),
    { name: 'the calls of a sub-agent are judged like all others, against the same baseline', run: bySubAgent },
  ]
}

async function stageKept(t, options) {
  const stage = await stageProduct(t, { decisions: { 'HDR-003': KEPT }, files: { 'other.txt': 'other\n' }, ...options })
  const kept = async () => assert.equal(await stage.scratch.read(fileOf('HDR-003')), KEPT)
  return { ...stage, kept }
}

async function byFileTools(t) {
  const { scratch, agent, play, kept } = await stageKept(t)
  const file = fileOf('HDR-003')
  await play([
    { do: agent.editFile(file, 'Agreed.', 'Not agreed.'), denied: MAY_NOT, after: kept },
    { do: agent.editFile(scratch.at(file), '"history": [', '"history": [\n'), denied: MAY_NOT, after: kept },
    { do: agent.writeFile(file, KEPT.replace('Agreed', 'Changed')), denied: MAY_NOT, after: kept },
    { do: agent.writeFile(file, KEPT), denied: MAY_NOT, after: kept },
    { do: agent.writeFile('.hdr/x/../decisions/HDR-003.json', '{}\n'), denied: MAY_NOT, after: kept },
    { do: agent.shell(`rm ${file}`), denied: /HDR-001: rm would change/, after: kept },
    { do: agent.shell(`mv ${file} gone.json`), denied: /HDR-001: mv would change/, after: kept },
    { do: agent.shell('mv .hdr .old'), denied: /HDR-001: mv would change \.hdr/, after: kept },
    { do: agent.editFile('other.txt', 'other', 'another') },
  ])
  assert.equal(await scratch.read('other.txt'), 'another\n')
}

async function byPatch(t) {
  const { scratch, play, kept } = await stageKept(t, { agent: { model: 'gpt-5.5' } })
  const file = fileOf('HDR-003')
  const patch = (...lines) => [{ patch: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') }]
  const rationale = KEPT.split('\n').find((line) => line.includes('"rationale"'))
  const reworded = [`-${rationale}`, `+${rationale.replace('Agreed', 'Changed')}`]
  const noWrite = decisionText('HDR-004', denyTool('Write'))
  const other = ['*** Update File: other.txt', '@@', '-other', '+another']
  await play([
    { do: patch(`*** Update File: ${file}`, '@@', ...reworded), denied: MAY_NOT, after: kept },
    { do: patch(`*** Update File: ${scratch.at(file)}`, '@@', ...reworded), denied: MAY_NOT, after: kept },
    { do: patch(`*** Add File: ${file}`, '+{}'), denied: MAY_NOT, after: kept },
    { do: patch(`*** Update File: ${file}`, '*** Move to: out.json', '@@', ...reworded), denied: MAY_NOT, after: kept },
    {
      do: patch('*** Update File: other.txt', `*** Move to: ${file}`, '@@', '-other', '+{}'),
      denied: MAY_NOT,
      after: kept,
    },
    { do: patch(`*** Delete File: ${file}`), denied: MAY_NOT, after: kept },
    { do: patch(...other, `*** Delete File: ${file}`), denied: MAY_NOT, after: kept },
    {
      do: patch(
        ...other,
        `*** Add File: ${fileOf('HDR-004')}`,
        ...noWrite
          .trimEnd()
          .split('\n')
          .map((line) => `+${line}`),
      ),
      after: async () => assert.equal(await scratch.read(fileOf('HDR-004')), noWrite),
    },
    { do: patch('*** Add File: new.txt', '+x'), denied: /HDR-004 "The rule HDR-004"/ },
  ])
  assert.equal(await scratch.read('other.txt'), 'another\n')
  for (const name of ['out.json', 'new.txt']) assert.equal(await scratch.exists(name), false)
}

async function bySubAgent(t) {
  const { scratch, server, agent, play, kept } = await stageKept(t)
  const file = fileOf('HDR-003')
  const line = KEPT.split('\n').find((one) => one.includes('"rationale"'))
  const steps = [
    ...agent.editFile(file, line, line.replace('Agreed', 'Changed')),
    { ...agent.shell(`python3 -c "import os; os.rename('${file}', 'gone.json')"`)[0], before: kept },
    { say: 'The sub-agent is done.' },
  ]
  await play(
    [
      { do: agent.subAgent('SUB-ONE changes a decision'), anyResult: true },
      { do: agent.writeFile('a.txt', 'a\n'), denied: /LOG-INTEGRITY: HDR-003: its file is gone/ },
      { do: () => agent.shell(printedRestore(server, t.harness)), shows: /HDR-003/, after: kept },
      { do: agent.writeFile('a.txt', 'a\n') },
    ],
    { subAgents: [{ match: 'SUB-ONE', steps }] },
  )
  const fromSubAgent = server.toolResults('sub-agent:0').map(({ text }) => text)
  assert.match(fromSubAgent[0], MAY_NOT)
  assert.equal(await scratch.read('a.txt'), 'a\n')
}
