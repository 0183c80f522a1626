import type { EvidenceList, ListedEvidence } from '../../app/evidence/list-evidence.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { evidenceVerificationJson } from './evidence-verification.ts'

const HEAD = ['state', 'id', 'verdict', 'age', 'record']

export function renderEvidenceList({ records, others, folder }: EvidenceList, page: Page): string {
  const rest = others.map((path) => `  ${printable(path)} is no record of a run`)
  if (records.length === 0) return [`no evidence in ${printable(folder)}`, ...rest].join('\n')
  const rows = [HEAD, ...records.map(rowOf)]
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const [head = '', ...body] = lines
  return [page.dim(head), ...body, ...rest].join('\n')
}

function rowOf({ status, id, verdict, ageMs, file }: ListedEvidence): readonly string[] {
  return [status, printable(id ?? '?'), printable(verdict ?? '?'), ageText(ageMs), printable(nameOf(file))]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** In the largest unit that gives at least 1. */
function ageText(ageMs: number | null): string {
  if (ageMs === null) return '?'
  const [unit, size] = UNITS.find(([, each]) => ageMs >= each) ?? (['s', 1000] as const)
  return `${Math.floor(ageMs / size)} ${unit}`
}

export function evidenceListJson({ records, others }: EvidenceList): unknown {
  return {
    records: records.map((record) => ({
      file: record.file,
      started_at: record.startedAt,
      age_s: record.ageMs === null ? null : Math.floor(record.ageMs / 1000),
      command: record.command,
      ...(evidenceVerificationJson(record) as object),
    })),
    others,
  }
}
