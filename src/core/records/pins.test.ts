import { expect, test } from 'vitest'
import { judgePins, readPins } from './pins.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)

test('only paths with a hash are pins', () => {
  const list = [
    { path: 'x/y', sha256: A },
    { url: 'https://x', sha256: A },
    { path: '../x', sha256: A },
    { path: 'x', sha256: 'AB' },
    7,
  ]
  expect(readPins(list)).toEqual([{ path: 'x/y', sha256: A }])
  expect(readPins({ path: 'x', sha256: A })).toEqual([])
})

test('each pin has a state, and a warning unless it holds', () => {
  const pins = ['same', 'moved', 'gone', 'old', 'renewed'].map((path) => ({ path, sha256: A }))
  const { assets, warnings } = judgePins({
    pins,
    hashes: new Map([...['same', 'old', 'renewed'].map((path) => [path, A] as const), ['moved', B]]),
    supersededPins: [
      { path: 'old', sha256: A },
      { path: 'renewed', sha256: A },
      { path: 'same', sha256: B },
    ],
    changedSince: (path) => path === 'renewed',
  })
  expect(assets.map(({ state }) => state)).toEqual(['pinned', 'drifted', 'missing', 'stale', 'pinned'])
  expect(assets[1]?.actual).toBe(B)
  expect(warnings.map(({ code }) => code)).toEqual(['asset-drift', 'asset-missing', 'asset-stale'])
  expect(warnings[1]?.message).toBe('evidence pins gone, which does not exist')
})
