const LENGTH_MAX = 48
const ONE_SEGMENT = /^[^/\\\p{Cc}]+$/u

/** The part of a file name that comes of a title (records.md 6.3); empty where the title has no letter of `a-z0-9`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('`', '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
    .slice(0, LENGTH_MAX)
    .replace(/-$/, '')
}

/**
 * The name of a new record's file: `<id>-<slug>.md`, else `<id>.md`, whichever the kind lists first. A title without a
 * slug takes the kind's name for one (records-ours.md e). Null where the kind would list neither, or where the id
 * would lead out of its folder: `record-path-unmatched`.
 */
export function recordFileName(input: {
  readonly id: string
  readonly title: string
  readonly kindName: string
  matches(name: string): boolean
}): string | null {
  const { id, title, kindName, matches } = input
  const names = [`${id}-${slugOf(title) || kindName}.md`, `${id}.md`]
  return names.find((name) => ONE_SEGMENT.test(name) && matches(name)) ?? null
}
