import type { EventRepair } from '../../app/events/repair-events.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'

export function renderEventRepair({ quarantine, events, log }: EventRepair, page: Page): string {
  const kept = `${events} whole ${events === 1 ? 'event' : 'events'}`
  if (quarantine === null) return `${page.green(page.symbols.yes)} nothing to repair: ${kept} in ${printable(log)}`
  return [
    `${page.yellow(page.symbols.warn)} the last line was cut off and is moved to ${printable(quarantine)}`,
    `  ${kept} in ${printable(log)}`,
  ].join('\n')
}
