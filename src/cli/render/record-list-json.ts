import { findingLine } from '../../app/records/finding-line.ts'
import type { KindListing, RecordList } from '../../app/records/list-records.ts'
import type { KindReading, RecordEntry } from '../../app/records/read-kind.ts'
import type { Attestation } from '../../core/records/check-seal.ts'
import type { Quorum, ReviewVerdict } from '../../core/records/quorum.ts'
import type { Reason, Warning } from '../../core/records/record-codes.ts'

type Read = Extract<KindListing, { kind: 'read' }>

const HEADER = { $schema: 'bylaw.records.v1', contract: 1 }

/** One document for a named kind, a set of them for the declared ones (records.md 10). */
export function recordListJson(list: RecordList): unknown {
  const [only] = list.kinds
  if (list.question.kind !== null && only !== undefined) return documentOf(only, list)
  const kinds = list.kinds.map((kind) => ({ ...documentOf(kind, list), declared: kind.declared }))
  return { ...HEADER, kinds, ...(list.question.current ? { spec: specOf(list) } : {}) }
}

function documentOf(listing: KindListing, list: RecordList) {
  return listing.kind === 'read' ? readDocument(listing, list) : { ...HEADER, error: listing.fault }
}

function readDocument(listing: Read, { question }: RecordList) {
  const { reading, listed, checkout } = listing
  const { loaded, place, trust, workspaceRoot, records } = reading
  const { name, schema, format, spec } = loaded.kind
  const base = { base: place.base?.commit ?? null, baseFrom: place.base?.from ?? null }
  return {
    ...HEADER,
    kind: { name, schema: schema.id, file: loaded.kindFile, format, spec },
    at: place.at,
    workspaceRoot,
    current: question.current,
    uncommitted: question.uncommitted,
    ...(checkout === null
      ? {}
      : {
          checkout: {
            head: checkout.head,
            base: checkout.forkedAt,
            baseFrom: base.baseFrom,
            deleted: checkout.deleted,
          },
        }),
    trust: {
      ...base,
      active: trust.signing === 'active',
      broken: trust.signing === 'broken',
      signersPath: trust.signersPath,
      problems: trust.problems,
    },
    records: listed.map((record) => ({
      ...recordJson(record, reading),
      ...(checkout === null ? {} : { worktree: checkout.stateOf(record.path) }),
    })),
    summary: {
      total: listed.length,
      valid: listed.filter(({ valid }) => valid).length,
      invalid: listed.filter(({ valid }) => !valid).length,
      superseded: records.filter(({ supersededBy }) => supersededBy !== null).length,
    },
  }
}

function recordJson(record: RecordEntry, { loaded }: KindReading) {
  const finding = (one: Reason | Warning) => ({ ...one, line: findingLine(one, record, loaded.kind) })
  const { id, path, state, valid, supersededBy, remediatedBy, data, assets, digest, quorum, author } = record
  return {
    id,
    path,
    state,
    valid,
    reasons: record.reasons.map(finding),
    supersededBy,
    remediatedBy,
    data,
    assets,
    warnings: record.warnings.map(finding),
    digest,
    ...(loaded.kind.reviews === null ? {} : { quorum: quorum === null ? null : quorumJson(quorum) }),
    ...(author === null ? {} : { attested: author.attested, attestation: attestationJson(author) }),
  }
}

function quorumJson({ counted, notCounted, lookAlikes: _, ...quorum }: Quorum) {
  return {
    ...quorum,
    counted: counted.map(verdictJson),
    notCounted: notCounted.map((verdict) => ({ ...verdictJson(verdict), reason: verdict.reason })),
  }
}

function verdictJson({ index, principal, reviewer, verdict, digest, attestation }: ReviewVerdict) {
  const { attested } = attestation
  return { index, principal, reviewer, verdict, digest, attested, attestation: attestationJson(attestation) }
}

function attestationJson({ code, message, key }: Attestation) {
  return { ...(code === null ? {} : { code }), message, ...(key === null ? {} : { key }) }
}

/** What an agent resumes from (records.md 10.4): the current records of the kinds that say `spec`. */
function specOf({ kinds }: RecordList) {
  const specs = kinds.flatMap((kind) => (kind.kind === 'read' && kind.reading.loaded.kind.spec ? [kind] : []))
  return {
    kinds: specs.map(({ declared }) => declared),
    records: specs.flatMap(({ reading, listed }) =>
      listed.map(({ id, path, state, valid, digest, assets, seal }) => ({
        kind: reading.loaded.kind.name,
        id,
        path,
        state,
        valid,
        digest,
        assets,
        // What binds, and is no proposal: ratified, sealed and valid.
        binding: valid && seal !== '' && state !== null && state === reading.loaded.kind.reviews?.ratified,
      })),
    ),
  }
}
