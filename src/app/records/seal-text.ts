import type { JsonValue } from '../../core/codec/json-value.ts'
import type { FieldOrder } from '../../core/records/layout.ts'
import { amendText } from '../../core/records/layout-rewrite.ts'
import { isClosed } from '../../core/records/record-kind.ts'
import { recordSeal } from '../../core/records/record-seal.ts'
import { authorSealText } from '../../core/records/seal-text.ts'
import type { LoadedKind } from './load-kind.ts'
import { type RecordFile, readRecordFile } from './record-file.ts'
import { refuse } from './run-verb.ts'
import type { Sealer } from './sign-record.ts'

const AUTHOR_SEAL = 'seal'

export type Sealing = {
  readonly path: string
  readonly id: string
  readonly loaded: LoadedKind
  readonly order: FieldOrder
  /** The record as it was; null for a new one. */
  readonly before: RecordFile | null
  readonly sealer: Sealer | null
}

export type SealedText = {
  readonly text: string
  /** The fields that sealing changed, in the order of the changes. */
  readonly changed: readonly string[]
  readonly seal: JsonValue | null
  readonly sealDropped: string | null
}

/**
 * Seals a text that has all other changes in it (records.md 8.2 and 8.3, steps 12 to 14): the author's seal is made
 * anew, or goes where what it signs moved; the record's own is written last, where the record is closed by this.
 */
export async function sealText(unsealed: string, sealing: Sealing): Promise<SealedText> {
  const authored =
    sealing.sealer === null ? dropSeal(unsealed, sealing) : await signText(unsealed, sealing, sealing.sealer)
  const { kind } = sealing.loaded
  const now = read(authored.text, sealing)
  if (kind.seal === null || !isClosed(kind, now.state) || isClosed(kind, sealing.before?.state ?? null)) return authored
  if (now.data === null) return authored // the validation after this tells what is wrong with it
  const seal = recordSeal({ core: now.data, body: now.body }, kind.format, kind.seal)
  const text = change(authored.text, { [kind.seal]: seal }, sealing)
  return { ...authored, text, changed: [...authored.changed, kind.seal] }
}

async function signText(text: string, sealing: Sealing, sealer: Sealer): Promise<SealedText> {
  const { loaded, id } = sealing
  const { kind } = loaded
  if (kind.reviews === null) {
    return refuse({
      code: 'write-usage-invalid',
      message: `records of the kind ${kind.name} have no author to sign for`,
    })
  }
  const { data, digest, state } = read(text, sealing)
  const author = data?.[kind.reviews.decider]
  if (typeof author !== 'string' || author.trim() === '') {
    const message = `${kind.reviews.decider} is empty: a signature is that of whoever it names`
    return refuse({ code: 'record-sign-failed', message })
  }
  const payload = authorSealText({ record: id, digest, author, state })
  const seal = await sealer(author, 'chant-record', payload)
  return { text: change(text, { [AUTHOR_SEAL]: seal }, sealing), changed: [AUTHOR_SEAL], seal, sealDropped: null }
}

/** A seal that is left where its text moved would only be a broken one. */
function dropSeal(text: string, sealing: Sealing): SealedText {
  const kept = { text, changed: [], seal: null, sealDropped: null }
  const { before, loaded } = sealing
  if (loaded.kind.reviews === null || (before?.data?.[AUTHOR_SEAL] ?? null) === null) return kept
  const now = read(text, sealing)
  const moved = [
    ...(now.digest === before?.digest ? [] : ['the text']),
    ...(now.state === before?.state ? [] : ['the state']),
  ]
  if (moved.length === 0) return kept
  const sealDropped = `${moved.join(' and ')} that the author signed changed`
  return { ...kept, text: change(text, { [AUTHOR_SEAL]: undefined }, sealing), changed: [AUTHOR_SEAL], sealDropped }
}

function read(text: string, { path, loaded }: Sealing): RecordFile {
  return readRecordFile(path, new TextEncoder().encode(text), loaded)
}

function change(text: string, changes: { readonly [field: string]: JsonValue | undefined }, sealing: Sealing): string {
  const { path, loaded, order } = sealing
  const changed = amendText(text, changes, { file: path, digestFields: loaded.digestFields, order })
  if (changed !== null) return changed
  return refuse({
    code: 'record-unparseable',
    message: `${path} cannot be written so that it reads back`,
    at: { file: path },
  })
}
