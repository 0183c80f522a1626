import { basename, join } from 'node:path/posix'
import type { JsonValue } from '../../core/codec/json-value.ts'
import { orderFields, renderRecord } from '../../core/records/layout.ts'
import { newFields } from '../../core/records/new-fields.ts'
import type { RecordCore } from '../../core/records/record.ts'
import { allocateRecordId, checkGivenId } from '../../core/records/record-id.ts'
import { recordFileName } from '../../core/records/slug.ts'
import type { World } from '../world.ts'
import { fieldOrderOf } from './field-order.ts'
import { finishWrite } from './finish-write.ts'
import { type OpenWrite, openWrite } from './open-write.ts'
import type { KindReading } from './read-kind.ts'
import { readRecordFile } from './record-file.ts'
import { openCommit } from './record-tree.ts'
import { refuse, runVerb } from './run-verb.ts'
import { sealText } from './seal-text.ts'
import { openSealer, type Sealer } from './sign-record.ts'
import { checkNotBlank, readWriteInput } from './write-input.ts'
import type { WriteReport } from './write-report.ts'

export type NewRequest = {
  readonly kind: string | null
  readonly from: string
  readonly prefix: string | null
  readonly by: string | null
  readonly sign: string | true | null
  readonly dryRun: boolean
}

const PREFIX = /^[A-Za-z][A-Za-z0-9]*$/

/** Opens a record: checks in the order of records.md 8.2, one text, and nothing written where anything is wrong. */
export function newRecord(world: World, request: NewRequest): Promise<WriteReport> {
  return runVerb('records-new', async () => {
    const { prefix, by, dryRun } = request
    if (prefix !== null && !PREFIX.test(prefix)) {
      const message = `--prefix ${JSON.stringify(prefix)} must be a letter, then letters and digits`
      refuse({ code: 'write-usage-invalid', message, hint: 'a prefix is like "adr" in adr-001' })
    }
    checkNotBlank('--by', by)
    const given = await readWriteInput(world, request.from)
    const sealer = await openSealer(world, request.sign, 'record-sign-failed')
    const place = { verb: 'new', kindArgument: request.kind, by, dryRun }
    return openWrite(world, place, (open) => writeNew(world, open, { given, sealer, request }))
  })
}

type NewInput = { readonly given: RecordCore; readonly sealer: Sealer | null; readonly request: NewRequest }

async function writeNew(world: World, open: OpenWrite, { given, sealer, request }: NewInput): Promise<WriteReport> {
  const { reading, idField } = open
  const { kind, schemaJson, folder } = reading.loaded
  const placed = newFields(given, { kind, by: request.by })
  if (!placed.ok) return refuse(placed.faults[0] ?? { code: 'write-input-invalid', message: 'no fields' })
  const id = await pickId(world, reading, { given: placed.value[idField], prefix: request.prefix })
  const title = placed.value['title']
  const path = join(folder, fileName(reading, { id, title }))
  const order = fieldOrderOf(schemaJson)
  const laidOut = renderRecord(orderFields({ ...placed.value, [idField]: id }, order), title)
  const sealed = await sealText(laidOut, { path, id, loaded: reading.loaded, order, before: null, sealer })
  const written = await finishWrite(world, open, { path, before: null, text: sealed.text, from: null })
  return {
    kind: 'record-write',
    verb: 'new',
    recordKind: { name: kind.name, schema: kind.schema.id, file: reading.loaded.kindFile },
    id,
    path,
    state: written.state,
    changed: null,
    seal: sealed.seal,
    sealDropped: null,
    review: null,
    dryRun: request.dryRun,
    warnings: written.warnings,
    before: null,
    text: sealed.text,
    digest: written.digest,
  }
}

async function pickId(
  world: World,
  reading: KindReading,
  { given, prefix }: { readonly given: JsonValue | undefined; readonly prefix: string | null },
): Promise<string> {
  const entries = reading.records.map(({ id, path }) => ({ id, file: basename(path) }))
  const used = await usedIds(world, reading)
  const picked =
    given === undefined ? allocateRecordId({ entries, used, prefix }) : checkGivenId(given, { entries, used })
  return picked.ok ? picked.id : refuse(picked.fault)
}

/** The ids of records that are gone from the work tree and that HEAD or base has (records-ours.md e, 21). */
async function usedIds({ git }: World, { place, loaded, records }: KindReading): Promise<readonly string[]> {
  const here = new Set(records.map(({ path }) => path))
  const head = place.head === null || place.head === place.base?.commit ? null : openCommit(git, place.root, place.head)
  const used: string[] = []
  for (const tree of [place.baseTree, head]) {
    const entries = (await tree?.list(loaded.folder)) ?? []
    const gone = entries.map(({ name }) => name).filter((name) => loaded.matches(name))
    const paths = gone.map((name) => join(loaded.folder, name)).filter((path) => !here.has(path))
    const bytes = (await tree?.read(paths)) ?? new Map<string, Uint8Array>()
    for (const [path, text] of bytes) {
      const id = readRecordFile(path, text, loaded).id ?? /^[A-Za-z0-9]+-[0-9]+/.exec(basename(path))?.[0]
      if (id !== undefined) used.push(id)
    }
  }
  return used
}

function fileName(
  { loaded, records }: KindReading,
  { id, title }: { readonly id: string; readonly title: JsonValue | undefined },
): string {
  const kindName = loaded.kind.name
  const name = recordFileName({ id, title: typeof title === 'string' ? title : '', kindName, matches: loaded.matches })
  if (name === null) {
    const message = `the kind ${kindName} lists no file of a name for ${id} (${loaded.kind.location.match})`
    return refuse({ code: 'record-path-unmatched', message, hint: 'give it a title with letters in it' })
  }
  if (!records.some(({ path }) => path === join(loaded.folder, name))) return name
  return refuse({ code: 'record-id-taken', message: `the file ${name} is there already` })
}
