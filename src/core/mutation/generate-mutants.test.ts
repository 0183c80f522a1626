import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyMutant } from './apply-mutant.ts'
import { generateMutants } from './generate-mutants.ts'

function changes(text: string, file: string): readonly string[] | string {
  const made = generateMutants(text, file)
  return made.kind === 'refused' ? made.reason : made.mutants.map(({ find, replace }) => `${find}->${replace}`)
}

describe('mutants of JavaScript and TypeScript', () => {
  it.each<[string, string, readonly string[]]>([
    ['every operator', 'x = a == b != c === d !== e', ['==->!=', '!=->==', '===->!==', '!==->===']],
    ['comparisons', 'x = a < b <= c > d >= e', ['<-><=', '<=-><', '>->>=', '>=->>']],
    ['logic and truth', 'x = a && b || true ? false : c', ['&&->||', '||->&&', 'true->false', 'false->true']],
    ['no other operator', 'a ??= b; c &&= d; e << f >>> g; h <<= 1; (i) => j?.k ?? l', []],
    ['no string, comment, regex', 's = \'a == b\' + "c && d" // e < f\n/* true */ r = /a==b/.test(s)', []],
    [
      'the code of templates alone',
      'x = `a == b $' + '{c == d ? `$' + '{e && f}` : "true"} < g`',
      ['==->!=', '&&->||'],
    ],
    ['a division is no regex', 'x = a / b == c / d; y = f(x) / 2 == arr[0] / 2', ['==->!=', '==->!=']],
    ['a regex behind a condition', 'if (a) /==/.test(b) || c', ['||->&&']],
    ['a regex with a slash in its set', 'x = [/[/"=]==/g, a == b]', ['==->!=']],
    ['behind an increment', 'x = i++ / 2 == j', ['==->!=']],
    ['names of members', 'x = { true: 1, false() {} }; x.true = a.false', []],
    ['a first line for the shell', '#!/usr/bin/env node && true\nx = true', ['true->false']],
    ['a regex behind a block of a case', 'switch (q) { case 1: { y() } /a==b/.test(z) }', []],
    ['a regex behind a block with a label', 'label: { y() } /a==b/.test(z) && c', ['&&->||']],
    ['old comments', '<!-- a == b\n  --> c == d\nx = e-->f == g', ['>->>=', '==->!=']],
    ['names of modules', 'export { a as true }; import { false as b } from "c"', []],
    ['private names, numbers', 'x = #a in b && 1_000n == .5e3', ['&&->||', '==->!=']],
  ])('JavaScript: %s', (_, text, wanted) => expect(changes(text, 'm.js')).toEqual(wanted))

  it.each<[string, string, readonly string[]]>([
    ['type arguments', 'const m = new Map<string, Set<number>>(f<A>(x), a < b)', ['<-><=']],
    ['on lines of their own', 'type A = Pick<\n  B,\n  "c"\n>\nx = a > b', ['>->>=']],
    ['generic functions', 'const f = <T extends true = false>(x: T): x is true => x === y', ['===->!==']],
    [
      'aliases and interfaces',
      'type A = true | false\ninterface B<C = {}> { a: true; b: false }\nlet c = true',
      ['true->false'],
    ],
    [
      'annotations',
      'class A { readonly a: true = true; b?: false; c(): true { return true } }',
      ['true->false', 'true->false'],
    ],
    ['results', 'function f(): {ok: true} { return { ok: true } }', ['true->false']],
    [
      'unions',
      'function f(): { ok: true }\n  | { ok: false } { return { ok: a ? true : false } }',
      ['true->false', 'false->true'],
    ],
    ['tuples', 'const x: [true, false] = [true, false]', ['true->false', 'false->true']],
    ['parameters', '(a: true) => a; function f(a: A, b: true, c?: false) {}', []],
    ['checked and asserted', 'x = { a: true } satisfies { a: true }; y = z as { b: [false] }', ['true->false']],
    ['predicates', 'function f(x): x is { ok: true } { return x.a || x.b }', ['||->&&']],
    ['template literal types', 'let a: `$' + '{true}b$' + '{false}`', []],
    [
      'members',
      'abstract class A { abstract x: true\n a: true\n b: false\n c?(): true\n d = { e: { f: true } } }',
      ['true->false'],
    ],
    ['enums', 'enum A { true, false }; enum B { c, true = 1, false }', []],
    [
      'conditional types',
      'function f(): A extends B ? true : false { return a ? true : { b: false } }',
      ['true->false', 'false->true'],
    ],
    ['assertions', 'x = y as true; z = <T>w; v = u! < t', ['<-><=']],
    ['a comparison without blanks', 'for (let i=0;i<n;i++) x(a<b)', ['<-><=', '<-><=']],
    ['what may be types', 'f(a<b, c>(d))', []],
  ])('TypeScript: %s', (_, text, wanted) => expect(changes(text, 'm.ts')).toEqual(wanted))

  it.each<[string, string, readonly string[]]>([
    [
      'tags and text',
      'x = <p a="b == c" {...d} e={f == g}>h && i {j && <b/>}</p>; k > l',
      ['==->!=', '&&->||', '>->>='],
    ],
    ['text with an apostrophe', "x = <p>it's {a == b} true</p>\ny = c == d", ['==->!=', '==->!=']],
    ['fragments', 'x = (<>{a ? <b.c/> : <d></d>}</>) && e', ['&&->||']],
    [
      'generic arrows',
      'const f = <T,>(a: T) => a === b; const g = <T extends A>(a: T) => a > b',
      ['===->!==', '>->>='],
    ],
  ])('markup: %s', (_, text, wanted) => expect(changes(text, 'm.tsx')).toEqual(wanted))

  it.each([
    ['x = "a', 'a string is not closed'],
    ['x = `a $' + '{b', 'a bracket is not closed'],
    ['x = `a', 'a template is not closed'],
    ['/* a', 'a comment is not closed'],
    ['f(a', 'a bracket is not closed'],
    ['x = \\', 'nothing of a script begins with'],
    [`${'('.repeat(5000)}`, 'nested too deep'],
    ['\ufeffx = a == b', 'byte-order mark'],
  ])('refuses %j', (text, reason) => expect(changes(text, 'm.js')).toContain(reason))

  it('makes none for declarations, and refuses other languages', () => {
    expect(changes('declare const a: true', 'm.d.ts')).toEqual([])
    expect(changes('a == b', 'm.rb')).toContain('.py')
  })
})

describe('mutants of Python', () => {
  it.each<[string, string, readonly string[]]>([
    ['the fields of f-strings', 'f"a == b {c == d!r:>{w < 3}} {{True}} {e != f}"', ['==->!=', '<-><=', '!=->==']],
    ['strings in their fields', `f"{x['a == b'] and f'{y or "<"}'}"`, ['and->or', 'or->and']],
    ['named characters', 'f"\\N{LESS-THAN SIGN} {a < b}" rf"\\N{c < d}"', ['<-><=', '<-><=']],
    ['bytes, raw and long strings', "rb'a == b' '''c\n'' == d''' r'\\' == e'", []],
    ['lines that go on', 'if a == b \\\n  and c:\n  x = (d\n# e or f\nor g)\n', ['==->!=', 'and->or', 'or->and']],
    ['a number before a word', 'x = 1if a else 2or b', ['or->and']],
  ])('%s', (_, text, wanted) => expect(changes(text, 'm.py')).toEqual(wanted))

  it.each([
    ['x = "a\n"', 'not closed on its line'],
    ['x = """a', 'a string is not closed'],
    ['if a:\n    b\n  c\n', 'no outer indentation'],
    ['if a:\n\tb\n        c\n', 'tabs and blanks'],
    ['x = a]', 'nothing of Python'],
    ['f"}"', "single '}'"],
    ['f"{a"', 'not closed'],
    ['x = \\ y', 'a stray backslash'],
    ['x = $a', 'nothing of Python'],
  ])('refuses %j', (text, reason) => expect(changes(text, 'm.py')).toContain(reason))
})

/** Lines with the changes they stand for: whatever their order, a line keeps its own. */
const LINES: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  'm.ts': [
    ['x = a == b', ['==->!=']],
    ['s = \'a == b\' /* && */ + "c < d" // true', []],
    ['t = `a == b $' + '{c === d} true`', ['===->!==']],
    ['r = /a==b[/\'"`]/.test(q)', []],
    ['d = (a) / b / c[0] / 2', []],
    ['if (x) { y = z > 1 }', ['>->>=']],
    ['const m = new Map<string, Set<true>>()', []],
    ['type A<T = true> = { readonly a: false } | Pick<T, "b">', []],
    ['const f = (a: number): boolean => a >= 1 || false', ['>=->>', '||->&&', 'false->true']],
  ],
  'm.py': [
    ['x = a == b', ['==->!=']],
    ['s = \'a == b\' + "c < d" # True', []],
    ['t = f"a == b {c != d:>8} True"', ['!=->==']],
    ['u = """a and\n  b == c"""', []],
    ['if x: y = z > 1', ['>->>=']],
    ['def f(a) -> int: return a >= 1 or False', ['>=->>', 'or->and', 'False->True']],
  ],
}

describe.each(Object.entries(LINES))('any mixture of lines in %s', (file, lines) => {
  const mixture = fc.array(fc.constantFrom(...lines), { maxLength: 12 })

  it('has the mutants of its lines, in order', () => {
    fc.assert(
      fc.property(mixture, fc.constantFrom('\n', '\r\n'), (taken, end) => {
        const text = taken.map(([line]) => line).join(end)
        expect(changes(text, file)).toEqual(taken.flatMap(([, wanted]) => wanted))
      }),
    )
  })

  it('keeps everything but the change when one is applied, and the change can be made back', () => {
    fc.assert(
      fc.property(mixture, (taken) => {
        const text = taken.map(([line]) => line).join('\n')
        const made = generateMutants(text, file)
        for (const mutant of made.kind === 'generated' ? made.mutants : []) {
          const applied = applyMutant(text, mutant)
          const back = { find: mutant.replace, replace: mutant.find, place: mutant.place }
          expect(applied.kind === 'applied' && applyMutant(applied.text, back)).toMatchObject({ text })
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is never a crash, whatever the text', () => {
    const signs = ['$', '{', '}', ...'`<>/\'"\\()[]=!&|\n#ft :ab'.split('')]
    const piece = fc.constantFrom(...signs, 'true', '"""', '</', '=>', '{{')
    fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => void changes(pieces.join(''), file)))
  })
})
