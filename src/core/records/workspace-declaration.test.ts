import { describe, expect, test } from 'vitest'
import { blankComments } from './blank-comments.ts'
import { DECLARATION_FILES, parseDeclaration, renderDeclaration } from './workspace-declaration.ts'

const [FILE = '', COMMENTED = ''] = DECLARATION_FILES
const base = { name: 'shop', schema: 1, members: [] }
const read = (value: object) => parseDeclaration(JSON.stringify(value, null, 1), FILE)
const faults = (value: object) => {
  const parsed = read(value)
  return parsed.ok ? [] : parsed.faults.map(({ code, message }) => `${code} ${message}`)
}

describe('a declaration', () => {
  test('lists kinds, the own ones first, then those of members, from the workspace root', () => {
    const parsed = read({
      ...base,
      members: [
        {
          name: 'app',
          dir: 'packages/app/',
          box: { intent: 'd-001' },
          records: [{ kind: './docs/n.kind.mjs', name: 'note' }],
        },
        { name: 'web', path: 'web', records: [{ kind: '../docs/w.kind.mjs' }] },
        { name: 'root' },
      ],
      records: [{ kind: 'docs/decision.kind.mjs' }],
      quorum: 0,
      changes: { severity: 'fail', ignore: ['dist/**'] },
      writeScope: { agent: {} },
      agents: [],
      'x-ours': [1],
    })
    expect(parsed.ok && parsed.value).toMatchObject({
      name: 'shop',
      members: [
        { name: 'app', dir: 'packages/app' },
        { name: 'web', dir: 'web' },
        { name: 'root', dir: '.' },
      ],
      kinds: [
        { member: null, path: 'docs/decision.kind.mjs', name: null },
        { member: 'app', path: 'packages/app/docs/n.kind.mjs', name: 'note' },
        { member: 'web', path: 'docs/w.kind.mjs', name: null },
      ],
      quorum: 0,
    })
  })
  test('the least there can be', () => {
    const parsed = read(base)
    expect(parsed.ok && parsed.value).toMatchObject({
      kinds: [],
      quorum: null,
      changes: { severity: null, ignore: [] },
    })
  })
  test('the one that is written is read', () => {
    const parsed = parseDeclaration(renderDeclaration('shop', 'docs/decisions/decision.kind.mjs'), FILE)
    expect(parsed.ok && parsed.value.kinds).toEqual([
      { member: null, path: 'docs/decisions/decision.kind.mjs', name: null },
    ])
  })
  test.each([
    [{ schema: 1 }, ['declaration-invalid name: is required', 'declaration-invalid members: is required']],
    [{ ...base, name: 'Shop' }, ['declaration-invalid name: must be a text like ^[a-z0-9][a-z0-9-]{0,39}$']],
    [{ ...base, schema: 2 }, ['declaration-invalid schema: must be 1']],
    [{ ...base, extra: 1 }, ['declaration-invalid extra: is no known key']],
    [{ ...base, X: 1 }, ['declaration-invalid X: is no known key']],
    [{ ...base, quorum: -1 }, ['declaration-invalid quorum: must be a whole number from 0']],
    [{ ...base, quorum: '2' }, ['declaration-invalid quorum: must be a whole number from 0']],
    [{ ...base, records: [{}] }, ['declaration-invalid records.0.kind: is required']],
    [{ ...base, records: [{ kind: 'a', kin: 1 }] }, ['declaration-invalid records.0.kin: is no known key']],
    [
      { ...base, records: [{ kind: '/etc/a.mjs' }] },
      ['declaration-invalid records.0.kind: must be a path that stays inside the workspace'],
    ],
    [
      { ...base, records: [{ kind: 'a/../../b' }] },
      ['declaration-invalid records.0.kind: must be a path that stays inside the workspace'],
    ],
    [
      { ...base, members: [{ dir: '..', name: 'a' }] },
      ['declaration-invalid members.0.dir: must be a path that stays inside the workspace'],
    ],
    [
      { ...base, members: [{ name: 'a', dir: 'x', records: [{ kind: '../../b' }] }] },
      ['declaration-invalid members.0.records.0.kind: must be a path that stays inside the workspace'],
    ],
    [
      { ...base, changes: { ignore: ['../x', 7] } },
      ['declaration-invalid changes.ignore.0: must be a glob', 'declaration-invalid changes.ignore.1: must be a glob'],
    ],
    [{ ...base, members: {} }, ['declaration-invalid members: must be a list']],
    [
      { ...base, members: [{ name: 'a', dir: 7 }] },
      ['declaration-invalid members.0.dir: must be a path that stays inside the workspace'],
    ],
    [[], [`declaration-invalid ${FILE}: must be an object`]],
    [{ ...base, members: [7] }, ['declaration-invalid members.0: must be an object']],
    [
      { ...base, changes: { severity: 'loud' } },
      ['declaration-invalid changes.severity: must be "off" or "warn" or "fail"'],
    ],
    [{ ...base, minReader: '1' }, ['declaration-invalid minReader: must be a text like ^[0-9]+\\.[0-9]+\\.[0-9]+$']],
  ])('%j', (value, expected) => expect(faults(value)).toEqual(expected))
  test('a fault points at its line', () => {
    const parsed = read({ ...base, quorum: -1 })
    expect(parsed.ok ? null : parsed.faults[0]?.at).toEqual({ file: FILE, line: 5 })
  })
  test.each([
    ['0.86.0', true],
    ['0.101.0', true],
    ['0.101.1', false],
    ['1.0.0', false],
  ])('for readers from %s on: %s', (minReader, known) => {
    expect(read({ ...base, minReader }).ok).toBe(known)
    if (!known) expect(faults({ ...base, minReader, later: 1 })[0]).toContain('reader-too-old')
  })
})

describe('comments and trailing commas', () => {
  const text = '{ // the shop\n "name": "a//b", /* , */ "members": [1, 2, /* x */ ], // end\n "x": "/* no */", }'
  test('become blanks, and every line stays', () => {
    expect(JSON.parse(blankComments(text))).toEqual({ name: 'a//b', members: [1, 2], x: '/* no */' })
    expect(blankComments(text)).toHaveLength(text.length)
    expect(blankComments('[,]')).toBe('[,]')
    expect(blankComments('[] /* open')).toBe('[] /* open')
  })
  test('are for files that end in c', () => {
    const commented = `${JSON.stringify(base).slice(0, -1)}, } // done`
    expect(parseDeclaration(commented, COMMENTED).ok).toBe(true)
    const plain = parseDeclaration(commented, FILE)
    expect(plain.ok ? null : plain.faults[0]?.code).toBe('declaration-unparseable')
  })
  test('a long run of commas and comments takes linear time', () => {
    for (const run of ['/*x*/ ', ', /*x*/', '/* ', '* ', '"', '\\"', '//']) {
      const long = `[1,${run.repeat(20_000)}`
      expect(blankComments(long)).toHaveLength(long.length)
    }
  })
})
