import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Attestation } from './check-seal.ts'
import { KnownNames } from './known-names.ts'
import { foldName, lookAlikeKey } from './principal-name.ts'
import type { QuorumNeed } from './quorum-need.ts'
import type { TrustAtBase } from './trust-policy.ts'

export type VerdictWord = 'agree' | 'dissent' | 'abstain'
export type VerdictCode =
  | 'review-decider'
  | 'review-agent'
  | 'review-look-alike'
  | 'review-older-digest'
  | 'review-unattested'
  | 'review-duplicate'

export type ReviewVerdict = {
  /** Its place in the list of the file. */
  readonly index: number
  /** The folded name. */
  readonly principal: string
  /** The name as written. */
  readonly reviewer: string
  readonly verdict: VerdictWord
  readonly digest: string | null
  readonly attestation: Attestation
}

export type UncountedVerdict = ReviewVerdict & {
  readonly reason: { readonly code: VerdictCode; readonly message: string }
}

export type OpenConcern = {
  readonly index: number
  readonly principal: string
  readonly reviewer: string
  readonly note: string | null
  readonly proposes: string | null
}

export type Quorum = QuorumNeed & {
  readonly agreed: number
  readonly counted: readonly ReviewVerdict[]
  readonly notCounted: readonly UncountedVerdict[]
  readonly openConcerns: readonly OpenConcern[]
  readonly met: boolean
  readonly metWithObjections: boolean
  /** Reviewers whom a reader could take for somebody else, and for whom. */
  readonly lookAlikes: readonly { readonly reviewer: string; readonly other: string }[]
}

export type QuorumQuestion = QuorumNeed & {
  /** What the reviews field holds; hostile. */
  readonly reviews: JsonValue | undefined
  /** What the decider's field holds. */
  readonly decider: JsonValue | undefined
  /** The review digest of the record now. */
  readonly digest: string
  readonly trust: Pick<TrustAtBase, 'signing' | 'agents'>
  /** The seal checks by place in the list; a place left out has no seal. */
  readonly attestations: ReadonlyMap<number, Attestation>
}

type Entry = { readonly raw: { readonly [key: string]: JsonValue }; readonly said: ReviewVerdict }
type Reason = UncountedVerdict['reason']
type Judged = { readonly said: ReviewVerdict; readonly reason: Reason | null }

const WORDS: readonly JsonValue[] = ['agree', 'dissent', 'abstain'] satisfies readonly VerdictWord[]

/**
 * What the verdicts on a record come to (records.md 13, records-ours.md b). The first rule that holds decides about an
 * entry; of those that none holds for, the last one of each principal counts. A verdict that names no digest counts.
 */
export function judgeQuorum(question: QuorumQuestion): Quorum {
  const entries = readEntries(question)
  const { judged, lookAlikes } = judgeEntries(entries, question)
  const marked = markDuplicates(judged)
  const counted = marked.flatMap(({ said, reason }) => (reason === null ? [said] : []))
  const agreed = counted.filter(({ verdict }) => verdict === 'agree').length
  const openConcerns = entries.filter(isOpenConcern).map(toConcern)
  const met = agreed >= question.need
  return {
    need: question.need,
    needFrom: question.needFrom,
    agreed,
    counted,
    notCounted: marked.flatMap(({ said, reason }) => (reason === null ? [] : [{ ...said, reason }])),
    openConcerns,
    met,
    metWithObjections: met && openConcerns.length > 0,
    lookAlikes,
  }
}

/** Entries that are no verdicts are passed over; the others keep their places. A name that shows nothing is none. */
function readEntries({ reviews, attestations, trust }: QuorumQuestion): readonly Entry[] {
  const missing = missingSeal(trust.signing)
  return (isJsonList(reviews) ? reviews : []).flatMap((raw, index): readonly Entry[] => {
    if (!isJsonObject(raw)) return []
    const { reviewer, verdict, digest } = raw
    if (typeof reviewer !== 'string' || lookAlikeKey(reviewer) === '' || !isVerdictWord(verdict)) return []
    const attestation = trust.signing === 'broken' ? missing : (attestations.get(index) ?? missing)
    const named = typeof digest === 'string' ? digest : null
    return [{ raw, said: { index, principal: foldName(reviewer), reviewer, verdict, digest: named, attestation } }]
  })
}

function isVerdictWord(value: JsonValue | undefined): value is VerdictWord {
  return value !== undefined && WORDS.includes(value)
}

function missingSeal(signing: TrustAtBase['signing']): Attestation {
  if (signing === 'broken') {
    return { attested: null, code: 'seal-unverifiable', message: 'the trust policy at base is broken', key: null }
  }
  return { attested: signing === 'active' ? false : null, code: 'seal-missing', message: 'no seal', key: null }
}

function judgeEntries(entries: readonly Entry[], { decider, digest, trust }: QuorumQuestion) {
  const names = new KnownNames()
  const deciders = typeof decider === 'string' ? [decider] : []
  for (const name of [...deciders, ...trust.agents]) names.add(name)
  const scene = {
    deciders: new Set(deciders.map(foldName)),
    agents: new Set(trust.agents.map(foldName)),
    digest,
    trust,
  }
  const judged: Judged[] = []
  const lookAlikes: { reviewer: string; other: string }[] = []
  for (const { said } of entries) {
    const other = names.mistakenFor(said.reviewer)
    if (other !== null) lookAlikes.push({ reviewer: said.reviewer, other })
    const reason = reasonOf(said, { ...scene, lookAlike: other })
    judged.push({ said, reason })
    if (reason === null) names.add(said.reviewer)
  }
  return { judged, lookAlikes }
}

type Scene = Pick<QuorumQuestion, 'digest' | 'trust'> & {
  readonly deciders: ReadonlySet<string>
  readonly agents: ReadonlySet<string>
  readonly lookAlike: string | null
}

function reasonOf({ principal, digest, attestation }: ReviewVerdict, scene: Scene): Reason | null {
  if (scene.deciders.has(principal)) return { code: 'review-decider', message: `${principal} decided it` }
  if (scene.agents.has(principal)) return { code: 'review-agent', message: `${principal} is an agent` }
  if (scene.lookAlike !== null) {
    return { code: 'review-look-alike', message: `the name looks like that of ${scene.lookAlike}` }
  }
  if (digest !== null && digest !== scene.digest) {
    return { code: 'review-older-digest', message: 'the verdict names an older text' }
  }
  if (scene.trust.signing !== 'inactive' && attestation.attested !== true) {
    return { code: 'review-unattested', message: attestation.message }
  }
  return null
}

function markDuplicates(judged: readonly Judged[]): readonly Judged[] {
  const last = new Map(judged.flatMap(({ said, reason }) => (reason === null ? [[said.principal, said.index]] : [])))
  return judged.map(({ said, reason }) => {
    if (reason !== null || last.get(said.principal) === said.index) return { said, reason }
    return { said, reason: { code: 'review-duplicate', message: `a later verdict by ${said.principal} stands` } }
  })
}

function isOpenConcern({ raw, said }: Entry): boolean {
  return said.verdict === 'dissent' && (raw['addressed_by'] ?? null) === null && (raw['withdrawn_on'] ?? null) === null
}

function toConcern({ raw, said }: Entry): OpenConcern {
  const { index, principal, reviewer } = said
  const textAt = (key: string) => (typeof raw[key] === 'string' ? raw[key] : null)
  return { index, principal, reviewer, note: textAt('note'), proposes: textAt('proposes') }
}
