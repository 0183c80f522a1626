import { expect, test } from 'vitest'
import { columnsOf, padTo, wrap } from './wrap.ts'

test('lines fit, later ones are set in further, a long word stays whole', () => {
  const lines = wrap(`${'word '.repeat(40)}${'x'.repeat(60)} end`, 40, '  ', '    ')
  expect(lines.filter((line) => columnsOf(line) > 40)).toEqual([`    ${'x'.repeat(60)}`])
  expect(lines[0]).toMatch(/^ {2}word/)
  expect(lines[1]).toMatch(/^ {4}word/)
  expect(wrap('', 40, '  ')).toEqual(['  '])
})

test('wide characters count twice, combining marks not at all', () => {
  expect([columnsOf('決定'), columnsOf('e\u0301'), columnsOf('👍'), columnsOf('abc')]).toEqual([4, 1, 2, 3])
  expect(padTo('決', 4)).toBe('決  ')
  expect(wrap('決定 決定 決定', 9, '')).toEqual(['決定 決定', '決定'])
})
