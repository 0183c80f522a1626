import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bylaw-demo-'))
  mkdirSync(join(root, 'home'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function demo(extra: Readonly<Record<string, string>> = {}, project = resolve('.')) {
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'state'), ...extra }
  const argv = [join(project, 'examples/demo/demo.mjs'), join(root, 'demo')]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: root, env, encoding: 'utf8' })
  return { exitCode: status, stdout, stderr, lines: stdout.split('\n') }
}

describe('the demo', () => {
  it('plays through, fits 80 columns, leaves home and state of its user alone, and plays again', () => {
    const { exitCode, stdout, stderr, lines } = demo({ LC_ALL: 'C.UTF-8' })
    expect(exitCode, stdout + stderr).toBe(0)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    for (const word of ['denied', 'caught', 'LOG-INTEGRITY', 'PASS: 4 current decisions', 'Try next:'])
      expect(stdout).toContain(word)
    expect(readdirSync(join(root, 'home'))).toEqual([])
    expect(existsSync(join(root, 'state'))).toBe(false)
    expect(readdirSync(join(root, 'demo/state/hdr'))).toContain('sessions')

    // Once more in its own folder: in ASCII and without colour, where a coding agent started the shell.
    const again = demo({ LC_ALL: 'C', NO_COLOR: '1', FORCE_COLOR: '1', CLAUDECODE: '1' })
    expect(again.exitCode, again.stdout + again.stderr).toBe(0)
    expect(again.stdout).toMatch(/^[ -~\n]*$/)
  })

  it('fails where a step does not come out as it should', () => {
    const project = join(root, 'copy')
    for (const folder of ['dist', 'examples']) cpSync(folder, join(project, folder), { recursive: true })
    const rule = join(project, 'examples/hdr-four/.hdr/decisions/HDR-001.json')
    writeFileSync(rule, readFileSync(rule, 'utf8').replace(', "shell": "guard"', ''))
    const { exitCode, stdout } = demo({}, project)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/sed -i .*: allowed, expected denied/)
  })

  it('never clears a folder that it did not make', () => {
    mkdirSync(join(root, 'demo'))
    writeFileSync(join(root, 'demo/mine'), '')
    const { exitCode, stderr } = demo()
    expect(exitCode).toBe(1)
    expect(stderr).toContain('was not made by the demo')
    expect(existsSync(join(root, 'demo/mine'))).toBe(true)
  })
})
