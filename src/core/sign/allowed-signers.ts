import { matchesPatternList } from './pattern-list.ts'

const LINE = /^[ \t]*(?:"([^"]+)"|([^"=\s]+))[ \t]+(\S.*)$/
const KEY = /^(?:(\S*="\S*")[ \t]+)?ssh-ed25519[ \t]+(AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43})(?:[ \t].*)?$/
const OPTION = /^(namespaces|valid-after|valid-before)="([^"\\]+)"$/
const TIME = /^((?:19[89]|20[0-3])\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] // the leap day is left to `ssh-keygen`
const YEAR_MAX = 2037 // what a 32-bit `time_t` can hold
const PATTERN_MAX_LENGTH = 512

export type SignerQuestion = {
  readonly signer: string
  readonly namespace: string
  /** The key in Base64, as the file writes it. */
  readonly keyText: string
  /** Times as the file writes them, `YYYYMMDDHHMMSS`, that are before and after now in every time zone. */
  readonly surelyPast: string
  readonly surelyFuture: string
}

/**
 * Whether the text of an allowed signers file (ssh-keygen(1), ALLOWED SIGNERS; one character a byte) plainly lets a
 * signer sign with an Ed25519 key. True only where every `ssh-keygen` since 8.9 says so too. False is no verdict: a line
 * before the match that is not read here to the last character, another key type, an authority, a time limit that
 * is near or names its zone are all left to `ssh-keygen`.
 */
export function plainlyAllows(text: string, question: SignerQuestion): boolean {
  for (const line of text.split('\n')) {
    if (/^[ \t]*(?:#.*)?$/.test(line) && isPrintable(line)) continue
    const entry = parseLine(line)
    if (entry === null) return false
    if (!matchesPatternList(question.signer, entry.principals)) continue
    const key = parseKey(entry.rest)
    if (key === null) return false
    if (key.text === question.keyText) return permits(key.options, question)
  }
  return false
}

function parseLine(line: string): { principals: string; rest: string } | null {
  const match = isPrintable(line) ? LINE.exec(line) : null
  const principals = match?.[1] ?? match?.[2]
  const rest = match?.[3]
  if (principals === undefined || rest === undefined) return null
  return principals.split(',').some(isOddPattern) ? null : { principals, rest }
}

/** Printable ASCII, tabs, and the bytes of other scripts: no NUL, no carriage return, no other blank. */
function isPrintable(line: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(line)
}

function isOddPattern(part: string): boolean {
  return part.length === 0 || part.length > PATTERN_MAX_LENGTH || part.startsWith('!!') || part === '!'
}

type Options = Readonly<Record<string, string>>

function parseKey(rest: string): { text: string; options: Options } | null {
  const match = KEY.exec(rest)
  const text = match?.[2]
  if (text === undefined) return null
  const options = parseOptions(match?.[1])
  return options && { text, options }
}

/** Options that are read here, each at most once, else null. */
function parseOptions(text: string | undefined): Options | null {
  const options: Record<string, string> = {}
  if (text === undefined) return options
  for (const part of text.split(/(?<="),/)) {
    const [, name, value] = OPTION.exec(part) ?? []
    if (name === undefined || value === undefined || Object.hasOwn(options, name)) return null
    options[name] = value
  }
  return options
}

function permits(options: Options, { namespace, surelyPast, surelyFuture }: SignerQuestion): boolean {
  const { namespaces, 'valid-after': after, 'valid-before': before } = options
  if (namespaces !== undefined) {
    if (namespaces.split(',').some(isOddPattern) || !matchesPatternList(namespace, namespaces)) return false
  }
  const isAfter = after === undefined || (isTime(after) && after.padEnd(14, '0') < surelyPast)
  return isAfter && (before === undefined || (isTime(before) && before.padEnd(14, '0') > surelyFuture))
}

function isTime(text: string): boolean {
  const [, year, month, day] = TIME.exec(text) ?? []
  if (year === undefined || Number(year) > YEAR_MAX) return false
  return Number(day) <= (DAYS[Number(month) - 1] ?? 0)
}
