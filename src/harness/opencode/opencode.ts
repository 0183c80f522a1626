import type { Harness } from '../../core/harness.ts'
import { decodeOpencode } from './decode-opencode.ts'
import { encodeOpencode } from './encode-opencode.ts'

export const opencode: Harness = { name: 'opencode', title: 'opencode', decode: decodeOpencode, encode: encodeOpencode }
