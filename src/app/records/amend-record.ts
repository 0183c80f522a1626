import type { JsonValue } from '../../core/codec/json-value.ts'
import { judgeAmend, sealFields } from '../../core/records/judge-amend.ts'
import { amendText } from '../../core/records/layout-rewrite.ts'
import { harvestFault } from '../../core/records/new-fields.ts'
import type { RecordCore } from '../../core/records/record.ts'
import type { World } from '../world.ts'
import { fieldOrderOf } from './field-order.ts'
import { checkUnchanged, type FoundRecord, findRecord } from './find-record.ts'
import { finishWrite } from './finish-write.ts'
import { type OpenWrite, openWrite } from './open-write.ts'
import { refuse, runVerb } from './run-verb.ts'
import { sealText } from './seal-text.ts'
import { openSealer, type Sealer } from './sign-record.ts'
import { checkExpect, readWriteInput } from './write-input.ts'
import type { WriteReport } from './write-report.ts'

export type AmendRequest = {
  readonly id: string
  readonly kind: string | null
  /** A file with the fields to set, `-` for standard input; null where fields are only taken out. */
  readonly set: string | null
  readonly unset: readonly string[]
  readonly expect: string | null
  readonly sign: string | true | null
  readonly dryRun: boolean
}

type AmendInput = {
  readonly set: RecordCore
  readonly sealer: Sealer | null
  readonly request: AmendRequest
}

/** Changes fields of a record in place: checks in the order of records.md 8.3, `--unset` as records-ours.md has it. */
export function amendRecord(world: World, request: AmendRequest): Promise<WriteReport> {
  return runVerb('records-amend', async () => {
    const { unset, expect, dryRun } = request
    checkExpect(expect)
    if (request.set === null && unset.length === 0 && request.sign === null) {
      refuse({ code: 'write-usage-invalid', message: 'nothing to change: --set, --unset or --sign is needed' })
    }
    const set = request.set === null ? {} : await readWriteInput(world, request.set)
    const both = unset.find((field) => Object.hasOwn(set, field))
    if (both !== undefined) refuse({ code: 'write-usage-invalid', message: `${both} is both set and taken out` })
    const sealer = await openSealer(world, request.sign, 'record-sign-failed')
    const place = { verb: 'amend', kindArgument: request.kind, by: null, dryRun }
    return openWrite(world, place, (open) => writeAmended(world, open, { set, sealer, request }))
  })
}

async function writeAmended(world: World, open: OpenWrite, input: AmendInput): Promise<WriteReport> {
  const { set, sealer, request } = input
  const { reading } = open
  const { kind, schemaJson } = reading.loaded
  const sealed = sealFields(kind).find((field) => Object.hasOwn(set, field) || request.unset.includes(field))
  if (sealed !== undefined) {
    refuse({ code: 'write-input-invalid', message: `${sealed} is written by the verbs, never given` })
  }
  const record = findRecord(reading, request.id)
  await checkUnchanged(world, reading, { record, expect: request.expect })
  const order = fieldOrderOf(schemaJson)
  const schemaOrder = [...new Set([...order.required, ...order.properties])]
  const before = record.data
  const plan = judgeAmend({ kind, before, set, unset: request.unset, signing: sealer !== null, schemaOrder })
  if (plan.kind === 'refused') return refuse(plan.fault)
  if (plan.changed.length === 0 && sealer === null) return unchanged(open, record, request)
  const harvested = kind.source !== null && plan.changed.includes(kind.source) ? harvestFault(plan.after, kind) : null
  if (harvested !== null) refuse(harvested)
  const amended = amendedText(record, plan, { loaded: reading.loaded, order })
  const sealing = { path: record.path, id: record.id, loaded: reading.loaded, order, before: record, sealer }
  const { text, changed, seal, sealDropped } = await sealText(amended, sealing)
  const write = { path: record.path, before: record.text, text, from: record.state }
  const written = await finishWrite(world, open, write)
  return {
    ...unchanged(open, record, request),
    state: written.state,
    changed: [...plan.changed, ...changed],
    seal,
    sealDropped,
    warnings: written.warnings,
    text,
    digest: written.digest,
  }
}

type Plan = { readonly after: RecordCore; readonly changed: readonly string[] }
type Layout = {
  readonly loaded: OpenWrite['reading']['loaded']
  readonly order: ReturnType<typeof fieldOrderOf>
}

function amendedText(record: FoundRecord, { after, changed }: Plan, { loaded, order }: Layout): string {
  const changes: { [field: string]: JsonValue | undefined } = Object.create(null)
  for (const field of changed) changes[field] = Object.hasOwn(after, field) ? after[field] : undefined
  const options = { file: record.path, digestFields: loaded.digestFields, order }
  const text = changed.length === 0 ? record.text : amendText(record.text, changes, options)
  if (text !== null) return text
  const message = `${record.path} cannot be written so that it reads back as wanted`
  return refuse({ code: 'record-unparseable', message, at: { file: record.path } })
}

/** A write that changes nothing is no write, on a closed record too. */
function unchanged({ reading }: OpenWrite, record: FoundRecord, { dryRun }: AmendRequest): WriteReport {
  const { kind, kindFile } = reading.loaded
  return {
    kind: 'record-write',
    verb: 'amend',
    recordKind: { name: kind.name, schema: kind.schema.id, file: kindFile },
    id: record.id,
    path: record.path,
    state: record.state,
    changed: [],
    seal: null,
    sealDropped: null,
    review: null,
    dryRun,
    warnings: record.warnings,
    before: record.text,
    text: record.text,
    digest: record.digest,
  }
}
