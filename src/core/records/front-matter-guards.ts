import type { YamlNode } from './front-matter-tree.ts'
import type { RecordCause } from './record-text-types.ts'

/** What a guard refuses: `what` goes before "is not allowed". */
export type GuardFault = { readonly cause: RecordCause; readonly what: string; readonly hint: string }

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/
const WHOLE = /^-?[0-9]+$/
const LONE_SURROGATE = /\p{Surrogate}/u
const QUOTE_HINT = 'put it in double quotes'

/** Refuses scalars that a JSON reader could not hold or would read as another number (records-ours.md a). */
export function guardScalar(text: string, node: YamlNode): GuardFault | null {
  if (typeof node.value === 'string') {
    if (!LONE_SURROGATE.test(node.value)) return null
    return { cause: 'unsupported', what: 'half a surrogate pair', hint: 'write the whole character' }
  }
  if (typeof node.value !== 'number') return null
  const token = tokenOf(text, node)
  if (!Number.isFinite(node.value)) return badNumber('non-finite-number', token)
  if (!JSON_NUMBER.test(token)) return badNumber('bad-number', token)
  if (!WHOLE.test(token) || Number.isSafeInteger(node.value)) return null
  return { cause: 'bad-number', what: `the number ${shorten(token)}, beyond 2^53-1,`, hint: QUOTE_HINT }
}

function badNumber(cause: RecordCause, token: string): GuardFault {
  return { cause, what: `${shorten(token)}, which is not a JSON number,`, hint: QUOTE_HINT }
}

/** Refuses keys that are no plain text of their own, and the one key that hides what follows from naive readers. */
export function guardKey(text: string, key: YamlNode): GuardFault | null {
  if (key.value === '__proto__') {
    return { cause: 'unsupported', what: 'the key __proto__', hint: 'give the field another name' }
  }
  if (key.kind !== 'scalar') {
    const what = key.kind === null ? 'an empty key' : `a ${key.kind === 'mapping' ? 'map' : 'list'} as a key`
    return { cause: 'unsupported', what, hint: 'a key is one text' }
  }
  if (typeof key.value === 'string' || String(key.value) === tokenOf(text, key)) return null
  const what = `the key ${shorten(tokenOf(text, key))}, which becomes ${JSON.stringify(String(key.value))},`
  return { cause: 'unsupported', what, hint: QUOTE_HINT }
}

/** Refuses quoted scalars and flow collections with a line at column 0, which the digest could take for a field. */
export function hasLineAtColumn0(text: string, node: YamlNode): GuardFault | null {
  const first = text[node.start]
  const quoted = node.kind === 'scalar' && (first === '"' || first === "'")
  if (!quoted && !(node.kind !== 'scalar' && !isBlockStyle(text, node))) return null
  for (let at = text.indexOf('\n', node.start); at !== -1 && at + 1 < node.close; at = text.indexOf('\n', at + 1)) {
    if (' \t\n'.includes(text[at + 1] as string)) continue
    const what = `${quoted ? 'a quoted text' : 'a list or map in brackets'} that goes on at column 0`
    return { cause: 'unsupported', what, hint: 'indent every line after the first' }
  }
  return null
}

/** Whether a collection is written with lines and dashes, not with brackets. */
export function isBlockStyle(text: string, node: YamlNode): boolean {
  const first = text[node.start]
  // A block mapping may begin with a key in brackets.
  return (first !== '[' && first !== '{') || node.children[0]?.start === node.start
}

function tokenOf(text: string, node: YamlNode): string {
  return text.slice(node.start, node.close).trim()
}

function shorten(token: string): string {
  return token.length <= 40 ? token : `${token.slice(0, 37)}...`
}
