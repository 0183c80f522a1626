import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { nextStepOf, parseLoop, SHIPPED_LOOP, wayToEnd } from './loop.ts'

const step = (from: string, event: string, to: string) => ({ from, event, to, gate: 'g' })
const faultsOf = (value: JsonValue | undefined) => {
  const parsed = parseLoop(value, 'hpp.manifest.json')
  return parsed.ok ? [] : parsed.faults.map(({ code, message, at }) => `${code} ${at?.pointer}: ${message}`)
}

describe('a loop', () => {
  it('that a manifest declares is read, other keys aside', () => {
    const shipped = JSON.parse(JSON.stringify({ ...SHIPPED_LOOP, note: 'x' })) as JsonValue
    expect(parseLoop(shipped, 'm')).toEqual({ ok: true, value: SHIPPED_LOOP })
  })

  it.each<[string, JsonValue | undefined, readonly string[]]>([
    ['is missing', undefined, ['loop/bad-shape /loop:']],
    ['is a list', [], ['loop/bad-shape /loop:']],
    ['has no transitions', { initial: 'a', transitions: [] }, ['loop/bad-shape /loop/transitions:']],
    [
      'has two faults',
      { initial: ' ', transitions: [{ from: 'a', event: 1, to: 'b', gate: 'g' }, 'x'] },
      ['/loop/initial:', '/loop/transitions/0/event:', '/loop/transitions/1:'],
    ],
    [
      'can be read in two ways',
      { initial: 'a', transitions: [step('a', 'x', 'b'), step('a', 'x', 'c')] },
      ['loop/ambiguous /loop/transitions/1:'],
    ],
    [
      'has a state nothing leads to',
      { initial: 'a', transitions: [step('a', 'x', 'b'), step('c', 'y', 'a')] },
      ['loop/unreachable /loop/transitions/1:'],
    ],
  ])('that %s is refused', (_, value, expected) => {
    const faults = faultsOf(value)
    expect(faults).toHaveLength(expected.length)
    for (const [at, words] of expected.entries()) expect(faults[at]).toContain(words)
  })

  it('knows the shortest way to its end, past rework and failed checks', () => {
    const loop = {
      initial: 'a',
      transitions: [
        step('a', 'build', 'b'),
        step('b', 'fail', 'a'),
        step('b', 'pass', 'c'),
        step('c', 'rework', 'a'),
        step('c', 'end', 'd'),
      ],
    }
    expect(wayToEnd(loop, 'a').map(({ event }) => event)).toEqual(['build', 'pass', 'end'])
    expect(wayToEnd(loop, 'd')).toEqual([])
    expect(wayToEnd({ initial: 'a', transitions: [step('a', 'again', 'a')] }, 'a')).toEqual([])
    expect(nextStepOf(loop, 'c')).toBe('record rework or end')
    expect(nextStepOf(loop, 'd')).toBe('no-op')
    expect(nextStepOf(SHIPPED_LOOP, 'planned')).toBe('start work')
  })
})
