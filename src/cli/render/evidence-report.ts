import type { EvidenceReport } from '../../app/evidence/run-evidence.ts'
import { indentedTokenJson } from '../../core/codec/token-json.ts'
import { verdictOf } from '../../core/evidence/evidence-record.ts'
import { printable } from '../../core/printable.ts'
import { signerOf } from '../../core/sign/signature-block.ts'
import { JsonText } from '../define-command.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

const SHOWN_MAX = 10

export function renderEvidenceReport(report: EvidenceReport, page: Page): string {
  const { run, path, event } = report
  const verdict = verdictOf(run)
  const mark = verdict === 'passed' ? page.green(page.symbols.yes) : page.red(page.symbols.no)
  const lines = [
    ...aboutEnd(report),
    ...aboutFiles(report),
    ...aboutTree(report),
    ...aboutEvent(event),
    ...aboutSignature(report),
  ]
  return [
    `${mark} ${verdict}: ${run.id}, ${(run.durationMs / 1000).toFixed(1)} s`,
    ...lines.flatMap((line) => wrap(printable(line), page.width, '  ', '    ')),
    `  record: ${printable(path)}`,
  ].join('\n')
}

function aboutEnd({ run, trouble }: EvidenceReport): readonly string[] {
  const kept = run.stdout.kept === null ? [] : [`output: ${run.stdout.kept} and ${run.stderr.kept}`]
  return [
    ...(trouble === null ? [] : [`it could not start: ${trouble}`]),
    ...(run.kind === 'timeout' ? [`it was ended after ${run.timeoutS} s`] : []),
    ...(run.exitCode === null || run.exitCode === 0 ? [] : [endedWith(run.exitCode)]),
    ...(run.leftOver.length === 0 ? [] : [`it left running, and these were ended: ${shown(run.leftOver)}`]),
    ...kept,
  ]
}

function endedWith(exitCode: number): string {
  return exitCode < 0 ? `it was ended by signal ${-exitCode}` : `it exited with ${exitCode}`
}

function aboutFiles({ run: { artifacts } }: EvidenceReport): readonly string[] {
  return artifacts.flatMap(({ pattern, files, unchanged, identical, outside }) => [
    ...(files.length === 0 ? [] : [`wrote ${shown(files.map(({ path }) => path))}`]),
    ...(identical.length === 0 ? [] : [`with the bytes they had before: ${shown(identical)}`]),
    ...(files.length > 0 ? [] : [`nothing was written for ${pattern}`]),
    ...(unchanged.length === 0 ? [] : [`not written by this run: ${shown(unchanged)}`]),
    ...(outside.length === 0 ? [] : [`leads out of the workspace and does not count: ${shown(outside)}`]),
  ])
}

function aboutTree({ run: { tree, treeError } }: EvidenceReport): readonly string[] {
  if (treeError !== null) return [`the record is bound to no tree: ${treeError}`]
  if (tree === null) return ['no git repository here: the record is bound to no tree']
  return tree.changed.length === 0 ? [] : [`the tree changed during the run: ${shown(tree.changed)}`]
}

function aboutEvent(event: EvidenceReport['event']): readonly string[] {
  if (event === null) return []
  if (event.kind === 'refused') return [`the event was not appended: ${event.error}`]
  const { state, nextStep } = event.appended.projected
  return [`event: evidence_recorded, now ${state}, next: ${nextStep}`]
}

function aboutSignature({ record, signError }: EvidenceReport): readonly string[] {
  if (signError !== null) return [`it is not signed: ${signError}`]
  const signer = signerOf(record['signature'] ?? null)
  return signer === null ? [] : [`signed by ${signer}`]
}

function shown(paths: readonly string[]): string {
  const rest = paths.length - SHOWN_MAX
  return `${paths.slice(0, SHOWN_MAX).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The record as it was written, and what became of its event: verified as the file is (protocol-a 6.5). */
export function evidenceReportJson({ record, event, signError }: EvidenceReport): JsonText {
  const appended = event?.kind === 'appended' ? { type: 'evidence_recorded', data: event.data } : null
  const error = {
    ...(event?.kind === 'refused' ? { event_error: event.error } : {}),
    ...(signError === null ? {} : { sign_error: signError }),
  }
  return new JsonText(indentedTokenJson({ ...record, event: appended, ...error }))
}
