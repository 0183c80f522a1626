import { createHash } from 'node:crypto'
import {
  byCodePoint,
  canonicalTokenJson,
  isTokenObject,
  NumberToken,
  type TokenObject,
  type TokenValue,
} from '../codec/token-json.ts'
import { isInsideText } from './workspace-path.ts'

/** Keys that the hash of a record does not cover (protocol-a 6.5). */
const OUTSIDE_HASH = ['record_sha256', 'event', 'event_error', 'sign_error', 'signature']
const VERDICTS = ['passed', 'missing-artifacts', 'failed', 'timeout', 'could-not-start']

/** The bytes that a record's own hash, and a signature, cover. */
export function hashedText(record: TokenObject): string {
  return canonicalTokenJson(Object.fromEntries(Object.entries(record).filter(([key]) => !OUTSIDE_HASH.includes(key))))
}

export function recordHash(record: TokenObject): string {
  return createHash('sha256').update(hashedText(record)).digest('hex')
}

export type RecordedFile = { readonly path: string; readonly sha256: string }

/** What a record says by itself: a problem that ends the looking, or the files that are to be looked at. */
export type RecordReading =
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'sound'; readonly files: readonly RecordedFile[]; readonly verdict: string }

/** Reads a record against itself: its hash, then whether it contradicts itself, in the order of protocol-a 6.6. */
export function readRecord(record: TokenObject): RecordReading {
  if (record['record_sha256'] !== recordHash(record))
    return problem('the record was edited: record_sha256 does not match')
  const { verdict, exit_code: exit } = record
  if (typeof verdict !== 'string' || !VERDICTS.includes(verdict)) {
    return problem(verdict === undefined ? 'unknown verdict: none' : `unknown verdict: ${canonicalTokenJson(verdict)}`)
  }
  const groups = readGroups(record['artifacts'])
  if (groups === null) return problem('the artifact lists are malformed')
  const files = groups.flatMap((group) => group.files)
  const outside = files.find(({ path }) => !isInsideText(path))
  if (outside !== undefined) return problem(`an artifact path leads outside the workspace: ${outside.path}`)
  const empty = groups.filter((group) => group.files.length === 0).map(({ pattern }) => pattern)
  if (!sameList(record['missing'], empty)) return problem('the missing list does not match the artifacts')
  if (!fitsExit(verdict, exit, empty.length)) {
    const shown = exit === undefined ? 'none' : canonicalTokenJson(exit)
    return problem(`verdict ${verdict} contradicts exit code ${shown}`)
  }
  return { kind: 'sound', files, verdict }
}

function problem(text: string): RecordReading {
  return { kind: 'problem', problem: text }
}

type Group = { readonly pattern: string; readonly files: readonly RecordedFile[] }

function readGroups(value: TokenValue | undefined): readonly Group[] | null {
  if (!Array.isArray(value)) return null
  const groups = (value as readonly TokenValue[]).map(readGroup)
  return groups.some((group) => group === null) ? null : (groups as readonly Group[])
}

function readGroup(value: TokenValue): Group | null {
  if (!isTokenObject(value)) return null
  const { pattern, files } = value
  if (typeof pattern !== 'string' || !Array.isArray(files)) return null
  const read = (files as readonly TokenValue[]).map((file) => {
    if (!isTokenObject(file)) return null
    const { path, sha256 } = file
    return typeof path === 'string' && typeof sha256 === 'string' ? { path, sha256 } : null
  })
  return read.some((file) => file === null) ? null : { pattern, files: read as readonly RecordedFile[] }
}

function sameList(value: TokenValue | undefined, wanted: readonly string[]): boolean {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return false
  const sorted = [...(value as readonly string[])].sort(byCodePoint)
  const other = [...wanted].sort(byCodePoint)
  return sorted.length === other.length && sorted.every((one, at) => one === other[at])
}

function fitsExit(verdict: string, exit: TokenValue | undefined, missing: number): boolean {
  const code = exit instanceof NumberToken && exit.isWhole ? exit.value : null
  if (verdict === 'passed') return code === 0 && missing === 0
  if (verdict === 'missing-artifacts') return code === 0 && missing > 0
  if (verdict === 'failed') return code !== null && code !== 0
  return exit === null
}
