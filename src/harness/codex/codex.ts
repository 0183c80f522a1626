import type { Harness } from '../../core/harness.ts'
import { decodeCodex } from './decode-codex.ts'
import { encodeCodex } from './encode-codex.ts'

export const codex: Harness = { name: 'codex', title: 'Codex CLI', decode: decodeCodex, encode: encodeCodex }
