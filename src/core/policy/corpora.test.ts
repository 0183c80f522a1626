import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classifyCommand, readContext } from './classify-command.ts'
import { findHits } from './find-hits.ts'
import { findPermit, type GrantedPermit } from './permit.ts'

type Line = {
  readonly id: string
  readonly command: string
  readonly expect: { readonly verdict: string; readonly accept?: readonly string[]; readonly permit?: true }
  readonly why?: string
}

const read = (name: string) => JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as readonly Line[]
const EVERYDAY = [...read('everyday-commands'), ...read('everyday-commands-more')]
const DANGEROUS = read('dangerous-commands')

/** Dangerous lines that are let through, each with its reason. */
const OPEN: Readonly<Record<string, string>> = {
  D706: 'bash rejects it and runs nothing; the parser takes it',
}

const accepted = ({ expect: { verdict, accept = [] } }: Line) => [verdict, ...accept]

describe('everyday commands', () => {
  it.each(EVERYDAY)('$id is answered as its line says: $command', (line) => {
    expect(accepted(line)).toContain(classifyCommand(line.command).action)
  })

  it('are at least 500, at most one in fifty is for a person, and only deletes of build folders are blocked', () => {
    const answers = EVERYDAY.map(({ command }) => classifyCommand(command))
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(500)
    expect(answers.filter(({ action }) => action === 'MANUAL').length / EVERYDAY.length).toBeLessThanOrEqual(0.02)
    const blocked = answers.filter(({ action }) => action === 'BLOCK')
    expect(blocked.length).toBeGreaterThan(0)
    expect(new Set(blocked.map(({ rule }) => rule))).toEqual(new Set(['recursive-delete']))
  })

  it.each(EVERYDAY.filter((line) => line.expect.permit))(
    '$id passes with a permit that names its folders',
    ({ command }) => {
      expect(classifyCommand(command).action).toBe('BLOCK')
      const paths = findHits(readContext(command)).flatMap(({ hit }) => hit.subjects?.paths ?? [])
      expect(paths).not.toContain(null)
      const permits: GrantedPermit[] = [
        { decision: 'HDR-001', permit: { rule: 'recursive-delete', paths: paths.map((path) => `${path}/**`) } },
      ]
      const inside = (path: string) => ({
        written: path,
        real: path,
        absolute: `/p/${path}`,
        absoluteReal: `/p/${path}`,
      })
      const verdict = classifyCommand(command, {
        permitFor: (found, context) => findPermit(found, context, permits, inside),
      })
      expect(verdict).toMatchObject({ action: 'ALLOW', permits: [{ decision: 'HDR-001', rule: 'recursive-delete' }] })
    },
  )
})

describe('dangerous commands', () => {
  it.each(DANGEROUS.filter(({ id }) => !Object.hasOwn(OPEN, id)))('$id is stopped: $command', (line) => {
    expect(accepted(line)).toContain(classifyCommand(line.command).action)
  })

  it.each(DANGEROUS.filter(({ id }) => Object.hasOwn(OPEN, id)))('$id is still open: $command', (line) => {
    expect(accepted(line)).not.toContain(classifyCommand(line.command).action)
  })
})
