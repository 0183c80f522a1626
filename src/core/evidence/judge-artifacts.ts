import { byCodePoint } from '../codec/token-json.ts'

/** A file that a pattern matched, as it was measured at one moment. */
export type MeasuredFile = {
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedNs: bigint
  readonly sha256: string
}

/** What one pattern found, before or after the run. */
export type Matches = { readonly files: readonly MeasuredFile[]; readonly outside: readonly string[] }

/** What a run wrote for one pattern. */
export type ArtifactGroup = {
  readonly pattern: string
  readonly files: readonly MeasuredFile[]
  /** Files that lie there as before. */
  readonly unchanged: readonly string[]
  /** Those of `files` that were written again with the bytes they had. */
  readonly identical: readonly string[]
  /** Matches whose real place is not below the workspace. */
  readonly outside: readonly string[]
}

/**
 * Which files a run wrote: those whose size, time or bytes are not as before (protocol-a 6.4; bytes are ours, 17.3 V2:
 * a rewrite that keeps size and time is one too). A file that only got a new time counts as written, and is named: no
 * one can tell it from a rewrite with the same bytes.
 */
export function judgeArtifacts(pattern: string, before: Matches, after: Matches): ArtifactGroup {
  const known = new Map(before.files.map((file) => [file.path, file]))
  const isUnchanged = (file: MeasuredFile) => {
    const old = known.get(file.path)
    return old !== undefined && isSameStamp(old, file) && old.sha256 === file.sha256
  }
  const files = after.files.filter((file) => !isUnchanged(file))
  return {
    pattern,
    files,
    unchanged: after.files.filter(isUnchanged).map(({ path }) => path),
    identical: files.filter((file) => known.get(file.path)?.sha256 === file.sha256).map(({ path }) => path),
    outside: [...after.outside].sort(byCodePoint),
  }
}

function isSameStamp(one: MeasuredFile, other: MeasuredFile): boolean {
  return one.sizeBytes === other.sizeBytes && one.modifiedNs === other.modifiedNs
}

/** The pattern that is walked: slashes only, without `./`, and never one that names a folder alone. */
export function walkedPattern(pattern: string): readonly string[] {
  const parts = pattern.replaceAll('\\', '/').split('/')
  const named = parts.filter((part) => part !== '' && part !== '.')
  return named.at(-1) === '**' ? [...named, '*'] : named
}
