import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type TokenObject, wholeNumber } from '../codec/token-json.ts'
import { attestationRecord, isSessionName } from './attestation-record.ts'
import { type Bindings, boundWords, NOTHING_BOUND, readBindings } from './bindings.ts'
import { changeCause } from './change-cause.ts'
import { judgeAttestation, type RepositoryNow } from './judge-attestation.ts'
import { readAttestation } from './read-attestation.ts'

const HASH = 'a'.repeat(64)
const ENTRIES = [
  { path: 'SPEC.md', kind: 'file', sha256: HASH },
  { path: 'gone', kind: 'missing', sha256: HASH },
]
const NOW: RepositoryNow = {
  repo: { name: 'work', id: 'i' },
  head: 'c',
  specSha256: HASH,
  entries: ENTRIES,
  bindings: NOTHING_BOUND,
}

function recordOf(bindings: Bindings | null = null): TokenObject {
  return attestationRecord({
    repo: NOW.repo,
    baseCommit: 'c',
    spec: { path: 'SPEC.md', sha256: HASH },
    actors: { maker: 'ana', checker: 'bo' },
    session: 's1',
    verdict: 'approved',
    entries: ENTRIES,
    anchor: null,
    bindings,
  })
}

function judge(changes: TokenObject = {}, now: Partial<RepositoryNow> = {}, bindings: Bindings | null = null) {
  const record = { ...recordOf(bindings), ...changes }
  return judgeAttestation(readAttestation(record), { ...NOW, ...now })
}

const snapshot = recordOf()['snapshot'] as TokenObject

describe('an attestation', () => {
  it('of what is there holds', () => {
    expect(judge()).toEqual({ mismatches: [], reasons: [], moved: [] })
  })

  it.each<[string, TokenObject]>([
    ['verdict', { verdict: 'revise' }],
    ['verdict', { verdict: null }],
    ['actors', { actors: { maker: 'Ana', checker: 'aNA' } }],
    ['actors', { actors: { maker: 'ana', checker: 'bo', third: 'x' } }],
    ['actors', { actors: [] }],
    ['session', { session: '-s' }],
    ['session', { session: wholeNumber(1) }],
    ['repo', { repo: { name: 'other', id: 'i' } }],
    ['repo', { repo: null }],
    ['base_commit', { base_commit: 'd' }],
    ['base_commit', { base_commit: null }],
    ['spec_sha256', { spec: { path: 'SPEC.md', sha256: 'b' } }],
    ['spec_sha256', { spec: 'SPEC.md' }],
    ['snapshot_digest', { snapshot: null }],
    ['snapshot_digest', { snapshot: { ...snapshot, digest: HASH } }],
    ['snapshot_digest', { snapshot: { ...snapshot, entries: [] } }],
    ['snapshot_digest', { snapshot: { ...snapshot, entries: [null] } }],
    ['snapshot_digest', { snapshot: { ...snapshot, file_count: wholeNumber(3) } }],
    ['bylaw', { bylaw: {} }],
    ['bylaw', { bylaw: null }],
    ['bylaw', { bylaw: { tree_sha256: 'x' } }],
    ['bylaw', { bylaw: { remote_sha256: HASH, later: true } }],
    ['bylaw', { bylaw: { executables: [null] } }],
    ['bylaw', { bylaw: { submodules: [{ path: 'a' }] } }],
    ['bylaw', { bylaw: { submodules: {} } }],
    ['bylaw', { bylaw: { submodules: [null] } }],
  ])('that differs in %s alone names it: %j', (name, changes) => {
    const { mismatches, reasons } = judge(changes)
    expect(mismatches).toEqual([name])
    expect(reasons).toHaveLength(1)
  })

  it('names everything at once, in order', () => {
    const now = { head: null, specSha256: null, repo: { name: 'x', id: 'y' }, entries: [] }
    const { mismatches, moved } = judge({ verdict: 'no', session: '', actors: '' }, now)
    expect(mismatches).toEqual([
      'actors',
      'base_commit',
      'repo',
      'session',
      'snapshot_digest',
      'spec_sha256',
      'verdict',
    ])
    expect(moved.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['removed SPEC.md', 'removed gone'])
  })
})

it('a reason stays short, whatever stands in the record', () => {
  const long = 'x'.repeat(100_000)
  const { reasons } = judge({ verdict: long, base_commit: long, spec: { path: long, sha256: '' } })
  expect(Math.max(...reasons.map(({ length }) => length))).toBeLessThan(300)
})

describe('what is bound beside', () => {
  const tree = { ...NOTHING_BOUND, treeSha256: HASH }

  it('the tree takes the place of HEAD and of the snapshot', () => {
    const now = { head: 'd', entries: ENTRIES.slice(0, 1), bindings: tree }
    expect(judge({}, now, tree).mismatches).toEqual([])
    const other = { ...now, entries: [], bindings: { ...tree, treeSha256: 'b'.repeat(64) } }
    expect(judge({}, other, tree)).toMatchObject({ mismatches: ['snapshot_digest'], moved: [{ path: 'SPEC.md' }] })
  })

  it('a remote takes the place of the folder name', () => {
    const remote = { ...NOTHING_BOUND, remoteSha256: HASH }
    const now = { repo: { name: 'clone', id: 'x' } }
    expect(judge({}, { ...now, bindings: remote }, remote).mismatches).toEqual([])
    expect(judge({}, now, remote).mismatches).toEqual(['repo'])
  })

  it('execute bits are named by their path', () => {
    const bound = { ...NOTHING_BOUND, executables: ['a', 'b'] }
    const { mismatches, reasons } = judge({}, { bindings: { ...bound, executables: ['b', 'c'] } }, bound)
    expect([mismatches, reasons]).toEqual([
      ['snapshot_digest'],
      ['the execute bit changed: a', 'the execute bit changed: c'],
    ])
    expect(judge({}, { bindings: bound }, bound).mismatches).toEqual([])
  })

  it('submodules are named by their path, each once', () => {
    const bound = { ...NOTHING_BOUND, submodules: [{ path: 'lib', commit: null, treeSha256: HASH }] }
    const now = { ...bound, submodules: [{ path: 'lib', commit: 'c', treeSha256: HASH }] }
    expect(judge({}, { bindings: now }, bound).reasons).toEqual(['the submodule is not as it was recorded: lib'])
    expect(judge({}, { bindings: bound }, bound).mismatches).toEqual([])
  })

  it('is read as it was written', () => {
    const all = {
      treeSha256: HASH,
      remoteSha256: HASH,
      executables: ['a'],
      submodules: [{ path: 'lib', commit: 'c', treeSha256: HASH }],
    }
    const { bylaw } = recordOf(all)
    expect(readBindings(bylaw)).toEqual(all)
    expect(boundWords(all)).toEqual(['modes', 'remote', 'submodules', 'tree'])
  })
})

describe('why a file differs', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const pointer = (oid: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 1\n`

  it.each([
    ['its line ends', 'a\nb\n', 'a\r\nb\r\n', 'line ends'],
    ['its line ends, mixed', 'a\r\nb\r\n', 'a\nb\r\n', 'line ends'],
    ['its line ends behind a byte order mark', '\ufeffa\n', 'a\r\n', 'line ends'],
    ['a pointer to it', 'a', pointer(sha256('a')), 'run git lfs pull'],
    ['a pointer to something else', 'a', pointer(HASH), 'not the content'],
  ])('%s', (_, before, after, words) => {
    expect(changeCause(sha256(before), after)).toContain(words)
  })

  it('is not known of another text', () => {
    expect(changeCause(sha256('a\nb\n'), 'a\r\nc\r\n')).toBeNull()
  })
})

it.each([
  ['s1', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['', false],
  ['.a', false],
  ['a b', false],
  ['a\n', false],
  ['2026-11-02T12:00', true],
])('the session %j is a name: %s', (session, is) => {
  expect(isSessionName(session)).toBe(is)
})
