import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areTwoActors, lookAlike, stripActors } from './actors.ts'
import { foldCase } from './fold-case.ts'

/** Every code point that Unicode 14 folds to another text, as Python's `str.casefold` has it, all in hexadecimal. */
const FOLDS = JSON.parse(readFileSync('test/cases/casefold.json', 'utf8')) as Readonly<Record<string, string>>
const textOf = (codes: string) => String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))

describe('case folding', () => {
  it('makes equal what Unicode folds alike', () => {
    const apart = Object.entries(FOLDS).filter(([code, fold]) => foldCase(textOf(code)) !== foldCase(textOf(fold)))
    expect(apart).toEqual([])
  })

  it('makes nothing else equal', () => {
    // Blocks that no later Unicode has given new pairs of letters.
    const codes = Array.from({ length: 0xa7a0 }, (_, code) => code).filter((code) => code < 0x1c80 || code > 0x1d00)
    const folded = new Map<string, string>()
    const wrong = codes.filter((code) => {
      const key = foldCase(String.fromCodePoint(code))
      const fold = textOf(FOLDS[code.toString(16)] ?? code.toString(16))
      if (!folded.has(key)) folded.set(key, fold)
      return folded.get(key) !== fold
    })
    expect(wrong).toEqual([])
  })
})

describe('maker and checker', () => {
  it.each([
    ['Ana', 'ana'],
    ['Straße', 'STRASSE'],
    ['maſon', 'MASON'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁnn', 'FINN'],
    ['İpek', 'i̇pek'],
    [' ana\u001c', 'ana'],
    ['', 'bo'],
    ['ana', ' \u0085 '],
  ])('%j and %j are not two', (maker, checker) => {
    expect(areTwoActors({ maker, checker })).toBe(false)
    expect(areTwoActors({ maker: checker, checker: maker })).toBe(false)
  })

  it.each([
    ['ana', 'bo'],
    ['ıpek', 'ipek'],
    ['ana', '\ufeffana'],
    ['ana', 'an a'],
    ['josé', 'jose\u0301'],
  ])('%j and %j are two', (maker, checker) => {
    expect(areTwoActors({ maker, checker })).toBe(true)
  })

  it.each([
    ['ana', '\ufeffana', true],
    ['ana', 'an\u200ba', true],
    ['josé', 'jose\u0301', true],
    ['ana', 'ａｎａ', true],
    ['ana', 'a\u0007na', true],
    ['ana', 'anna', false],
    ['ana', 'аna', false], // a Cyrillic letter: not caught
  ])('%j and %j look alike: %s', (maker, checker, alike) => {
    expect(lookAlike({ maker, checker })).toBe(alike)
  })

  it('are kept without outer blanks', () => {
    expect(stripActors({ maker: ' a b\n', checker: '\u001fc\u3000' })).toEqual({ maker: 'a b', checker: 'c' })
  })
})
