import { createHash } from 'node:crypto'
import { canonicalJson } from '../codec/canonical-json.ts'

/** What a person accepts of a `command_passes`: exactly these words with this deadline, and nothing that differs. */
export function commandDigest(argv: readonly string[], timeoutSeconds: number | undefined): string {
  const text = canonicalJson({ argv: [...argv], timeout: timeoutSeconds ?? null })
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
