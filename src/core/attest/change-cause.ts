import { createHash } from 'node:crypto'

const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ [^\n]*\n)*?oid sha256:([0-9a-f]{64})\n/

/** Why a file has other bytes than it was recorded with, where that can be told from the two; null where not. */
export function changeCause(recordedSha256: string, textNow: string): string | null {
  const oid = POINTER.exec(textNow)?.[1]
  if (oid === recordedSha256) return 'a git-lfs pointer to the recorded bytes: run git lfs pull'
  if (oid !== undefined) return 'a git-lfs pointer, not the content it stands for'
  const plain = textNow.replaceAll('\r\n', '\n')
  const same = [plain, plain.replaceAll('\n', '\r\n')].filter((text) => text !== textNow)
  // A reader of texts drops the byte order mark, which is part of the bytes.
  const hashes = same.flatMap((text) => [sha256(text), sha256(`\ufeff${text}`)])
  return hashes.includes(recordedSha256) ? 'only the line ends differ: look at core.autocrlf and .gitattributes' : null
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
