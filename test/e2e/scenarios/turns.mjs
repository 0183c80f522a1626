// The end of a turn, and a session that goes on another day.
import assert from 'node:assert/strict'
import { assertDone, decisionText, fileOf, stageProduct } from '../product.mjs'
import { assertNotShown, assertPlayedThrough, assertRan, assertShown } from '../support.mjs'

const KEPT = decisionText('HDR-003', { kind: 'path_exists', path: 'docs/plan.md' })
const PROVEN = decisionText('HDR-003', { kind: 'evidence_required', criterion: 'unit', argv: ['true'] })
const MISSING = /HDR-003 "The rule HDR-003": .*docs\/plan\.md/

export function scenarios() {
  return [
    { name: 'a stop with a failing check is blocked once, then let go and remembered', run: stop },
    { name: 'a stop without the demanded evidence is sent back with the command to run', run: prove },
    { name: 'a rewrite while no session runs is a violation after resume, and reported to a new one', run: resume },
  ]
}

async function stop(t) {
  const { scratch, server, agent, person, run, play } = await stageProduct(t, { decisions: { 'HDR-003': KEPT } })
  const blocks = t.harness !== 'opencode'
  server.load({ steps: [{ say: 'Finished.' }, ...(blocks ? [{ say: 'Finished all the same.' }] : [])] })
  const first = await run({ prompt: 'Finish at once' })
  assertRan(first)
  assertPlayedThrough(server)
  assert.equal(server.mainRequests().length, blocks ? 2 : 1)
  if (blocks) assert.match(JSON.stringify(server.mainRequests()[1].body), /HDR-003.*docs\/plan\.md/)
  const validated = await person('validate')
  assertDone(validated, 2)
  assert.match(validated.stdout, /^UNPROVEN: session .*docs\/plan\.md/m)

  server.forget()
  await play(
    [
      {
        do: agent.writeFile('docs/plan.md', 'The plan.\n'),
        before: async () => assertShown(server, /the last turn ended unproven: HDR-003/),
      },
    ],
    { resume: first.sessionId, prompt: 'Now write the plan' },
  )
  assert.equal(server.mainRequests().length, 2)
  assert.equal(await scratch.read('docs/plan.md'), 'The plan.\n')
  const proven = await person('validate')
  assertDone(proven, 0)
  assert.match(proven.stdout, /^PASS: 3 current decisions \(3 decision files\)$/m)
}

async function prove(t) {
  const { server, person, run } = await stageProduct(t, { decisions: { 'HDR-003': PROVEN } })
  const blocks = t.harness !== 'opencode'
  const criterion = async () => assertDone(await person('evidence', 'run', '--id', 'unit', '--', 'true'), 0)
  server.load({ steps: [{ say: 'Finished.' }, ...(blocks ? [{ say: 'Now it is.', before: criterion }] : [])] })
  const first = await run({ prompt: 'Finish at once' })
  assertRan(first)
  assertPlayedThrough(server)
  const asked = /no fresh evidence of unit: it was never run here; run: bylaw evidence run --id unit -- true/
  if (blocks) assert.match(JSON.stringify(server.mainRequests()[1].body), asked)
  else {
    const unproven = await person('validate')
    assertDone(unproven, 2)
    assert.match(unproven.stdout, /^UNPROVEN: session /m)
    await criterion()
    server.forget()
    server.load({ steps: [{ say: 'Now it is.', before: async () => assertShown(server, asked) }] })
    assertRan(await run({ resume: first.sessionId, prompt: 'Go on' }))
  }
  const proven = await person('validate')
  assertDone(proven, 0)
}

async function resume(t) {
  const { scratch, server, agent, play } = await stageProduct(t, {
    decisions: { 'HDR-003': KEPT },
    files: { 'docs/plan.md': 'x\n' },
  })
  const first = await play([{ do: agent.writeFile('a.txt', 'x\n') }])
  assertNotShown(server, MISSING)
  await scratch.write(fileOf('HDR-003'), KEPT.replace('Agreed', 'Changed'))
  server.forget()
  const violated = /LOG-INTEGRITY: HDR-003: /
  const second = await play(
    [
      {
        do: agent.writeFile('b.txt', 'x\n'),
        before: async () => assertShown(server, violated),
        denied: violated,
      },
      {
        do: agent.shell(`git restore -- ${fileOf('HDR-003')}`),
        after: async () => assert.equal(await scratch.read(fileOf('HDR-003')), KEPT),
      },
      { do: agent.writeFile('b.txt', 'x\n') },
    ],
    { resume: first.sessionId, prompt: 'Go on' },
  )
  assert.equal(second.sessionId, first.sessionId)
  assert.equal(await scratch.read('b.txt'), 'x\n')

  // A new session starts from the disk and fails nothing, but says what was rewritten in between.
  await scratch.write(fileOf('HDR-003'), KEPT.replace('Agreed', 'Changed'))
  server.forget()
  await play([{ do: agent.writeFile('c.txt', 'x\n') }], { prompt: 'Begin anew' })
  assertShown(
    server,
    new RegExp(`HDR-003: its history differs from what the earlier session ${t.harness}/${first.sessionId} saw`),
  )
  assert.equal(await scratch.read('c.txt'), 'x\n')
}
