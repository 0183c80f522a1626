/** The form of every id. */
export const ID_PATTERN = /^[A-Z][A-Z0-9]{0,15}-[0-9]{3,}$/

const FIRST_PREFIX = 'HDR'
const WIDTH_MIN = 3

/**
 * One above the highest number with the prefix, as wide as the widest in use and at least three digits. Without a
 * prefix the one most in use counts (the first by letter among equals), and `HDR` in an empty log. Pass every id ever
 * used, retired ones too: gaps are never handed out again. What is no id is passed over.
 */
export function nextId(ids: readonly string[], prefix?: string): string {
  const known = ids.filter((id) => ID_PATTERN.test(id)).map(splitId)
  const chosen = prefix ?? commonPrefix(known.map((id) => id.prefix))
  const digits = known.filter((id) => id.prefix === chosen).map((id) => id.digits)
  const highest = digits.reduce((high, next) => (compareNumbers(next, high) > 0 ? next : high), '0')
  const width = Math.max(WIDTH_MIN, ...digits.map((text) => text.length))
  return `${chosen}-${addOne(highest).padStart(width, '0')}`
}

/** Natural order: by prefix, then by number, then by text. */
export function compareIds(a: string, b: string): number {
  const left = splitId(a)
  const right = splitId(b)
  return compareTexts(left.prefix, right.prefix) || compareNumbers(left.digits, right.digits) || compareTexts(a, b)
}

function splitId(id: string): { readonly prefix: string; readonly digits: string } {
  const dash = id.lastIndexOf('-')
  return { prefix: id.slice(0, dash), digits: id.slice(dash + 1) }
}

function commonPrefix(prefixes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  const ranked = [...counts].sort(([a, many], [b, more]) => more - many || compareTexts(a, b))
  return ranked[0]?.[0] ?? FIRST_PREFIX
}

// Numbers of ids have no upper bound, so they are compared and counted as digits.

function compareNumbers(a: string, b: string): number {
  const left = withoutZeros(a)
  const right = withoutZeros(b)
  return left.length - right.length || compareTexts(left, right)
}

function addOne(digits: string): string {
  const [, head = '', last = '', nines = ''] = /^(\d*?)([0-8]?)(9*)$/.exec(withoutZeros(digits)) ?? []
  return `${head}${last === '' ? '1' : Number(last) + 1}${'0'.repeat(nines.length)}`
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '')
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
