// Our registration in the agent's own files: what takes it away, and what is said when it does not work.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertDone, decisionText, denyTool, stageProduct } from '../product.mjs'

const NO_SHELL = { 'HDR-003': decisionText('HDR-003', denyTool('Bash')) }
const BY_HDR_003 = /HDR-003 "The rule HDR-003"/
const SWITCHED_OFF = /HOOK-INTEGRITY: .*disableAllHooks/
const SETTINGS_SEEN_MS = 2500
const REGISTERED_IN = {
  'claude-code': '.claude/settings.local.json',
  codex: '.codex/hooks.json',
  opencode: '.opencode/plugins/bylaw.js',
}

/** Codex lets a call through whose hook cannot start. */
const DENIED_WITHOUT_PROGRAM = {
  'claude-code': /Cannot find module/,
  opencode: /bylaw could not judge this call/,
}

export function scenarios({ harness }) {
  return [
    { name: 'hooks doctor names a program that is missing and the command that mends it', run: missing },
    { name: 'the agent takes its own hooks out neither by file tool nor by shell', run: settings },
    ...(harness === 'claude-code'
      ? [{ name: 'disableAllHooks is denied, and blocked when it slips in', run: switchOff }]
      : []),
    ...(harness === 'codex'
      ? [{ name: 'hooks that nobody trusts do not run, and hooks doctor says so', run: untrusted }]
      : []),
  ]
}

async function missing(t) {
  const { scratch, agent, person, play } = await stageProduct(t, { decisions: NO_SHELL })
  const doctor = () => person('hooks', 'doctor', '--harness', t.harness)
  assertDone(await doctor(), 0, 1)
  await rm(path.join(agent.env.XDG_DATA_HOME ?? path.join(scratch.home, '.local', 'share'), 'bylaw'), {
    recursive: true,
  })
  const broken = await doctor()
  assertDone(broken, 2)
  assert.match(broken.stdout, /hook\.cjs/)
  assert.ok(broken.stdout.includes(`bylaw hooks install --harness ${t.harness} --apply`), broken.stdout)
  const denied = DENIED_WITHOUT_PROGRAM[t.harness]
  await play([{ do: agent.shell('echo x > a.txt'), denied, isOurs: false }])
  assert.equal(await scratch.exists('a.txt'), !denied)

  assertDone(await person('hooks', 'install', '--harness', t.harness, '--apply'), 0)
  assertDone(await doctor(), 0, 1)
  await play([{ do: agent.shell('echo x > b.txt'), denied: BY_HDR_003 }])
  assert.equal(await scratch.exists('b.txt'), false)
}

async function settings(t) {
  const { scratch, agent, play } = await stageProduct(t)
  const file = REGISTERED_IN[t.harness]
  const before = await scratch.read(file)
  const unchanged = async () => assert.equal(await scratch.read(file), before)
  const denied = /HOOK-INTEGRITY/
  const piece = t.harness === 'claude-code' ? '"PreToolUse"' : before.split('\n')[2]
  const programs = path.join(agent.env.XDG_DATA_HOME ?? path.join(scratch.home, '.local', 'share'), 'bylaw')
  const state = path.join(scratch.home, '.local', 'state', 'hdr')
  const off = { 'claude-code': '{}\n', codex: '{"hooks": {}}\n', opencode: 'export const Bylaw = async () => ({})\n' }[
    t.harness
  ]
  const config = agent.configFile ? [`printf '[features]\\nhooks = false\\n' >> ${agent.configFile}`] : []
  const commands = [
    `rm ${file}`,
    `echo '{}' > ${file}`,
    `sed -i s/bylaw/other/ ${file}`,
    `mv ${path.dirname(file)} elsewhere`,
    `rm -rf ${programs}`,
    `rm -rf ${state}`,
    ...config,
  ]
  await play([
    { do: agent.writeFile(file, off), denied, after: unchanged },
    {
      do: agent.editFile(file, piece, t.harness === 'claude-code' ? '"MessageDisplay"' : ''),
      denied,
      after: unchanged,
    },
    ...commands.map((command) => ({ do: agent.shell(command), denied, after: unchanged })),
    { do: agent.writeFile(path.join(state, 'x'), 'x\n'), denied },
    { do: agent.writeFile('a.txt', 'x\n') },
  ])
  assert.equal(await scratch.read('a.txt'), 'x\n')
}

async function switchOff(t) {
  const { scratch, agent, play } = await stageProduct(t)
  const file = '.claude/settings.json'
  const text = `${JSON.stringify({ disableAllHooks: true }, null, 2)}\n`
  const absent = async () => assert.equal(await scratch.exists(file), false)
  await play([
    { do: agent.writeFile(file, text), denied: SWITCHED_OFF, after: absent },
    { do: agent.shell(`echo '{"disableAllHooks":true}' > ${file}`), denied: /HOOK-INTEGRITY/, after: absent },
    // A person's slip, or a program that no parser sees: at once, and after Claude Code has seen the change of its file.
    { do: agent.writeFile('a.txt', 'x\n'), before: () => scratch.write(file, text), denied: SWITCHED_OFF },
    { do: agent.shell('echo x > b.txt'), before: () => sleep(SETTINGS_SEEN_MS), denied: SWITCHED_OFF },
    { do: agent.writeFile('a.txt', 'x\n'), before: () => scratch.remove(file) },
  ])
  assert.equal(await scratch.read('a.txt'), 'x\n')
}

async function untrusted(t) {
  const { scratch, agent, person, play } = await stageProduct(t, { decisions: NO_SHELL, trust: false })
  await play([{ do: agent.shell('echo x > a.txt') }])
  assert.equal(await scratch.read('a.txt'), 'x\n')
  const doctor = await person('hooks', 'doctor', '--harness', 'codex')
  assertDone(doctor, 2)
  assert.match(doctor.stdout, /11 of 11 hooks are not trusted, so they do not run/)
  assert.match(doctor.stdout, /no session ran a hook here yet/)
  await agent.trustHooks()
  assertDone(await person('hooks', 'doctor', '--harness', 'codex'), 0, 1)
  await play([{ do: agent.shell('echo x > b.txt'), denied: BY_HDR_003 }])
  assert.equal(await scratch.exists('b.txt'), false)
}
