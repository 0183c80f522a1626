import { describe, expect, it } from 'vitest'
import { type Loop, SHIPPED_LOOP } from '../events/loop.ts'
import { faultOfLoop } from './gates-of-loop.ts'

const ALL = { scope: { spec: 'a' }, 'fresh-evidence': {}, 'read-only-checker': {}, closure: {} }
const loop = (...rows: readonly string[]): Loop => ({
  initial: 'a',
  transitions: rows.map((row) => {
    const [from = '', event = '', to = '', gate = ''] = row.split(' ')
    return { from, event, to, gate }
  }),
})

describe('a loop under enforced gates', () => {
  it.each([
    ['the shipped one', SHIPPED_LOOP, ALL],
    ['any one, where nothing is enforced', loop('a x b g'), {}],
    [
      'a way back',
      loop('a work b scope', 'b verified c closure', 'b rework a none'),
      { scope: { spec: 'a' }, closure: {} },
    ],
    [
      'a way out that is no end of the work',
      loop('a work b closure', 'b verified c closure', 'a give_up d none'),
      { closure: {} },
    ],
    ['an end without the event', loop('a done b closure'), { closure: {} }],
  ])('%s passes', (_, one, gates) => expect(faultOfLoop(one, gates)).toBeNull())

  it.each([
    ['without the gate', loop('a verified b g'), { closure: {} }],
    ['with a way around it', loop('a work b scope', 'a skip b none', 'b verified c closure'), { scope: { spec: 'a' } }],
    ['that ends before it', loop('a done b g', 'a work c closure'), { closure: {} }],
    [
      'of other names',
      loop('a x b human2', 'b verified c closure'),
      { human: { people: ['a'], allowed_signers: 'b' } },
    ],
  ])('one %s is refused', (_, one, gates) =>
    expect(faultOfLoop(one, gates)).toContain('does not pass the enforced gate'),
  )

  it('one that ends in the state alone is refused', () => {
    const silent = loop('a go b scope', 'a finish verified x', 'b verified c x')
    expect(faultOfLoop(silent, { scope: { spec: 'a' } })).toContain('does not pass the enforced gate scope')
  })

  it('closure has to be on the last step', () => {
    const early = loop('a check b closure', 'b rework c x', 'c verified d x')
    expect(faultOfLoop(early, { closure: {} })).toContain('the last step c --verified--> d must have the gate closure')
  })
})
