import { isJsonList, type JsonValue } from '../codec/json-value.ts'
import { isAtOrBelow, isPinnedPath } from './pinned-path.ts'

/** What a record binds: members by name, and paths with everything under them. */
export type Governed = { readonly members: readonly string[]; readonly paths: readonly string[] }

export type Member = {
  readonly name: string
  /** From the workspace root; `.` holds everything. */
  readonly dir: string
}

/** The entries of a constrains field that bind (records.md 17): issues and decision ids are only text there. */
export function readConstrains(value: JsonValue | undefined): Governed {
  const entries = texts(value)
  const after = (prefix: string) =>
    entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length))
  return { members: after('member:'), paths: after('path:').filter(isPinnedPath) }
}

/** The paths of an out_of_scope field. */
export function readOutOfScope(value: JsonValue | undefined): readonly string[] {
  return texts(value).filter(isPinnedPath)
}

/** The member that a path belongs to: the one with the longest folder that holds it. */
export function memberOf(path: string, members: readonly Member[]): string | null {
  const holding = members.filter(({ dir }) => dir === '.' || isAtOrBelow(path, dir))
  const depth = ({ dir }: Member) => (dir === '.' ? 0 : dir.length)
  return holding.sort((one, other) => depth(other) - depth(one))[0]?.name ?? null
}

/** Whether a record governs a path, by the path itself or by its member. */
export function governs({ members, paths }: Governed, path: string, member: string | null): boolean {
  return paths.some((above) => isAtOrBelow(path, above)) || (member !== null && members.includes(member))
}

function texts(value: JsonValue | undefined): readonly string[] {
  return (isJsonList(value) ? value : []).filter((entry) => typeof entry === 'string')
}
