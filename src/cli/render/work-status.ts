import type { ProjectedLog } from '../../app/events/project-log.ts'
import type { WorkStatus } from '../../app/events/show-status.ts'
import { printable } from '../../core/printable.ts'
import { quoteWord } from '../../core/registration/our-command.ts'
import type { Page } from '../page.ts'

/** The line of the original first, then what a person wants to know (protocol-a 5.4). */
export function renderWorkStatus(status: WorkStatus, page: Page): string {
  const { projected, missing, log, manifest, work, enforced, shut } = status
  const rows: readonly (readonly [string, string])[] = [
    ...(work === null ? [] : [['work', work] as const]),
    ['done', projected.history.length === 0 ? 'nothing yet' : lastOf(projected.history)],
    ...missing.map(
      ({ event, gate }, at) =>
        [at === 0 ? 'missing' : '', `${event} (gate ${gate}${enforced.includes(gate) ? ', enforced' : ''})`] as const,
    ),
    ...shut.map(({ gate, why }, at) => [at === 0 ? 'shut' : '', `${gate}: ${why}`] as const),
    ['log', log],
    ...(manifest === null ? [] : [['loop', manifest] as const]),
    ...nextCommands(status).map((command, at) => [at === 0 ? 'run' : 'or', command] as const),
  ]
  return [oneLine(status, page), ...rows.map(([name, text]) => `  ${name.padEnd(7)}  ${printable(text)}`)].join('\n')
}

function oneLine({ projected, chain }: WorkStatus, page: Page): string {
  const { legacy } = projected.reading.head
  const unchained = legacy > 0 ? ` (${legacy} unchained)` : ''
  const dot = page.symbols.bullet === '-' ? '-' : '·'
  const parts = [
    `HPP status: ${printable(projected.state)}`,
    `events=${projected.eventCount}`,
    `next=${printable(projected.nextStep)}`,
    `chain=${chain}${unchained}`,
  ]
  return parts.join(` ${dot} `)
}

const SHOWN = 6

function lastOf(history: readonly string[]): string {
  const shown = history.slice(-SHOWN).join(', ')
  return history.length > SHOWN ? `${history.length - SHOWN} events, then ${shown}` : shown
}

/** Commands to copy: the words of a manifest are quoted, for a shell must not read more into them. */
function nextCommands({ next, work, namedManifest, shut }: WorkStatus): readonly string[] {
  const manifest = namedManifest === null ? '' : ` --manifest ${quoteWord(namedManifest)}`
  const which = `${work === null ? '' : ` --work ${work}`}${manifest}`
  return next.map(({ event }) => {
    const gate = shut.find((one) => one.event === event)
    return gate?.run ?? `bylaw event append${which} --type ${quoteWord(event)}`
  })
}

export function renderResume(status: WorkStatus, page: Page): string {
  const [command] = nextCommands(status)
  const { state, nextStep } = status.projected
  const lead = `${page.bold(printable(state))}: ${printable(nextStep)}`
  return command === undefined ? lead : `${lead}\n  run  ${printable(command)}`
}

/** What every command about the state prints as JSON. */
export function projectionJson(projected: ProjectedLog) {
  const { state, eventCount, evidenceCount, history, nextStep } = projected
  return {
    state,
    event_count: eventCount,
    evidence_count: evidenceCount,
    history,
    next_step: nextStep,
  }
}

/** The keys of the original, and ours beside them. */
export function workStatusJson({ projected, log, chain, next, shut }: WorkStatus): unknown {
  const { chained, legacy, headSha256 } = projected.reading.head
  return {
    ...projectionJson(projected),
    event_log: log,
    chain: { status: chain, chained, legacy, head_sha256: headSha256 },
    next_events: next.map(({ event, gate }) => ({ event, gate })),
    shut_gates: shut,
  }
}

export function resumeJson({ projected }: WorkStatus): unknown {
  const { state, nextStep, eventCount } = projected
  return { state, next_step: nextStep, event_count: eventCount }
}
