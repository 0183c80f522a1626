import { dirname, join, relative, resolve } from 'node:path/posix'
import { parseJson } from '../../core/codec/json.ts'
import type { JsonValue } from '../../core/codec/json-value.ts'
import { type Fault, Refusal } from '../../core/fault.ts'
import { compileNamePattern } from '../../core/records/name-pattern.ts'
import { joinFaults, parseRecordKind } from '../../core/records/parse-record-kind.ts'
import { digestKeysOf, type RecordKind, type SchemaFile } from '../../core/records/record-kind.ts'
import { compileRecordSchema, type RecordSchema } from '../../core/records/record-schema.ts'
import { digestFieldsOf } from '../../core/records/review-digest.ts'
import type { RecordPlace, RecordsWorld } from './open-place.ts'

/** A kind with its schema, ready to read records by. Paths are relative to the root of the repository. */
export type LoadedKind = {
  readonly kind: RecordKind
  readonly kindFile: string
  readonly schema: RecordSchema
  /** The schema as it is written: its order of fields is that of new records. */
  readonly schemaJson: JsonValue
  /** The folder of the records. */
  readonly folder: string
  /** Whether a file of that name in the folder is a record. */
  readonly matches: (name: string) => boolean
  readonly digestFields: readonly string[]
}

type Compiled = { readonly schema: RecordSchema; readonly json: JsonValue }

/** Compiling takes tens of milliseconds: once a process for the same texts. */
const COMPILED = new Map<string, Compiled>()

/**
 * Reads a kind file and its schema. Both come from the work tree, also where records are read at a revision (records.md
 * 3). `file` is absolute or relative to the folder the command works in. Throws the read errors of records.md 11; a kind
 * file, a schema or a folder of records outside of the repository is one of them.
 */
export async function loadKind(world: RecordsWorld, place: RecordPlace, file: string): Promise<LoadedKind> {
  const path = await world.files.resolve(resolve(world.cwd, file))
  const kindFile = inside(place, path)
  if (kindFile === null) throw refusal('kind-unreadable', `the kind file ${file} lies outside of ${place.root}`)
  const text = await readText(world, path, { code: 'kind-unreadable', what: `the kind file ${file}` })
  const parsed = parseRecordKind(text, kindFile)
  if (!parsed.ok) throw kindInvalid(parsed.faults, kindFile)
  const kind = parsed.value
  const here = dirname(path)
  const folder = inside(place, await world.files.resolve(resolve(here, kind.location.dir)))
  if (folder === null) {
    throw refusal('kind-invalid', `location.dir: ${kind.location.dir} leads out of the repository`, kindFile)
  }
  const { schema, json } = await loadSchema(world, place, { kind, here })
  return {
    kind,
    kindFile,
    schema,
    schemaJson: json,
    folder,
    matches: compileNamePattern(kind.location.match) ?? (() => false),
    digestFields: digestFieldsOf(digestKeysOf(kind)),
  }
}

function kindInvalid(faults: readonly Fault[], file: string): Refusal {
  const [first] = faults
  const hint = first?.hint === undefined ? {} : { hint: first.hint }
  return new Refusal({ code: 'kind-invalid', message: joinFaults(faults), at: first?.at ?? { file }, ...hint })
}

async function loadSchema(
  world: RecordsWorld,
  place: RecordPlace,
  { kind, here }: { readonly kind: RecordKind; readonly here: string },
): Promise<Compiled> {
  const read = async ({ id, path }: SchemaFile) => {
    const at = await world.files.resolve(resolve(here, path))
    const name = inside(place, at)
    if (name === null) throw refusal('schema-unreadable', `the schema file ${path} lies outside of ${place.root}`)
    const text = await readText(world, at, { code: 'schema-unreadable', what: `the schema file ${name}` })
    return { id, text, name }
  }
  const main = await read(kind.schema)
  const refs = await Promise.all(kind.schema.refs.map(read))
  const key = JSON.stringify([main, ...refs].map(({ id, text }) => [id, text]))
  const known = COMPILED.get(key)
  if (known !== undefined) return known
  const json = schemaOf(main)
  const compiled = compileRecordSchema(
    { id: main.id, schema: json },
    refs.map((ref) => ({ id: ref.id, schema: schemaOf(ref) })),
  )
  if (!compiled.ok) throw new Refusal({ ...(compiled.faults[0] as Fault), at: { file: main.name } })
  COMPILED.set(key, { schema: compiled.value, json })
  return { schema: compiled.value, json }
}

function schemaOf({ text, name }: { readonly text: string; readonly name: string }): JsonValue {
  const parsed = parseJson(text, { file: name, numbers: 'rounded' })
  if (parsed.ok) return parsed.value.value
  const why = parsed.faults.map(({ message }) => message).join('; ')
  throw new Refusal({
    code: 'schema-unreadable',
    message: `the schema file ${name} is no JSON: ${why}`,
    at: { file: name },
  })
}

async function readText(
  { files }: RecordsWorld,
  path: string,
  { code, what }: { readonly code: string; readonly what: string },
): Promise<string> {
  try {
    const text = await files.readText(path)
    if (text !== null) return text
  } catch (error) {
    if (error instanceof Refusal) throw refusal(code, `${what} cannot be read: ${error.message}`)
    throw error
  }
  throw refusal(code, `${what} is not there`)
}

/** A path from the root of the repository, `.` for the root itself; null where it leads out of it. */
function inside({ root }: RecordPlace, path: string): string | null {
  const below = relative(root, path)
  return below === '..' || below.startsWith('../') || below.startsWith('/') ? null : join(below)
}

function refusal(code: string, message: string, file?: string): Refusal {
  return new Refusal({ code, message, ...(file === undefined ? {} : { at: { file } }) })
}
