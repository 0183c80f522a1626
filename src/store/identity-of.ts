import type { Stats } from 'node:fs'
import type { FileIdentity } from '../core/sessions/file-identity.ts'

/** The identity behind one `stat`. */
export function identityOf(stats: Stats): FileIdentity {
  return [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs]
}
