/** Alternatives and text that one glob may grow to; more is refused, so that matching stays cheap. */
const ALTERNATIVES_MAX = 256
const LENGTH_MAX = 16_384

type Braces = { readonly start: number; readonly end: number; readonly parts: readonly string[] }

/** The globs that one with `{a,b}` stands for, or null where there are too many. */
export function expandBraces(glob: string): readonly string[] | null {
  const done: string[] = []
  const open = [glob]
  let length = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = findBraces(next)
    if (braces === null) {
      done.push(next)
      length += next.length
    } else {
      for (const part of braces.parts) open.push(next.slice(0, braces.start) + part + next.slice(braces.end))
    }
    if (done.length + open.length > ALTERNATIVES_MAX || length > LENGTH_MAX) return null
  }
  return done
}

/** The first pair of braces that holds a comma; a pair without one is text. */
function findBraces(glob: string): Braces | null {
  for (let at = 0; at < glob.length; at += 1) {
    if (glob[at] === '\\') at += 1
    else if (glob[at] === '{') {
      const braces = readBraces(glob, at)
      if (braces !== null && braces.parts.length > 1) return braces
    }
  }
  return null
}

function readBraces(glob: string, start: number): Braces | null {
  const parts: string[] = []
  let depth = 0
  let from = start + 1
  for (let at = start; at < glob.length; at += 1) {
    const letter = glob[at]
    if (letter === '\\') at += 1
    else if (letter === '{') depth += 1
    else if (letter === ',' && depth === 1) {
      parts.push(glob.slice(from, at))
      from = at + 1
    } else if (letter === '}') {
      depth -= 1
      if (depth === 0) return { start, end: at + 1, parts: [...parts, glob.slice(from, at)] }
    }
  }
  return null
}
