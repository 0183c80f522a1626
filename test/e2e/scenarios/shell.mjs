// Changes of the log through the shell: what is parsed is denied, what is not is caught afterwards and mended.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { decisionText, denyTool, fileOf, printedRestore, stageProduct, withEntry } from '../product.mjs'
import { assertShown } from '../support.mjs'

const KEPT = decisionText('HDR-003', { kind: 'write_denied', paths: ['frozen/**'] })
const FILE = fileOf('HDR-003')
const BY_SHELL = /HDR-001: .*would change .*the decision log is not changed through the shell/
const REWRITTEN = /LOG-INTEGRITY: HDR-003: .*bylaw decisions restore HDR-003 --session/

export function scenarios({ harness }) {
  return [
    { name: 'the guard denies parsed shell commands on the log', run: guarded },
    { name: 'a rewrite is caught afterwards, mended with the printed command, and work goes on', run: caught },
    { name: 'without the guard a shell command is judged by its effect alone', run: unguarded },
    ...(harness === 'codex' ? [{ name: 'an apply_patch heredoc in the shell is an edit', run: heredoc }] : []),
  ]
}

/** A program that a shell parser cannot look into. */
const python = (code) => `python3 -c "${code}"`
const REWRITE = python(`p='${FILE}'; s=open(p).read(); open(p,'w').write(s.replace('Agreed','Changed'))`)

async function stageKept(t, options = {}) {
  const stage = await stageProduct(t, { decisions: { 'HDR-003': KEPT }, ...options })
  const kept = async () => assert.equal(await stage.scratch.read(FILE), KEPT)
  return { ...stage, kept }
}

async function guarded(t) {
  const { scratch, agent, play, kept } = await stageKept(t)
  const later = withEntry(KEPT, { title: 'Later' })
  const commands = [
    `echo x > ${FILE}`,
    `echo x >> ${scratch.at(FILE)}`,
    `cd .hdr && echo x > decisions/HDR-003.json`,
    `sed -i s/Agreed/Changed/ ${FILE}`,
    `echo x | tee ${FILE}`,
    `bash -c 'rm ${FILE}'`,
    `cp README.md ${FILE}`,
    `ln -sf ../../README.md ${FILE}`,
    'rm -r .hdr',
    'mv .hdr/decisions elsewhere',
  ]
  await play([
    ...commands.map((command) => ({ do: agent.shell(command), denied: BY_SHELL, after: kept })),
    {
      do: agent.shell("bylaw decisions retire HDR-003 --rationale 'Not needed'"),
      denied: /HDR-001: "decisions retire" is for people/,
      after: kept,
    },
    { do: agent.shell(`cat ${FILE} > copy.json`), after: kept },
    {
      do: agent.shell('git checkout -- .hdr'),
      before: () => scratch.write(FILE, later),
      denied: BY_SHELL,
      after: async () => assert.equal(await scratch.read(FILE), later),
    },
  ])
  assert.equal(await scratch.read('copy.json'), KEPT)
}

async function caught(t) {
  const { scratch, server, agent, play, person, kept } = await stageKept(t)
  const mend = {
    do: () => agent.shell(printedRestore(server, t.harness)),
    shows: /restored for .*what was there is kept in/s,
    after: kept,
  }
  const write = (file) => ({ do: agent.writeFile(file, 'x\n') })
  const absent = (file) => async () => assert.equal(await scratch.exists(file), false)
  const decision = decisionText('HDR-004', denyTool('WebFetch'))
  await play([
    { do: agent.shell(REWRITE), after: async () => assert.match(await scratch.read(FILE), /Changed/) },
    {
      ...write('a.txt'),
      before: async () => assertShown(server, REWRITTEN),
      denied: REWRITTEN,
      after: absent('a.txt'),
    },
    { do: agent.shell('echo x > b.txt'), denied: REWRITTEN, after: absent('b.txt') },
    { do: agent.writeFile(fileOf('HDR-004'), decision), denied: REWRITTEN, after: absent(fileOf('HDR-004')) },
    { do: agent.shell('git diff --stat'), shows: /HDR-003\.json/ },
    { do: agent.shell('git diff --stat; rm -f x'), denied: REWRITTEN },
    mend,
    write('a.txt'),
    // By somebody else, while no call runs.
    { ...write('b.txt'), before: () => scratch.remove(FILE), denied: /LOG-INTEGRITY: HDR-003: its file is gone/ },
    mend,
    write('b.txt'),
    {
      ...write('c.txt'),
      before: () => scratch.write(FILE, withEntry(KEPT, { title: 'Later' }).replace('Agreed', 'Changed')),
      denied: REWRITTEN,
    },
    mend,
    write('c.txt'),
    {
      ...write('d.txt'),
      before: () => scratch.write('.hdr', 'no folder').catch(() => scratch.remove('.hdr')),
      denied: /LOG-INTEGRITY/,
    },
    mend,
    write('d.txt'),
  ])
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) assert.equal(await scratch.read(name), 'x\n')
  assert.equal((await person('validate')).exitCode, 0)
  const quarantined = await textsBelow(path.join(scratch.home, '.local', 'state'), /quarantine/)
  assert.ok(
    quarantined.some((text) => text.includes('Changed')),
    'the rewritten bytes were not kept',
  )
}

async function unguarded(t) {
  const { scratch, server, agent, play, kept } = await stageKept(t, {
    init: false,
    decisions: { 'HDR-001': decisionText('HDR-001', { kind: 'append_only' }), 'HDR-003': KEPT },
  })
  await play([
    { do: agent.shell(`sed -i s/Agreed/Changed/ ${FILE}`) },
    { do: agent.writeFile('a.txt', 'x\n'), denied: REWRITTEN },
    { do: agent.shell(`git restore -- ${FILE}`), after: kept },
    { do: agent.writeFile('a.txt', 'x\n') },
  ])
  assertShown(server, REWRITTEN)
  assert.equal(await scratch.read('a.txt'), 'x\n')
}

async function heredoc(t) {
  const { scratch, agent, play, kept } = await stageKept(t)
  const patch = (...lines) => `apply_patch <<'EOF'\n${['*** Begin Patch', ...lines, '*** End Patch'].join('\n')}\nEOF`
  const line = KEPT.split('\n').find((one) => one.includes('"rationale"'))
  const reworded = ['@@', `-${line}`, `+${line.replace('Agreed', 'Changed')}`]
  const update = [`*** Update File: ${FILE}`, ...reworded]
  const denied = /HDR-003: an agent may not \w+ a decision/
  const decision = decisionText('HDR-004', denyTool('Write'))
  const added = decision
    .trimEnd()
    .split('\n')
    .map((one) => `+${one}`)
  await play([
    { do: agent.shell(patch(...update)), denied, after: kept },
    {
      do: agent.shell(`cd .hdr && ${patch('*** Update File: decisions/HDR-003.json', ...reworded)}`),
      denied,
      after: kept,
    },
    { do: agent.shell(patch(`*** Delete File: ${FILE}`)), denied, after: kept },
    { do: agent.shell(patch(`*** Add File: ${FILE}`, '+{}')), denied, after: kept },
    {
      do: agent.shell(
        `bash -c "apply_patch '${['*** Begin Patch', `*** Delete File: ${FILE}`, '*** End Patch'].join('\n')}'"`,
      ),
      denied,
      after: kept,
    },
    { do: agent.shell(patch(`*** Add File: ${fileOf('HDR-004')}`, '+{}')), denied: /HDR-004\.json/ },
    { do: agent.shell(patch('*** Add File: a.txt', '+x')) },
    {
      do: agent.shell(patch(`*** Add File: ${fileOf('HDR-004')}`, ...added)),
      after: async () => assert.equal(await scratch.read(fileOf('HDR-004')), decision),
    },
    { do: agent.writeFile('b.txt', 'x\n'), denied: /HDR-004 "The rule HDR-004"/ },
  ])
  assert.equal(await scratch.read('a.txt'), 'x\n')
}

async function textsBelow(folder, wanted) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(files.filter((file) => wanted.test(file)).map((file) => readFile(file, 'utf8')))
}
