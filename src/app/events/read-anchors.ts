import { isTokenObject, parseTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { type LogAnchor, readAnchor } from '../../core/events/anchor.ts'
import { recordHash } from '../../core/evidence/verify-record.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'
import { readWhole } from './project-log.ts'

const FOLDERS = ['.hpp/evidence', '.hpp/attestations']

/** An anchor and the file that keeps it. */
export type KeptAnchor = LogAnchor & { readonly file: string }

/** The anchors of a log in the records beside it. What is no record, or another log's, is passed over. */
export async function readAnchors(
  { evidence }: Pick<World, 'evidence'>,
  place: EventLogPlace,
): Promise<readonly KeptAnchor[]> {
  const found: KeptAnchor[] = []
  for (const folder of FOLDERS) {
    for (const { path, text } of await evidence.list(place.project, folder)) {
      const parsed = text === null ? null : parseTokenJson(text, { file: path })
      const anchor =
        parsed?.ok && isTokenObject(parsed.value) && isWhole(parsed.value) ? readAnchor(parsed.value) : null
      if (anchor?.log === place.name) found.push({ ...anchor, file: path })
    }
  }
  return found
}

/** A record that was edited says nothing of what it saw; an attestation carries no hash of itself. */
function isWhole(record: TokenObject): boolean {
  return record['record_sha256'] === undefined || record['record_sha256'] === recordHash(record)
}

/** What a record made now keeps of a log; null where that has no event, or cannot be trusted. */
export async function anchorOf({ events }: Pick<World, 'events'>, place: EventLogPlace): Promise<LogAnchor | null> {
  const { head, broken } = await events.read(place, readWhole)
  if (broken !== null || head.headSha256 === null) return null
  return { log: place.name, events: head.events, headSha256: head.headSha256 }
}
