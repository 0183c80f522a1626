// A criterion that passes and says little: it never looks at a boundary.
import assert from 'node:assert/strict'
import { price } from './price.mjs'

assert.equal(price(20, false), 20)
assert.equal(price(80, true), 72)
assert.equal(price(200, false), 180)
