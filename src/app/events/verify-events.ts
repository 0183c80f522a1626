import type { LogReading } from '../../core/events/event-log.ts'
import type { World } from '../world.ts'
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
  readonly anchors: { readonly count: number; readonly broken: readonly BrokenAnchor[] }
}

export type BrokenAnchor = { readonly file: string; readonly at: string; readonly message: string }

/**
 * Follows the chain of a log from its first line to its last, and compares it with what records saw of it; the loop is
 * not looked at (protocol-a 5.2; anchors are ours).
 */
export async function verifyEvents(
  world: Pick<World, 'cwd' | 'files' | 'git' | 'events' | 'evidence'>,
  input: { readonly work: string | null },
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
  const status = broken.length > 0 ? 'broken' : chainStatus(reading)
  const log = `${place.project}/${place.name}`
  return { kind: 'event-verification', log, status, reading, anchors: { count: anchors.length, broken } }
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
