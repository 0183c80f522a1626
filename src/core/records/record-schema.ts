import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Parsed } from '../fault.ts'

export type SchemaError = {
  /** Where in the record; `/` for the record itself. */
  readonly at: string
  readonly message: string
}

/** The faults of one record against the schema of its kind; none where it is valid. */
export type RecordSchema = (data: JsonValue) => {
  /** Every error that the validator saw, as it says them. */
  readonly errors: readonly SchemaError[]
  /** The errors that a person is told: one with a description in place of those of its branch. */
  readonly told: readonly SchemaError[]
}

type SchemaCode = 'schema-invalid' | 'schema-id-mismatch'
type NamedSchema = { readonly id: string; readonly schema: JsonValue }

/**
 * Compiles the schema of a kind (draft-07) with those it refers to. Costs tens of milliseconds: once per process. Import
 * this module lazily.
 */
export function compileRecordSchema(
  main: NamedSchema,
  refs: readonly NamedSchema[] = [],
): Parsed<RecordSchema, SchemaCode> {
  for (const { id, schema } of [main, ...refs]) {
    if (isJsonObject(schema) && schema['$id'] === id) continue
    const message = `the schema file of ${JSON.stringify(id)} has another $id`
    return {
      ok: false,
      faults: [{ code: 'schema-id-mismatch', message, hint: 'make $id and the id in the kind file equal' }],
    }
  }
  try {
    const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, logger: false })
    for (const { schema } of refs) ajv.addSchema(schema as object) // an object, as it has an $id
    const validate = ajv.compile(main.schema as object)
    // Such a validator answers with a promise, which would pass for "valid".
    if ('$async' in validate) throw new Error('$async is not supported')
    return { ok: true, value: (data) => judge(validate, data) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      ok: false,
      faults: [{ code: 'schema-invalid', message: `the schema ${JSON.stringify(main.id)} does not compile: ${why}` }],
    }
  }
}

/** The message of `record-schema-invalid`. */
export function sayErrors(errors: readonly SchemaError[]): string {
  return errors.map(({ at, message }) => `${at} ${message}`).join('; ')
}

function judge(validate: ValidateFunction, data: JsonValue): ReturnType<RecordSchema> {
  if (validate(data)) return { errors: [], told: [] }
  const found = validate.errors ?? []
  return { errors: found.map(toError), told: withDescriptions(found) }
}

function withDescriptions(errors: readonly ErrorObject[]): readonly SchemaError[] {
  const described = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    if (descriptionOf(error) === null) continue
    const known = described.get(error.instancePath)
    if (known === undefined) described.set(error.instancePath, [error])
    else known.push(error)
  }
  return errors.flatMap((error): readonly SchemaError[] => {
    const description = descriptionOf(error)
    if (description !== null) return [{ at: error.instancePath || '/', message: fill(description, error.data) }]
    const around = prefixes(error.instancePath).flatMap((path) => described.get(path) ?? [])
    return around.some((failed) => isInBranch(error, failed)) ? [] : [toError(error)]
  })
}

/** A pointer and all that it lies in, the root last. */
function prefixes(pointer: string): readonly string[] {
  const steps = pointer.split('/')
  return steps.map((_, at) => steps.slice(0, steps.length - at).join('/'))
}

/** The description of the branch into which an `if` failed. */
function descriptionOf({ keyword, params, parentSchema }: ErrorObject): string | null {
  if (keyword !== 'if') return null
  const branch = parentSchema?.[String(params['failingKeyword'])]
  return isJsonObject(branch) && typeof branch['description'] === 'string' ? branch['description'] : null
}

function isInBranch(error: ErrorObject, failed: ErrorObject): boolean {
  return error.schemaPath.startsWith(`${failed.schemaPath.replace(/if$/, String(failed.params['failingKeyword']))}/`)
}

function fill(description: string, data: unknown): string {
  const object = isJsonObject(data as JsonValue) ? (data as { [key: string]: JsonValue }) : {}
  return description.replace(/\{([^{}]+)\}/g, (whole, field: string) => {
    const value = Object.hasOwn(object, field) ? object[field] : undefined
    return typeof value === 'string' ? value : whole
  })
}

function toError({ instancePath, message, keyword, params }: ErrorObject): SchemaError {
  const named = keyword === 'additionalProperties' ? `: ${JSON.stringify(params['additionalProperty'])}` : ''
  return { at: instancePath || '/', message: `${message ?? keyword}${named}` }
}
