import { findingLine } from '../../app/records/finding-line.ts'
import type { KindListing, RecordList } from '../../app/records/list-records.ts'
import type { RecordEntry } from '../../app/records/read-kind.ts'
import { printable } from '../../core/printable.ts'
import type { Quorum } from '../../core/records/quorum.ts'
import type { Page } from '../page.ts'
import { renderFailedKind } from './failed-kind.ts'
import { quorumText } from './quorum-text.ts'
import { columnsOf, padTo, wrap } from './wrap.ts'

type Read = Extract<KindListing, { kind: 'read' }>

const HEAD = ['', 'id', 'state', 'quorum', 'title'] as const
const TITLE_WIDTH_MIN = 20

/** A table of each kind, then every finding with the line that it points at. */
export function renderRecordList({ kinds, isUnattested }: RecordList, page: Page): string {
  const parts = kinds.map((kind) => (kind.kind === 'read' ? renderKind(kind, page) : renderFailedKind(kind, page)))
  const unmet = isUnattested ? [page.red('a listed record has no verified seal of its author')] : []
  return [...parts, ...unmet].join('\n\n')
}

function renderKind(listing: Read, page: Page): string {
  const { reading, listed, checkout } = listing
  const { loaded, trust, place } = reading
  const at = place.at === null ? '' : ` at ${place.at.slice(0, 12)}`
  const title = `${loaded.kind.name} records in ${printable(loaded.folder)}${at}: ${summaryOf(listing)}`
  const gone = (checkout?.deleted ?? []).map((path) => `  ${printable(path)} is deleted and was committed`)
  const problems = trust.problems.map((problem) => `${page.symbols.warn} trust at base: ${printable(problem)}`)
  return [page.bold(title), ...table(listed, page), ...gone, ...problems, ...findings(listing, page)].join('\n')
}

function summaryOf({ listed }: Read): string {
  const invalid = listed.filter(({ valid }) => !valid).length
  return invalid === 0 ? String(listed.length) : `${listed.length}, ${invalid} invalid`
}

function table(records: readonly RecordEntry[], page: Page): readonly string[] {
  if (records.length === 0) return []
  const rows = records.map((record) => rowOf(record, page))
  const cells = [HEAD, ...rows.map(({ cells: row }) => row)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => columnsOf(row[column] ?? ''))))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const room = Math.max(TITLE_WIDTH_MIN, page.width - before)
  const indent = ' '.repeat(before)
  const line = (row: readonly string[]) =>
    row
      .slice(0, -1)
      .map((cell, column) => padTo(cell, widths[column] ?? 0))
      .join('  ')
  const out = [page.dim(`${line(HEAD)}  title`)]
  for (const { cells: row, links, color } of rows) {
    const [first = '', ...rest] = wrap(row.at(-1) ?? '', room, '')
    out.push(
      `${color(line(row).slice(0, 1))}${line(row).slice(1)}  ${first}`.trimEnd(),
      ...rest.map((text) => indent + text),
    )
    for (const link of links) out.push(`${indent}${page.dim(link)}`)
  }
  return out
}

function rowOf(record: RecordEntry, page: Page) {
  const { id, state, data, path, valid, warnings, quorum, supersededBy, supersedes, remediatedBy } = record
  const { yes, no, warn } = page.symbols
  const title = typeof data?.['title'] === 'string' ? data['title'] : nameOf(path)
  const mark = valid ? (warnings.length === 0 ? yes : warn) : no
  const names = (ids: readonly string[]) => ids.map(printable).join(', ')
  const links = [
    ...(supersededBy === null ? [] : [`superseded by ${printable(supersededBy)}`]),
    ...(supersedes.length === 0 ? [] : [`supersedes ${names(supersedes)}${isPending(record) ? ', not yet' : ''}`]),
    ...(remediatedBy.length === 0 ? [] : [`remediated by ${names(remediatedBy)}`]),
  ]
  const color = valid ? (warnings.length === 0 ? page.green : page.yellow) : page.red
  return { cells: [mark, cell(id), cell(state), progress(quorum), printable(title)], links, color }
}

function isPending({ warnings }: RecordEntry): boolean {
  return warnings.some(({ code }) => code === 'record-supersedes-pending' || code === 'record-supersedes-outranked')
}

function cell(text: string | null): string {
  return text === null ? '?' : printable(text)
}

function progress(quorum: Quorum | null): string {
  return quorum === null ? '' : quorumText(quorum)
}

function findings({ reading, listed }: Read, page: Page): readonly string[] {
  const { kind } = reading.loaded
  return listed.flatMap((record) => {
    const all = [
      ...record.reasons.map((finding) => ({ finding, mark: page.red(page.symbols.no) })),
      ...record.warnings.map((finding) => ({ finding, mark: page.yellow(page.symbols.warn) })),
    ]
    return all.flatMap(({ finding, mark }) => {
      const place = `${printable(record.path)}:${findingLine(finding, record, kind)}`
      return [`${mark} ${place}  ${finding.code}`, ...wrap(printable(finding.message), page.width, '  ')]
    })
  })
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
