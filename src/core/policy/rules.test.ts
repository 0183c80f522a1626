import { describe, expect, it } from 'vitest'
import { readContext } from './classify-command.ts'
import { findHits } from './find-hits.ts'
import { RULES } from './rules.ts'

function found(text: string): readonly string[] {
  return findHits(readContext(text)).map(({ rule }) => rule.id)
}

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  it.each(rule.hits)('finds %j', (text) => expect(found(text)).toContain(id))
  it.each(rule.misses)('leaves %j', (text) => expect(found(text)).not.toContain(id))
})

describe('the rule table', () => {
  it('names each rule once', () => {
    const ids = RULES.map((rule) => rule.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
