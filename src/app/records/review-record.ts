import { isJsonList, type JsonValue } from '../../core/codec/json-value.ts'
import { rewriteFields } from '../../core/records/layout-rewrite.ts'
import { judgeReview, type Verdict, verdictEntry } from '../../core/records/new-verdict.ts'
import type { VerdictWord } from '../../core/records/quorum.ts'
import { verdictSealText } from '../../core/records/seal-text.ts'
import type { World } from '../world.ts'
import { checkUnchanged, type FoundRecord, findRecord } from './find-record.ts'
import { finishWrite } from './finish-write.ts'
import { type OpenWrite, openWrite } from './open-write.ts'
import { refuseBorrowedName } from './refuse-agent.ts'
import { refuse, runVerb } from './run-verb.ts'
import { openSealer, type Sealer } from './sign-record.ts'
import { checkExpect, checkNotBlank } from './write-input.ts'
import type { WriteReport } from './write-report.ts'

export type ReviewRequest = {
  readonly id: string
  readonly kind: string | null
  readonly verdict: VerdictWord
  readonly by: string
  readonly note: string | null
  readonly sign: string | true | null
  readonly expect: string | null
  readonly dryRun: boolean
}

/** Adds one verdict to an open record, bound to its text as it is (records.md 8.4). Nothing else in the file moves. */
export function reviewRecord(world: World, request: ReviewRequest): Promise<WriteReport> {
  return runVerb('records-review', async () => {
    checkNotBlank('--by', request.by)
    checkExpect(request.expect)
    const sealer = await openSealer(world, request.sign, 'review-sign-failed')
    const place = { verb: 'review', kindArgument: request.kind, by: request.by, dryRun: request.dryRun }
    return openWrite(world, place, (open) => writeReview(world, open, { request, sealer }))
  })
}

type ReviewInput = { readonly request: ReviewRequest; readonly sealer: Sealer | null }

async function writeReview(world: World, open: OpenWrite, { request, sealer }: ReviewInput): Promise<WriteReport> {
  const { reading } = open
  const { kind, kindFile } = reading.loaded
  const field = kind.reviews?.field
  if (field === undefined) {
    return refuse({ code: 'review-unsupported', message: `records of the kind ${kind.name} take no verdicts` })
  }
  if (!request.dryRun) await refuseBorrowedName(world, reading, request.by)
  const record = findRecord(reading, request.id)
  await checkUnchanged(world, reading, { record, expect: request.expect })
  const on = world.clock.now().toISOString().slice(0, 10)
  const verdict: Verdict = { reviewer: request.by, verdict: request.verdict, note: request.note, on, session: null }
  const fault = judgeReview(record, kind, verdict)
  if (fault !== null) refuse(fault)
  const review = await signedEntry(record, verdict, sealer)
  const text = reviewedText(open, record, { field, review })
  const written = await finishWrite(world, open, { path: record.path, before: record.text, text, from: record.state })
  return {
    kind: 'record-write',
    verb: 'review',
    recordKind: { name: kind.name, schema: kind.schema.id, file: kindFile },
    id: record.id,
    path: record.path,
    state: written.state,
    changed: null,
    seal: null,
    sealDropped: null,
    review,
    dryRun: request.dryRun,
    warnings: written.warnings,
    before: record.text,
    text,
    digest: written.digest,
  }
}

async function signedEntry(record: FoundRecord, verdict: Verdict, sealer: Sealer | null): Promise<JsonValue> {
  const { id, digest } = record
  const entry = verdictEntry(verdict, digest)
  if (sealer === null) return entry
  const { reviewer, on } = verdict
  const payload = verdictSealText({ record: id, digest, verdict: verdict.verdict, reviewer, on })
  return { ...entry, seal: await sealer(reviewer, 'chant-review', payload) }
}

/** Verdicts lie outside of the digest, so a text in which adding one moves it is not as the rules have it. */
function reviewedText(
  { reading }: OpenWrite,
  record: FoundRecord,
  { field, review }: { readonly field: string; readonly review: JsonValue },
): string {
  const list = record.data[field]
  const reviews = [...(isJsonList(list) ? list : []), review]
  const options = { file: record.path, digestFields: reading.loaded.digestFields }
  const text = rewriteFields(record.text, { [field]: reviews }, options)
  if (text !== null) return text
  const message = `${field} in ${record.path} is laid out in a way that a verdict cannot be added to`
  return refuse({
    code: 'record-unparseable',
    message,
    hint: 'lay the list out with one entry below another',
    at: { file: record.path },
  })
}
