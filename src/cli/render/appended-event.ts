import type { AppendedEvent } from '../../app/events/append-event.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { projectionJson } from './work-status.ts'

export function renderAppendedEvent({ projected, log, gate, signer }: AppendedEvent, page: Page): string {
  const { eventCount, history, state, nextStep } = projected
  return [
    `${page.green(page.symbols.yes)} event ${eventCount}: ${printable(history.at(-1) ?? '')}, now ${printable(state)}`,
    ...(gate === null ? [] : [`  gate  ${printable(gate)} is open`]),
    ...(signer === null ? [] : [`  by    ${printable(signer)}`]),
    `  next  ${printable(nextStep)}`,
    `  log   ${printable(log)}`,
  ].join('\n')
}

/** The keys of the original (protocol-a 5.4). */
export function appendedEventJson({ projected }: AppendedEvent): unknown {
  return projectionJson(projected)
}
