import * as z from 'zod/mini'
import { DAY_PATTERN, isRealDay } from '../codec/calendar-day.ts'
import { readableText, report } from './check-parameters.ts'
import { checkSchema } from './check-table.ts'
import { ID_PATTERN } from './decision-id.ts'

const id = z.string().check(z.regex(ID_PATTERN))

const date = z.string().check(z.regex(DAY_PATTERN), (context) => {
  const { value } = context
  if (!DAY_PATTERN.test(value) || isRealDay(value)) return
  report(context, { code: 'bad-date', message: `${value} is no day of the calendar` })
})

const supersedes = z.array(id).check((context) => {
  const seen = new Set<string>()
  const twice = context.value.find((other) => seen.size === seen.add(other).size)
  if (twice === undefined) return
  const params = { code: 'bad-shape' }
  context.issues.push({ code: 'custom', input: context.value, message: `names ${twice} more than once`, params })
})

const decisionEntry = {
  date: z.optional(date),
  title: readableText,
  rationale: readableText,
  check: z.optional(checkSchema),
}

/** What stands in a decision entry; only the first one may carry `supersedes`, from a version 1 record. */
export const firstEntrySchema = z.strictObject({ ...decisionEntry, supersedes: z.optional(supersedes) })
export const decisionEntrySchema = z.strictObject(decisionEntry)
export const retirementSchema = z.strictObject({
  date: z.optional(date),
  status: z.literal('retired'),
  rationale: readableText,
})

/** A version 2 file around its entries, which are read one by one so that each fault has its own message. */
export const headerSchema = z.strictObject({ schema_version: z.literal(2), id, history: z.array(z.unknown()) })

export const recordSchema = z.strictObject({
  schema_version: z.literal(1),
  id,
  ...decisionEntry,
  supersedes: z.optional(supersedes),
})

const fileSchema = z.strictObject({
  schema_version: z.literal(2),
  id,
  history: z.tuple([firstEntrySchema], z.union([decisionEntrySchema, retirementSchema])),
})

/** The published JSON Schemas by file name. */
export function decisionJsonSchemas(): Readonly<Record<string, unknown>> {
  return {
    'decision-file.v1.json': jsonSchema(recordSchema, 'decision file, version 1: one record'),
    'decision-file.v2.json': jsonSchema(fileSchema, 'decision file, version 2: a history'),
  }
}

const names = z.registry<{ readonly id: string }>()
names.add(checkSchema, { id: 'check' })

function jsonSchema(schema: z.ZodMiniType, title: string): unknown {
  const body = z.toJSONSchema(schema, {
    target: 'draft-7',
    metadata: names,
    override({ zodSchema, jsonSchema }) {
      // Keys starting with `x-` are allowed in all our objects; the schemas in the code never see them.
      if (jsonSchema.additionalProperties === false) jsonSchema.patternProperties = { '^x-': {} }
      if (zodSchema === supersedes) jsonSchema.uniqueItems = true
    },
  })
  return { title, ...body }
}
