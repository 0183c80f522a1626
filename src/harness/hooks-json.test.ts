import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HooksDialect, mergeHooks, withoutHooks } from './hooks-json.ts'

const OURS = { type: 'command', command: 'bylaw hook x', timeout: 30 }
const THEIRS = { type: 'command', command: 'lint' }
const dialect: HooksDialect = {
  events: ['SessionStart', 'PreToolUse', 'Stop'],
  wanted: () => OURS,
  isOurs: (handler) => handler['command'] === 'bylaw hook x' || handler['command'] === 'bylaw hook old',
  runs: (_, matcher) => matcher === undefined,
}
const install = (text: string | null) => mergeHooks(text, dialect)
const remove = (text: string) => withoutHooks(text, dialect)

const texts: Readonly<Record<string, string>> = {
  'two spaces': '{\n  "model": "x"\n}\n',
  'four spaces': '{\n    "model": "x",\n    "env": {\n        "A": "1"\n    }\n}\n',
  tabs: '{\n\t"model": "x"\n}\n',
  'one line': '{"model":"x","env":{"A":"1"}}',
  'windows line ends': '{\r\n  "model": "x"\r\n}\r\n',
  'a byte order mark': '\ufeff{\n  "model": "x"\n}\n',
  'comments and a trailing comma': '{\n  // the model\n  "model": "x", // small\n  /* last */\n}\n',
  'no last line end': '{\n  "model": "x"\n}',
  'an empty object': '{}\n',
  'an empty object over two lines': '{\n}\n',
  'an empty object with blanks': '{   }',
  'a strange indent': '{\n   }',
  'empty hooks': '{\n  "hooks": {}\n}\n',
  'empty hooks over two lines': '{\n  "hooks": {\n  }\n}\n',
  'an empty event': '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
  'an empty event over two lines': '{\n  "hooks": {\n    "PreToolUse": [\n    ]\n  }\n}\n',
  'hooks of others': `{\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "Bash",\n        "hooks": [\n          ${JSON.stringify(THEIRS)}\n        ]\n      }\n    ],\n    "Notification": []\n  },\n  "model": "x"\n}\n`,
  'hooks of others on one line': JSON.stringify({ a: 1, hooks: { Stop: [{ hooks: [THEIRS] }] }, z: [] }),
  'keys in an odd order with odd blanks': '{ "z" : 1 ,"hooks" : { "Stop" :[ ] , "A":[{"hooks":[]} ] }, "a":\n[1,\n2] }',
  'an event that stands twice': '{"hooks":{"Stop":[],"Stop":[{"hooks":[]}]}}',
}

describe.each(Object.entries(texts))('a settings file with %s', (_, text) => {
  it('gets every event once, and a second time changes nothing', () => {
    const once = install(text)
    expect(once.split('bylaw hook x').length - 1).toBe(dialect.events.length)
    expect(install(once)).toBe(once)
  })

  it('is the same again, byte for byte, when ours is taken out', () => {
    expect(remove(install(text))).toBe(text)
  })

  it('only gains characters', () => {
    expect(isWithin(text, install(text))).toBe(true)
  })
})

/** Whether every character of the first text stands in the second, in order. */
function isWithin(part: string, whole: string): boolean {
  let at = -1
  return [...part].every((character) => {
    at = whole.indexOf(character, at + 1)
    return at !== -1
  })
}

describe('taking out', () => {
  it('removes a file that holds nothing but what was made', () => {
    expect(remove(install(null))).toBeNull()
    expect(remove(install('\n'))).toBeNull()
  })

  it('changes nothing where nothing is ours', () => {
    for (const text of Object.values(texts)) expect(remove(text)).toBe(text)
  })

  it('keeps what others put beside ours later', () => {
    const mixed = JSON.parse(install(null))
    mixed.hooks.PreToolUse[0].hooks.push(THEIRS)
    mixed.hooks.Stop.push({ matcher: 'x', hooks: [THEIRS] })
    const rest = remove(JSON.stringify(mixed, null, 2))
    expect(JSON.parse(rest ?? '').hooks).toEqual({
      PreToolUse: [{ hooks: [THEIRS] }],
      Stop: [{ matcher: 'x', hooks: [THEIRS] }],
    })
  })

  it('keeps a comment that stands between', () => {
    const text = install('{\n  "hooks": {\n    "Stop": [\n      {"hooks": []} // theirs\n    ]\n  }\n}\n')
    expect(remove(text)).toContain('// theirs')
  })
})

describe('mending', () => {
  it('leaves one of several, in a group that lets every call through', () => {
    const text = JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [OURS, THEIRS] }, { hooks: [OURS] }] },
    })
    expect(JSON.parse(install(text)).hooks.PreToolUse).toEqual([
      { matcher: 'Bash', hooks: [THEIRS] },
      { hooks: [OURS] },
    ])
  })

  it('replaces an old command where it stands', () => {
    const text = JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ ...OURS, command: 'bylaw hook old' }, THEIRS] }] },
    })
    expect(JSON.parse(install(text)).hooks.PreToolUse).toEqual([{ hooks: [OURS, THEIRS] }])
  })

  it('leaves alone what is no settings file', () => {
    for (const text of ['[]', '{"a":', 'x', '{"hooks":3}', '{"hooks":{"PreToolUse":{},"Stop":{},"SessionStart":{}}}'])
      expect(install(text)).toBe(text)
  })
})

const handler = fc.record({ type: fc.constant('command'), command: fc.string() })
const group = fc.record(
  { matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) },
  { requiredKeys: ['hooks'] },
)
const hooks = fc.dictionary(
  fc.constantFrom('SessionStart', 'PreToolUse', 'Stop', 'Other'),
  fc.array(group, { maxLength: 3 }),
)
const settings = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }), fc.option(hooks), fc.boolean())
  .map(([rest, some, first]) => (some === null ? rest : first ? { hooks: some, ...rest } : { ...rest, hooks: some }))
  .filter(
    (value) =>
      (typeof value.hooks === 'object' && value.hooks !== null && !Array.isArray(value.hooks)) ||
      value.hooks === undefined,
  )

describe('any settings file', () => {
  it('is the same after installing and taking out', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 1, 2, 4, '\t'), fc.constantFrom('', '\n'), (value, indent, end) => {
        const text = JSON.stringify(value, null, indent) + end
        expect(remove(install(text))).toBe(text)
      }),
      { numRuns: 400 },
    )
  })

  it('keeps everything that is not ours, and its order', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2), (value, indent) => {
        const after = JSON.parse(install(JSON.stringify(value, null, indent)))
        const known = (value as { hooks?: Record<string, unknown[]> }).hooks ?? {}
        for (const [event, groups] of Object.entries(known))
          expect(after.hooks[event].slice(0, groups.length)).toEqual(groups)
        for (const event of dialect.events) expect(after.hooks[event].at(-1)).toEqual({ hooks: [OURS] })
        const { hooks: _, ...rest } = value as Record<string, unknown>
        const { hooks: __, ...restAfter } = after
        expect(JSON.stringify(restAfter)).toBe(JSON.stringify(rest))
      }),
      { numRuns: 300 },
    )
  })
})
