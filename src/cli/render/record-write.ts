import { documentId } from '../../app/records/run-verb.ts'
import type { WriteReport } from '../../app/records/write-report.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { renderDiff } from './text-diff.ts'

const DONE = { new: 'wrote', amend: 'amended', review: 'added a verdict to' } as const
const WOULD = { new: 'would write', amend: 'would amend', review: 'would add a verdict to' } as const

/** What a verb did to a record, and in a dry run the difference that it would make. */
export function renderRecordWrite(report: WriteReport, page: Page): string {
  const { id, path, verb, dryRun, before, text, changed, sealDropped, warnings, state } = report
  if (before === text) return `nothing to change in ${id}`
  const head = `${dryRun ? WOULD[verb] : DONE[verb]} ${page.bold(printable(id))} (${printable(path)})`
  const lines = [
    ...(state === null ? [] : [`state ${printable(state)}`]),
    ...(changed === null ? [] : [`changed ${changed.map(printable).join(', ')}`]),
    ...(sealDropped === null ? [] : [`the author's seal was taken out: ${sealDropped}; --sign makes a new one`]),
    `digest ${report.digest}`,
    ...warnings.map(({ code, message }) => `${page.yellow('warning')} ${code}: ${printable(message)}`),
  ]
  const diff = dryRun ? ['', renderDiff(path, before ?? '', text, page)] : []
  return [head, ...lines.map((line) => `  ${line}`), ...diff].join('\n')
}

/** The result of records.md 8.2 to 8.4, under our own names. */
export function recordWriteJson(report: WriteReport): unknown {
  const { verb, recordKind, path, id, changed, seal, sealDropped, review, dryRun, warnings, text, digest } = report
  return {
    $schema: documentId(`records-${verb}`),
    contract: 1,
    kind: recordKind,
    path,
    id,
    ...(changed === null ? {} : { changed }),
    ...(seal === null ? {} : { seal }),
    ...(sealDropped === null ? {} : { sealDropped }),
    ...(review === null ? {} : { review }),
    dryRun,
    warnings,
    ...(dryRun ? { text } : {}),
    digest,
  }
}
