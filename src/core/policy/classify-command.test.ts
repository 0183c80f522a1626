import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classifyCommand } from './classify-command.ts'
import type { Branches } from './rule.ts'

type Vector = {
  command: string
  verdict: string
  rule: string
  kind: string
  ours?: string
  ours_accept?: string[]
}
const VECTORS = JSON.parse(readFileSync('test/vectors/hpp-policy.json', 'utf8')) as Vector[]
type Case = {
  id: string
  title: string
  input: { command: string; current_branch?: string }
  expect: { verdict: string; accept?: string[] }
}
const CASES = JSON.parse(readFileSync('test/cases/shell-policy.json', 'utf8')) as Case[]

describe('the 298 vectors of the original', () => {
  it('are all here', () => expect(VECTORS).toHaveLength(298))

  it.each(VECTORS.filter(({ ours }) => ours === undefined))('answers $command as it does', (vector) => {
    const { action, rule } = classifyCommand(vector.command)
    expect({ action, rule }).toEqual({ action: vector.verdict, rule: vector.rule })
  })

  it.each(VECTORS.filter(({ ours }) => ours !== undefined))('has an answer of its own for $command', (vector) => {
    expect([vector.ours, ...(vector.ours_accept ?? [])]).toContain(classifyCommand(vector.command).action)
  })
})

describe('the cases of public reports', () => {
  it.each(CASES)('$id $title', ({ input, expect: wanted }) => {
    const branches = input.current_branch === undefined ? null : on(input.current_branch)
    const { action } = classifyCommand(input.command, { branches })
    expect([wanted.verdict, ...(wanted.accept ?? [])]).toContain(action)
  })
})

function on(current: string): Branches {
  return { current, pushTarget: current, local: [current] }
}
