import { canonicalTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import { isEnforced } from '../../core/gates/gates-file.ts'
import { type AppendedEvent, appendEvent } from '../events/append-event.ts'
import { projectAppend } from '../events/project-log.ts'
import { readWork } from '../events/read-work.ts'
import type { World } from '../world.ts'

const EVENT = 'evidence_recorded'
/** The record itself is what is signed. */
const UNSIGNED = { signKey: null, signer: null }

/** Which log gets the event, and by which loop. */
export type EventTarget = { readonly work: string | null; readonly manifest: string | null }

/** The event that stands for a record, or why it was not appended. */
export type RecordedEvent =
  | { readonly kind: 'appended'; readonly data: TokenObject; readonly appended: AppendedEvent }
  | { readonly kind: 'refused'; readonly error: string }

/** Throws a Refusal where the loop would not take the event now, or a gate never takes one from here: before a run that may take long (ours, 17.3 V7). */
export async function assertEventMayFollow(world: World, { work, manifest }: EventTarget): Promise<void> {
  const { loop, place, gates } = await readWork(world, { work, manifest })
  const { gate } = await world.events.read(place, (log) => projectAppend(log, loop, EVENT))
  if (!isEnforced(gates, gate ?? '') || (await world.files.resolve(world.cwd)) === place.project) return
  const message = `the gate ${gate} is enforced, and takes evidence of the folder that holds the event log alone`
  throw new Refusal({ code: 'gates/other-folder', message, hint: `run it in ${place.project}` })
}

/** Appends the event of a record. That it fails is a value: the record stays (protocol-a 6.4). */
export async function recordEvent(world: World, target: EventTarget, record: TokenObject): Promise<RecordedEvent> {
  const { record_path: evidence = null, record_sha256: digest = null, id = null } = record
  const data: TokenObject = { evidence, evidence_sha256: digest, id }
  try {
    const appended = await appendEvent(world, { type: EVENT, data: canonicalTokenJson(data), ...target, ...UNSIGNED })
    return { kind: 'appended', data, appended }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', error: error.message }
  }
}
