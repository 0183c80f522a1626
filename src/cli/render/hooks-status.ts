import type { HarnessStatus, HooksStatusReport, PlaceStatus } from '../../app/hooks/status-hooks.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'

/** One line per harness, below it the files that say something. */
export function renderHooksStatus({ harnesses }: HooksStatusReport, page: Page): string {
  const width = Math.max(...harnesses.map(({ title }) => title.length))
  return harnesses
    .flatMap((one) => [`${one.title.padEnd(width)}  ${stateText(one, page)}`, ...places(one, page)])
    .join('\n')
}

function stateText({ state, registered, missing }: HarnessStatus, page: Page): string {
  const total = registered.length + missing.length
  switch (state) {
    case 'registered':
      return page.green(`${page.symbols.yes} all ${total} events`)
    case 'partly':
      return page.red(`${page.symbols.no} ${registered.length} of ${total} events, missing ${missing.join(', ')}`)
    case 'switched-off':
      return page.red(`${page.symbols.no} registered, but hooks are switched off`)
    case 'absent':
      return page.dim('not registered')
  }
}

function places({ places: some }: HarnessStatus, page: Page): readonly string[] {
  return some.flatMap((place) => [
    `  ${printable(place.path)}  ${page.dim(placeText(place))}`,
    ...place.faults.map((fault) => `    ${page.yellow(page.symbols.warn)} ${printable(fault)}`),
    ...place.switches.map((phrase) => `    ${page.yellow(page.symbols.warn)} ${printable(phrase)}`),
  ])
}

function placeText({ events, level }: PlaceStatus): string {
  return events.length === 0 ? level : `${level}, ${events.length} events`
}
