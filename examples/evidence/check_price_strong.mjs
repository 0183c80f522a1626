// A criterion that looks at every boundary from both sides.
import assert from 'node:assert/strict'
import { price } from './price.mjs'

assert.equal(price(49, true), 49)
assert.equal(price(50, true), 45)
assert.equal(price(50, false), 50)
assert.equal(price(99, false), 99)
assert.equal(price(100, false), 90)
