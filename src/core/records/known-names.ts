import { foldName, lookAlikeKey } from './principal-name.ts'

/** Names by what a reader sees of them, so that a new one is compared with all at once. */
export class KnownNames {
  private readonly byKey = new Map<string, Map<string, string>>()

  add(name: string): void {
    const key = lookAlikeKey(name)
    const folded = this.byKey.get(key) ?? new Map<string, string>()
    this.byKey.set(key, folded)
    if (!folded.has(foldName(name))) folded.set(foldName(name), name)
  }

  /** The first known name that looks like this one and is another; null where there is none. */
  mistakenFor(name: string): string | null {
    for (const [folded, known] of this.byKey.get(lookAlikeKey(name)) ?? []) {
      if (folded !== foldName(name)) return known
    }
    return null
  }
}
