const PLAIN_SESSION = /^[A-Za-z0-9_-]{1,64}$/
const NAME_MAX = 180

/** A hash used for names only; handed in so that the clean hook path loads no hashing. */
export type NameHash = (text: string) => string

/**
 * The folder name of a session. A session id is untrusted input: one that is plain is used as it is, any other is
 * hashed behind `~`, which no plain id holds (specification decisions section 5).
 */
export function sessionKey(sessionId: string, hash: NameHash): string {
  return PLAIN_SESSION.test(sessionId) ? sessionId : `~${hash(sessionId).slice(0, 40)}`
}

/** The session's folder name where the harness gave no id: the harness process, which outlives its hooks. */
export function processSessionKey(pid: number, startTicks: string): string {
  return `process.${pid}.${startTicks}`
}

/** The folder name of a project: its real path with everything but letters, digits and `-._` escaped. */
export function projectKey(realPath: string, hash: NameHash): string {
  const escaped = encodeURIComponent(realPath).replace(/[~!*'()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return escaped.length <= NAME_MAX ? escaped : `~${hash(realPath)}`
}

/** How a session is named on a command line: `codex/<folder name>`. */
export function sessionOption(at: { readonly harness: string; readonly session: string }): string {
  return `${at.harness}/${at.session}`
}

const SESSION_OPTION = /^(claude-code|codex|opencode)\/([A-Za-z0-9_.~-]{1,80})$/

/** Reads such a name back. Null where the text is none. */
export function parseSessionOption(text: string): { readonly harness: string; readonly session: string } | null {
  const match = SESSION_OPTION.exec(text)
  if (!match?.[1] || !match[2] || match[2] === '.' || match[2] === '..') return null
  return { harness: match[1], session: match[2] }
}
