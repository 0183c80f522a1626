import type { EventVerification } from '../../app/events/verify-events.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

export function renderEventVerification(
  { status, reading, log, anchors, signatures }: EventVerification,
  page: Page,
): string {
  const { head, broken } = reading
  const legacy = head.legacy > 0 ? `, ${head.legacy} without a link` : ''
  const mark = status === 'broken' ? page.red(page.symbols.no) : page.green(page.symbols.yes)
  return [
    `${mark} ${status}: ${head.events} ${head.events === 1 ? 'event' : 'events'}${legacy}`,
    ...(broken === null ? [] : wrap(printable(broken.message), page.width, '  ', '  ')),
    ...anchors.broken.flatMap(({ message }) => wrap(printable(message), page.width, '  ', '    ')),
    ...signatures.refused.flatMap(({ seq, detail }) =>
      wrap(printable(`the signature of event:${seq} is refused: ${detail}`), page.width, '  ', '    '),
    ),
    ...(broken?.kind === 'torn' ? ['  run: bylaw event repair'] : []),
    ...(head.headSha256 === null ? [] : [`  head  ${head.headSha256}`]),
    `  log   ${printable(log)}`,
    ...(signatures.last === null
      ? []
      : [`  sign  by ${printable(signatures.last.signer)}, up to event:${signatures.last.seq}`]),
    ...(anchors.count === 0 ? [] : [`  seen  by ${anchors.count} ${anchors.count === 1 ? 'record' : 'records'}`]),
  ].join('\n')
}

/** `hpp.event-chain/v1` (protocol-a 5.2). */
export function eventVerificationJson({ status, reading, log, anchors, signatures }: EventVerification): unknown {
  const { head, broken } = reading
  return {
    schema: 'hpp.event-chain/v1',
    log,
    status,
    events: head.events,
    chained: head.chained,
    legacy: head.legacy,
    first_divergent: broken?.at ?? anchors.broken[0]?.at ?? firstRefused(signatures),
    head_sha256: head.headSha256,
    anchors: { count: anchors.count, broken: anchors.broken.map(({ file, at }) => ({ file, at })) },
    signatures,
  }
}

function firstRefused({ refused: [first] }: EventVerification['signatures']): string | null {
  return first === undefined ? null : `event:${first.seq}`
}
