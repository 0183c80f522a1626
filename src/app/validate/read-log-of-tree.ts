import type { LogOddity } from '../../core/decisions/decision-log.ts'
import { Refusal } from '../../core/fault.ts'
import type { Git, LogOnDisk, TreeFile } from '../world.ts'

const FILE_BYTES_MAX = 1024 * 1024

/** The log folder of a commit, by the same rules as one on the disk. Bytes that are no UTF-8 are an oddity. */
export async function readLogOfTree(
  git: Git,
  top: string,
  tree: string,
  path: string,
): Promise<Pick<LogOnDisk, 'files' | 'others'>> {
  const entries = (await git.listTree(top, tree, path)).flatMap((entry) => {
    const name = entry.path.slice(path.length + 1)
    return name === '' || isIgnored(name) ? [] : [{ ...entry, name }]
  })
  const decisions = entries.filter((entry) => entry.kind === 'file' && isDecisionName(entry.name))
  const blobs = await git.readBlobs(
    top,
    decisions.map((entry) => entry.blob),
  )
  const read = decisions.map(({ name, blob }) => decode(name, blobs.get(blob)))
  return {
    files: read.flatMap((one) => ('text' in one ? [one] : [])),
    others: [
      ...read.flatMap((one) => ('kind' in one ? [one] : [])),
      ...entries.filter((entry) => !decisions.includes(entry)).map(oddityFrom),
    ],
  }
}

function isIgnored(name: string): boolean {
  return name === 'README.md' || name.startsWith('.')
}

function isDecisionName(name: string): boolean {
  return name.endsWith('.json') && !name.includes('/')
}

function oddityFrom({ name, kind }: TreeFile & { readonly name: string }): LogOddity {
  if (name.includes('/')) return { name: name.slice(0, name.indexOf('/')), kind: 'folder' }
  if (kind === 'link') return { name, kind: 'symbolic-link' }
  return { name, kind: kind === 'other' ? 'folder' : 'other-extension' }
}

function decode(name: string, bytes: Uint8Array | undefined): { name: string; text: string } | LogOddity {
  if (bytes === undefined) throw lost(name)
  if (bytes.length > FILE_BYTES_MAX) return { name, kind: 'too-large' }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { name, kind: 'not-utf8' }
  }
}

/** Without its bytes nothing can be held against a file: never taken for a file that is not there. */
function lost(name: string): Refusal {
  return new Refusal({
    code: 'git-failed',
    message: `git does not have the bytes of ${name}`,
    hint: 'a partial clone leaves them out: fetch the whole history',
  })
}
