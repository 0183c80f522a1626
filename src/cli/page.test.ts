import { describe, expect, test } from 'vitest'
import { coloursFor, pageFor } from './page.ts'

const page = (environment: Record<string, string>, isTerminal = false, columns: number | null = null) =>
  pageFor({ environment, isTerminal, columns })

describe('pageFor', () => {
  test.each<[string, Record<string, string>, boolean, boolean]>([
    ['a pipe', {}, false, false],
    ['a terminal', { TERM: 'xterm' }, true, true],
    ['a dumb terminal', { TERM: 'dumb' }, true, false],
    ['a terminal that wants none', { NO_COLOR: '1', TERM: 'xterm' }, true, false],
    ['an empty NO_COLOR', { NO_COLOR: '', TERM: 'xterm' }, true, true],
    ['a pipe that wants them', { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0', TERM: 'xterm' }, true, false],
    ['NO_COLOR over FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ])('%s', async (_, environment, isTerminal, coloured) => {
    const { red } = await coloursFor({ environment, isTerminal, columns: null })
    expect(red('x') !== 'x').toBe(coloured)
  })

  test('symbols need a UTF-8 locale', () => {
    expect(page({ LANG: 'C.UTF-8' }).symbols.yes).toBe('✔')
    expect(page({ LC_ALL: 'POSIX', LANG: 'C.UTF-8' }).symbols.yes).toBe('+')
    expect(page({}).symbols.arrow).toBe('->')
  })

  test('text fits 80 columns, or the narrower terminal', () => {
    expect([page({}).width, page({}, true, 200).width, page({}, true, 60).width, page({}, true, 5).width]).toEqual([
      80, 80, 60, 40,
    ])
  })
})
