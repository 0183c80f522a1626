import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'bylaw-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function bylaw(...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: join(home, 'state'), LC_ALL: 'C.UTF-8' }
  const { status, stdout } = spawnSync(process.execPath, ['dist/bylaw.cjs', ...args], { env, encoding: 'utf8' })
  return { exitCode: status, stdout, first: stdout.split('\n')[0] }
}

describe('the example of a revised decision', () => {
  it('counts as one current decision', () => {
    const { exitCode, first } = bylaw('-C', 'examples/hdr', 'validate')
    expect([exitCode, first]).toEqual([0, 'PASS: 1 current decisions (1 decision files)'])
  })

  it('is explained with both entries, oldest first, and which of them applies', () => {
    const { stdout } = bylaw('-C', 'examples/hdr', 'explain', 'HDR-003')
    const order = [
      'as revised',
      '1. 2026-10-21',
      'denies the tools Bash',
      '2. 2026-11-02',
      'applies now',
      '.hdr exists',
    ]
    const places = order.map((text) => stdout.indexOf(text))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})

describe('the example of four decisions', () => {
  it('counts the retired one as a file only', () => {
    const { exitCode, stdout } = bylaw('-C', 'examples/hdr-four', 'validate')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^PASS: 3 current decisions \(4 decision files\)\n1 retired, 1 not checked\n/)
  })
})

describe('the log of this project', () => {
  it('is valid and holds', () => {
    const { exitCode, stdout } = bylaw('validate')
    expect(exitCode, stdout).toBe(0)
    expect(stdout).toMatch(/^PASS: \d+ current decisions \(\d+ decision files\)$/m)
  })
})
