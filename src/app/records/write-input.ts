import { resolve } from 'node:path/posix'
import { parseJson } from '../../core/codec/json.ts'
import { isJsonObject } from '../../core/codec/json-value.ts'
import { Refusal } from '../../core/fault.ts'
import type { RecordCore } from '../../core/records/record.ts'
import type { World } from '../world.ts'
import { refuse } from './run-verb.ts'

const DIGEST = /^[0-9a-f]{64}$/

/** The fields given to a verb: a JSON object in a file, or on standard input for `-`. */
export async function readWriteInput(
  world: Pick<World, 'cwd' | 'files' | 'readInput'>,
  from: string,
): Promise<RecordCore> {
  const text = await readText(world, from)
  if (text === null) throw invalid(`${nameOf(from)} is not there or cannot be read`)
  const parsed = parseJson(text, { file: nameOf(from) })
  if (!parsed.ok) {
    const [first, ...others] = parsed.faults.map((fault) => ({ ...fault, code: 'write-input-invalid' }))
    if (first === undefined) throw invalid(`${nameOf(from)} is not JSON`)
    return refuse(first, ...others)
  }
  if (isJsonObject(parsed.value.value)) return parsed.value.value
  throw invalid(`${nameOf(from)} is not one JSON object`)
}

/** Refuses a digest to compare with that is none, before anything is read. */
export function checkExpect(expect: string | null): void {
  if (expect === null || DIGEST.test(expect)) return
  refuse({ code: 'write-usage-invalid', message: '--expect must be a digest, 64 hex digits' })
}

/** Refuses a name that is given and shows nothing. */
export function checkNotBlank(option: string, value: string | null): void {
  if (value !== null && value.trim() === '') {
    refuse({ code: 'write-usage-invalid', message: `${option} must not be empty` })
  }
}

async function readText({ cwd, files, readInput }: Pick<World, 'cwd' | 'files' | 'readInput'>, from: string) {
  if (from === '-') return readInput()
  try {
    return await files.readText(resolve(cwd, from))
  } catch (error) {
    if (error instanceof Refusal) throw invalid(error.message)
    throw error
  }
}

function nameOf(from: string): string {
  return from === '-' ? 'standard input' : from
}

function invalid(message: string): Refusal {
  return new Refusal({ code: 'write-input-invalid', message })
}
