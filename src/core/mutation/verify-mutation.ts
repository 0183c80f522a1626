import {
  canonicalTokenJson,
  isTokenObject,
  NumberToken,
  type TokenObject,
  type TokenValue,
} from '../codec/token-json.ts'
import { recordHash } from '../evidence/verify-record.ts'
import { isCutShort, type StopReason, survivorText } from './mutation-record.ts'
import {
  type CleanVerdict,
  type MutantOutcome,
  type MutationVerdict,
  metricsOf,
  mutationVerdict,
} from './mutation-verdict.ts'

const OUTCOMES: readonly string[] = ['killed', 'survived', 'not-applied', 'error']
const CLEAN: readonly string[] = ['passed', 'failed', 'timeout', 'could-not-start']
const REASONS: readonly string[] = ['max-mutants', 'first-survivor', 'time-limit']

export type MutationReading =
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'sound'; readonly verdict: MutationVerdict }

/**
 * Reads a mutation record against itself: its hash, whether each mutant's outcome fits its exit, and whether metrics,
 * survivors and verdict follow from the mutants. The original has no such reading.
 */
export function readMutationRecord(record: TokenObject): MutationReading {
  if (record['record_sha256'] !== recordHash(record)) {
    return problem('the record was edited: record_sha256 does not match')
  }
  const { clean, mutants, left = [] } = record
  if (!isHeaded(record)) return problem('id, command or started_at is none')
  if (!isClean(clean)) return problem('the clean control contradicts itself')
  if (!isListOf(mutants, isTried))
    return problem('the list of mutants is malformed, or an outcome contradicts its exit')
  if (!isListOf(left, isLeft)) return problem('the list of mutants that were left is malformed')
  if (new Set(mutants.map(({ id }) => id)).size < mutants.length) return problem('a mutant is there twice')
  if (clean.verdict !== 'passed' && mutants.length > 0) return problem('mutants ran without a clean control')
  const outcomes = mutants.map(({ outcome }) => outcome)
  const { total, killed, survived, notApplied, errors, score } = metricsOf(outcomes)
  if (survived === 0 && left.some(({ reason }) => reason === 'first-survivor')) {
    return problem('mutants were left after a survivor, and there is none')
  }
  const verdict = mutationVerdict(clean.verdict, { killed, survived, errors }, isCutShort(left))
  const survivors = mutants.filter(({ outcome }) => outcome === 'survived').map((one) => survivorText(placed(one)))
  const wanted: Readonly<Record<string, unknown>> = { total, killed, survived, not_applied: notApplied, errors, score }
  if (!sameMetrics(record['metrics'], wanted)) return problem('the metrics do not match the mutants')
  if (!sameTexts(record['survivors'], survivors)) return problem('the survivors do not match the mutants')
  if (record['verdict'] !== verdict) {
    return problem(
      `verdict ${canonicalTokenJson(record['verdict'] ?? null)} contradicts the mutants, which say ${verdict}`,
    )
  }
  return { kind: 'sound', verdict }
}

function problem(text: string): MutationReading {
  return { kind: 'problem', problem: text }
}

function isListOf<T>(
  value: TokenValue | undefined,
  is: (one: TokenValue) => one is TokenValue & T,
): value is readonly (TokenValue & T)[] {
  return Array.isArray(value) && (value as readonly TokenValue[]).every(is)
}

/** What a record says about the run as a whole. */
function isHeaded({ id, command, started_at: startedAt }: TokenObject): boolean {
  if (typeof id !== 'string' || id === '' || typeof startedAt !== 'string') return false
  if (!Array.isArray(command) || command.length === 0) return false
  const words = command as readonly TokenValue[]
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(startedAt)
  return words.every((word) => typeof word === 'string') && isTime
}

type Clean = { readonly verdict: CleanVerdict }

function isClean(value: TokenValue | undefined): value is TokenValue & Clean {
  if (!isTokenObject(value)) return false
  const { verdict, exit_code: exit } = value
  if (typeof verdict !== 'string' || !CLEAN.includes(verdict)) return false
  if (verdict === 'passed') return wholeOf(exit) === 0
  return verdict === 'failed' ? isFailure(exit) : exit === null
}

type Tried = {
  readonly id: string
  readonly outcome: MutantOutcome
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly line: TokenValue
}

function isTried(value: TokenValue): value is TokenValue & Tried {
  if (!isTokenObject(value)) return false
  const { id, file, find, replace, outcome, exit_code: exit, note, line, column } = value
  if (![id, file, find, replace, outcome].every((text) => typeof text === 'string')) return false
  if (!OUTCOMES.includes(outcome as string) || find === '' || find === replace) return false
  const isPlaced = (wholeOf(line) ?? 0) >= 1 && (wholeOf(column) ?? -1) >= 0
  if (!isPlaced && outcome !== 'not-applied') return false
  if (outcome === 'survived') return wholeOf(exit) === 0
  // A timeout kills, and has a note in the place of an exit.
  return outcome === 'killed' ? isFailure(exit) || (exit === null && typeof note === 'string') : exit === null
}

type Left = { readonly reason: StopReason }

function isLeft(value: TokenValue): value is TokenValue & Left {
  if (!isTokenObject(value)) return false
  const { reason, ids } = value
  return typeof reason === 'string' && REASONS.includes(reason) && Array.isArray(ids)
}

function wholeOf(value: TokenValue | undefined): number | null {
  return value instanceof NumberToken && value.isWhole ? value.value : null
}

function isFailure(exit: TokenValue | undefined): boolean {
  return exit instanceof NumberToken && exit.isWhole && exit.value !== 0
}

function placed(one: Tried) {
  return { file: one.file, find: one.find, replace: one.replace, line: wholeOf(one.line) }
}

function sameMetrics(value: TokenValue | undefined, wanted: Readonly<Record<string, unknown>>): boolean {
  if (!isTokenObject(value)) return false
  return Object.entries(wanted).every(([key, number]) => {
    const said = value[key]
    if (number === null) return said === null
    // A score is a float by its form, all others are whole.
    return said instanceof NumberToken && said.value === number && said.isWhole === (key !== 'score')
  })
}

function sameTexts(value: TokenValue | undefined, wanted: readonly string[]): boolean {
  return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => value[at] === one)
}
