const SCHEME = /^[a-z][a-z0-9+.-]*:\/{1,3}/i
const NAME = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/
const SIX = /^[0-9a-f:.]+$/
const LOOPBACK_FOUR = /^127(?:\.(?:0|[1-9]\d{0,2})){3}$/

/**
 * The host of a URL, with or without a scheme, in lower case; null where the text does not spell it out. The text of a
 * dynamic word may be given: a `*` in the host, or in front of a user's name, leaves it unknown, one behind it does not.
 */
export function readHost(text: string): string | null {
  if (/^file:\/(?:\/\/|[^/])/i.test(text)) return 'localhost'
  const rest = text.replace(SCHEME, '')
  const end = rest.search(/[/?#]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  // A backslash ends the host for some programs and belongs to it for others.
  if (authority.includes('\\')) return null
  const at = authority.lastIndexOf('@')
  // An unknown user's name may hold a slash, and then the host is another.
  if (at >= 0 && authority.startsWith('*')) return null
  return withoutPort(authority.slice(at + 1))
}

function withoutPort(text: string): string | null {
  const match = /^(\[[^\]]*\]|[^:]*)(?::[\d*[\]-]*)?$/.exec(text)
  return match === null ? null : readHostName(match[1] ?? '')
}

/** A host name alone, `[…]` around an address of version 6 or not. */
export function readHostName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '')
  const six = name.startsWith('[') ? name.slice(1, -1) : name
  if (six.includes(':')) return SIX.test(six) ? six : null
  // Numbers alone are an address in a spelling that hides it, or a port.
  return NAME.test(name) && !/^(?:\d+|0x[0-9a-f]+)$/.test(name) ? name : null
}

/** Whether what is sent there stays on this machine. */
export function isLoopback(host: string | null): boolean {
  if (host === null) return false
  if (/^(?:.*\.)?localhost$/.test(host) || host === '0.0.0.0') return true
  return LOOPBACK_FOUR.test(host) || /^(?:::|::1|(?:0{1,4}:){7}0{0,3}1)$/.test(host)
}
