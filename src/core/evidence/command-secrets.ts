/** What gives a secret away anywhere in a command line, letter case aside (protocol-a 6.2). */
const MARKS: readonly RegExp[] = [
  /(?:api[_-]?key|access[_-]?token|secret|password)\s*[:=]/i,
  /-----BEGIN [A-Z ]+-----/i,
  /\bsk-[a-z0-9_-]{8}/i,
  /bearer [a-z0-9._~+/=-]{8}/i,
  /gh[pousr]_[a-z0-9_]{20}/i,
  /github_pat_[a-z0-9_]{20}/i,
  /xox[abprs]-[a-z0-9-]{10}/i,
  /AKIA[a-z0-9]{16}/i,
  // Ours: the original does not see these (protocol-a 17.3, V8).
  /\beyJ[a-z0-9_-]{8,}\.[a-z0-9_-]+\./i,
  /\bglpat-[a-z0-9_-]{16}/i,
  /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i,
]

const SECRET_NAME = /(?:TOKEN|SECRET|SECRET_KEY|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY)$/
const HARMLESS_VALUE = /^(?:\d+|true|false|yes|no|on|off|\s*)$/
const FLAG =
  /^--?(?:password|passwd|token|api[-_]?key|secret|access[-_]?token|client[-_]?secret|private[-_]?key)(?:=(.*))?$/is

/**
 * Whether a command line looks like it holds a secret. It would stand in the record for good, so doubt refuses: a
 * secret belongs into the environment, which is passed on and not recorded.
 */
export function holdsSecret(argv: readonly string[]): boolean {
  const text = argv.join(' ')
  return (
    MARKS.some((mark) => mark.test(text)) || argv.some((word, at) => isAssignment(word) || isFlag(word, argv[at + 1]))
  )
}

function isAssignment(word: string): boolean {
  const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(word) ?? []
  return SECRET_NAME.test(name) && !HARMLESS_VALUE.test(value)
}

function isFlag(word: string, next: string | undefined): boolean {
  const found = FLAG.exec(word)
  return found !== null && ((found[1] ?? '') !== '' || next !== undefined)
}
