import { chmodSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { GOOD_HOOK, HooksStage } from '../../../test/support/hooks-stage.ts'
import type { HarnessName } from '../../core/harness.ts'
import { doctorHooks } from './doctor-hooks.ts'
import type { HooksWorld } from './hooks-world.ts'

let open: HooksStage[] = []
afterEach(() => {
  for (const one of open) one.clear()
  open = []
})

function stage(...plot: ConstructorParameters<typeof HooksStage>): HooksStage {
  const one = new HooksStage(...plot)
  open.push(one)
  return one
}

describe('doctor', () => {
  const doctor = (world: HooksWorld, harnesses: readonly HarnessName[] = ['claude-code']) =>
    doctorHooks(world, { harnesses })
  const failures = async (world: HooksWorld, harnesses?: readonly HarnessName[]) => {
    const report = await doctor(world, harnesses)
    const findings = [...report.general, ...report.harnesses.flatMap((one) => one.findings)]
    return findings.filter((finding) => finding.verdict === 'fail').map((finding) => finding.text)
  }

  it('is content with a registration that works', async () => {
    const at = stage()
    await at.install({ harnesses: ['claude-code', 'opencode'] })
    expect(await failures(at.world, ['claude-code', 'opencode'])).toEqual([])
    const report = await doctor(at.world)
    expect(report.outcome).toBe('ok')
    expect(report.harnesses[0]?.findings.map((finding) => finding.text).join('\n')).toMatch(
      /all 15 .*\n.*lets a harmless call through, in \d+ ms\n.*refuses what it cannot read/,
    )
  })

  const programs: readonly (readonly [string, string, string])[] = [
    ['denies everything', 'process.stderr.write("broken"); process.exitCode = 2', 'ended with 2, saying: broken'],
    ['throws', 'throw new Error("x")', 'ended with 1'],
    ['chats', 'console.log("hello")', 'saying: hello'],
    ['lets through what it cannot read', 'process.stdin.resume()', 'not with a refusal'],
  ]
  it.each(programs)('finds a program that %s', async (_, hook, words) => {
    const at = stage({ hook })
    await at.install({ harnesses: ['claude-code'] })
    expect((await failures(at.world)).join()).toContain(words)
  })

  it('finds that the program is gone and says how to mend it', async () => {
    const at = stage()
    await at.install({ harnesses: ['opencode'] })
    rmSync(at.path('lib'), { recursive: true })
    const report = await doctor(at.world, ['opencode'])
    const finding = report.harnesses[0]?.findings.find((one) => one.verdict === 'fail')
    expect(finding?.mend).toBe('bylaw hooks install --harness opencode --apply')
  })

  it('finds that a shared program is not on PATH', async () => {
    const at = stage()
    await at.install({ harnesses: ['claude-code'], level: 'shared' })
    expect((await failures(at.world)).join()).toContain('bylaw is not on PATH')
    at.put('bin/bylaw', `#!${process.execPath}\n${GOOD_HOOK}`)
    chmodSync(at.path('bin/bylaw'), 0o755)
    expect(await failures(at.world)).toEqual([])
  })

  it('finds hooks of Codex that nobody trusts, and none when they are trusted', async () => {
    const at = stage()
    const report = await at.install({ harnesses: ['codex'] })
    expect((await failures(at.world, ['codex'])).join()).toMatch(/no trusted project.*11 of 11 hooks are not trusted/)
    at.put(
      'home/.codex/config.toml',
      `[projects."${at.world.cwd}"]\ntrust_level = "trusted"\n${report.trustLines.join('\n')}\n`,
    )
    expect(await failures(at.world, ['codex'])).toEqual([])
  })

  const versions: readonly (readonly [string, string])[] = [
    ['2.1.332 (Claude Code)', 'ok'],
    ['2.1.200 (Claude Code)', 'warn'],
    ['2.0.999 (Claude Code)', 'fail'],
    ['none', 'warn'],
  ]
  it.each(versions)('judges version %s', async (version, verdict) => {
    const at = stage()
    await at.install({ harnesses: ['claude-code'] })
    at.put('bin/claude', `#!/bin/sh\necho '${version}'\n`)
    chmodSync(at.path('bin/claude'), 0o755)
    const findings = (await doctor(at.world)).harnesses[0]?.findings ?? []
    expect(findings.find((finding) => finding.subject === 'version')?.verdict).toBe(verdict)
  })

  it('finds switches in the environment and in files', async () => {
    const at = stage({ environment: { CLAUDE_CODE_SIMPLE: '1', BASH_ENV: '/x' } })
    await at.install({ harnesses: ['claude-code'] })
    at.put('repo/.claude/settings.json', '{"disableAllHooks":true}')
    expect((await failures(at.world)).join()).toMatch(/disableAllHooks switches hooks off.*CLAUDE_CODE_SIMPLE is set/)
    expect((await doctor(at.world)).general.map((finding) => finding.text).join()).toContain('BASH_ENV')
  })

  it('finds a state folder that others can enter', async () => {
    const at = stage()
    const sessions = at.path('home/.local/state/hdr/sessions')
    mkdirSync(sessions, { recursive: true })
    chmodSync(sessions, 0o755)
    expect((await failures(at.world)).join()).toContain('can be entered by others')
    chmodSync(sessions, 0o700)
    expect(await failures(at.world)).toEqual([])
  })

  it('tells when a hook last ran', async () => {
    const at = stage()
    await at.install({ harnesses: ['claude-code'] })
    const heartbeat = `home/.local/state/hdr/sessions/claude-code/s1/${encodeURIComponent(at.world.cwd)}/heartbeat`
    at.put(heartbeat, '')
    chmodSync(at.path('home/.local/state/hdr/sessions'), 0o700)
    utimesSync(at.path(heartbeat), new Date('2026-11-02T09:00:00Z'), new Date('2026-11-02T09:00:00Z'))
    const texts = (await doctor(at.world)).harnesses[0]?.findings.map((finding) => finding.text)
    expect(texts).toContain('a hook last ran 3 h ago')
  })
})
