import { describe, expect, test } from 'vitest'
import { claimedId, takenIds } from './claimed-id.ts'
import { assembleLog } from './read-decision-log.ts'

describe('the id of an invalid file', () => {
  test.each<[string, string, string | null]>([
    ['x.json', '{"id":"HDR-001","history":[]}', 'HDR-001'],
    ['HDR-009.json', '{"x-a":{"id":"HDR-002"},"id":"hdr-001"}', 'hdr-001'],
    ['HDR-009.json', '{"id":"HDR-001",', 'HDR-001'],
    ['HDR-009.json', '{"id":7}', 'HDR-009'],
    ['HDR-009.json', '[]', 'HDR-009'],
    ['hdr-009.json', '{', 'hdr-009'],
    ['notes.json', '{', null],
  ])('%s with %s means %s', (name, text, id) => expect(claimedId({ name, text })).toBe(id))

  test('is taken, and so is the one of its name', () => {
    const files = [
      { name: 'HDR-004.json', text: '{"id":"hdr-003","schema_version":2}' },
      { name: 'notes.json', text: '{' },
    ]
    expect(takenIds(assembleLog({ files }))).toEqual(['HDR-003', 'HDR-004'])
  })
})
