import type { LogReading } from '../../core/events/event-log.ts'
import { readLoggedEvents, signedEventText } from '../../core/events/logged-events.ts'
import { checkSignature } from '../sign/check-signature.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'
import { findEventLog } from './find-event-log.ts'
import { readWhole } from './project-log.ts'
import { type KeptAnchor, readAnchors } from './read-anchors.ts'

export type ChainStatus = 'empty' | 'intact' | 'legacy' | 'broken'

export type EventVerification = {
  readonly kind: 'event-verification'
  readonly log: string
  readonly status: ChainStatus
  readonly reading: LogReading
  /** Records beside the log that saw its head, and those of them that saw another one. */
  readonly signatures: SignedEvents
  readonly anchors: { readonly count: number; readonly broken: readonly BrokenAnchor[] }
}

/** What is known of the signatures in a log. */
export type SignedEvents = {
  readonly count: number
  /** The last event with a signature that is verified: it vouches for all before it. Null where nobody asked. */
  readonly last: { readonly seq: number; readonly signer: string } | null
  readonly refused: readonly { readonly seq: number; readonly detail: string }[]
}

export type BrokenAnchor = { readonly file: string; readonly at: string; readonly message: string }

/**
 * Follows the chain of a log from its first line to its last, and compares it with what records saw of it; the loop is
 * not looked at (protocol-a 5.2; anchors and signatures are ours). With a file of allowed signers, every signature has to
 * be verified, and there has to be one.
 */
export async function verifyEvents(
  world: Pick<World, 'cwd' | 'files' | 'git' | 'events' | 'evidence' | 'signatures'>,
  input: { readonly work: string | null; readonly allowedSigners: string | null },
): Promise<EventVerification> {
  const place = await findEventLog(world, input.work)
  const anchors = await readAnchors(world, place)
  const heads = new Map(anchors.map(({ events }) => [events, '']))
  const reading = await world.events.read(place, (log) =>
    readWhole(log, (events, sha256) => {
      if (heads.has(events)) heads.set(events, sha256)
    }),
  )
  const broken = reading.broken !== null ? [] : anchors.flatMap((anchor) => faultOfAnchor(anchor, heads, reading))
  const signatures = await readSignatures(world, place, input.allowedSigners, reading)
  const status = broken.length + signatures.refused.length > 0 ? 'broken' : chainStatus(reading)
  const log = `${place.project}/${place.name}`
  return { kind: 'event-verification', log, status, reading, signatures, anchors: { count: anchors.length, broken } }
}

async function readSignatures(
  world: Pick<World, 'cwd' | 'files' | 'events' | 'signatures'>,
  place: EventLogPlace,
  allowedSigners: string | null,
  { broken, head }: LogReading,
): Promise<SignedEvents> {
  if (broken !== null || allowedSigners === null) return { count: 0, last: null, refused: [] }
  const events = await world.events.read(place, (log) => readLoggedEvents(log.bytes(0, head.sizeBytes)))
  const signed = events.filter(({ data }) => data['signature'] !== undefined)
  if (signed.length === 0)
    return { count: 0, last: null, refused: [{ seq: events.length, detail: 'no event is signed' }] }
  let last: SignedEvents['last'] = null
  const refused: SignedEvents['refused'][number][] = []
  for (const event of signed) {
    const asked = { block: event.data['signature'], text: signedEventText(event), allowedSigners }
    const report = await checkSignature(world, asked)
    const isOther = event.data['log'] !== undefined && event.data['log'] !== place.name
    if (isOther) refused.push({ seq: event.seq, detail: 'it was signed for another log' })
    else if (report.status === 'verified') last = { seq: event.seq, signer: report.signer }
    else refused.push({ seq: event.seq, detail: 'detail' in report ? report.detail : report.status })
  }
  return { count: signed.length, last, refused }
}

function faultOfAnchor(
  { file, events, headSha256 }: KeptAnchor,
  heads: ReadonlyMap<number, string>,
  { head }: LogReading,
): readonly BrokenAnchor[] {
  if (heads.get(events) === headSha256) return []
  const what =
    head.events < events
      ? `the log was cut: it has ${head.events} events, and ${file} was made when it had ${events}`
      : `the log was rewritten: event:${events} is not the one that ${file} saw`
  return [{ file, at: `event:${Math.min(events, head.events + 1)}`, message: what }]
}

export function chainStatus({ head, broken }: LogReading): ChainStatus {
  if (broken !== null) return 'broken'
  if (head.events === 0) return 'empty'
  return head.legacy > 0 ? 'legacy' : 'intact'
}
