import { lazyBuiltin } from './lazy-builtin.ts'

/** SHA-256 in hexadecimal. `node:crypto` costs 5 ms to load, so it is loaded at the first use. */
export function sha256(data: string | Uint8Array): string {
  const { createHash } = lazyBuiltin('node:crypto')
  return createHash('sha256').update(data).digest('hex')
}
