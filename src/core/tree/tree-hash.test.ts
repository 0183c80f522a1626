import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isRecordPath, type TreeEntry, treeHash } from './tree-hash.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (path: string, text: string, more: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  kind: 'file',
  sha256: sha256(text),
  executable: false,
  ...more,
})
const hash = (...entries: readonly TreeEntry[]) => treeHash(entries, { leaveOut: isRecordPath })
const SPEC = file('SPEC.md', 'spec')
const RUN = file('run.sh', 'echo')

describe('the tree hash', () => {
  it('is the hash of the version line and the canonical list', () => {
    const list = `[{"executable":false,"kind":"file","path":"a","sha256":"${sha256('x')}"}]`
    expect(hash(file('a', 'x'))).toBe(sha256(`bylaw.tree/v1\n${list}`))
  })

  it.each([
    ['another order', [RUN, SPEC]],
    ['a record in .hpp', [SPEC, RUN, file('.hpp/events.jsonl', '{}')]],
    ['a file that was deleted and not committed', [SPEC, RUN, file('gone', 'hpp:missing', { kind: 'missing' })]],
  ])('is the same with %s', (_, entries) => {
    expect(hash(...entries)).toBe(hash(SPEC, RUN))
  })

  it.each([
    ['another text', [SPEC, file('run.sh', 'rm')]],
    ['another name', [SPEC, file('go.sh', 'echo')]],
    ['the execute bit', [SPEC, { ...RUN, executable: true }]],
    ['a link in place of a file', [SPEC, { ...RUN, kind: 'symlink' as const }]],
    ['a file less', [SPEC]],
    ['a file more', [SPEC, RUN, file('.hppx/a', '')]],
  ])('is another with %s', (_, entries) => {
    expect(hash(...entries)).not.toBe(hash(SPEC, RUN))
  })

  it('orders by code point and leaves out what it is told to', () => {
    const [high, low] = [file('\u{1f600}', 'x'), file('\u{ff5e}', 'x')]
    expect(hash(high, low)).toBe(hash(low, high))
    expect(treeHash([SPEC, RUN], { leaveOut: (path) => path === 'run.sh' })).toBe(hash(SPEC))
  })
})
