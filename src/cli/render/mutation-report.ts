import type { MutationReport, Survivor } from '../../app/evidence/mutate-evidence.ts'
import { indentedTokenJson } from '../../core/codec/token-json.ts'
import {
  type LeftMutants,
  type StopReason,
  type TriedMutant,
  verdictOfRun,
} from '../../core/mutation/mutation-record.ts'
import { metricsOf } from '../../core/mutation/mutation-verdict.ts'
import { printable } from '../../core/printable.ts'
import { signerOf } from '../../core/sign/signature-block.ts'
import { JsonText } from '../define-command.ts'
import type { Page } from '../page.ts'
import { cutLongLines } from './cut-lines.ts'
import { renderChange } from './text-diff.ts'
import { wrap } from './wrap.ts'

const NAMED_MAX = 5

export function renderMutationReport(report: MutationReport, page: Page): string {
  const { run, path, survivors } = report
  const verdict = verdictOfRun(run)
  const more = run.mutants.filter(({ outcome }) => outcome === 'survived').length - survivors.length
  const marks = { sensitive: page.green(page.symbols.yes), 'no-control': page.red(page.symbols.no) }
  const mark = verdict === 'sensitive' || verdict === 'no-control' ? marks[verdict] : page.yellow(page.symbols.warn)
  const lines = [...aboutClean(report), ...aboutOutcomes(run.mutants), ...aboutLeft(run.left), ...aboutDoubts(report)]
  return [
    `${mark} ${verdict}: ${run.id}${countsText(run.mutants)}`,
    ...lines.flatMap((line) => wrap(printable(line), page.width, '  ', '    ')),
    ...survivors.flatMap((survivor) => diffOf(survivor, page)),
    ...(more > 0 ? [`  and ${more} more survivors`] : []),
    ...signatureLines(report),
    `  record: ${printable(path)}`,
  ].join('\n')
}

function countsText(mutants: readonly TriedMutant[]): string {
  const { killed, survived, score } = metricsOf(mutants.map(({ outcome }) => outcome))
  return score === null ? '' : `, ${killed} of ${killed + survived} changes noticed, score ${scoreText(score)}`
}

/** Rounded down: 1.00 is said of no criterion that missed one. */
function scoreText(score: number): string {
  return (Math.floor(score * 100) / 100).toFixed(2)
}

function aboutClean({ run: { clean, timeoutS }, trouble }: MutationReport): readonly string[] {
  if (clean.verdict === 'passed') return []
  const ends = {
    failed: `it exited with ${clean.exitCode}`,
    timeout: `it was ended after ${timeoutS} s`,
    'could-not-start': `it could not start: ${trouble ?? 'unknown'}`,
  }
  return [
    `the criterion does not pass on a clean copy of the tree: ${ends[clean.verdict]}`,
    'a copy leaves out .git, node_modules and the like; --include node_modules takes them along',
  ]
}

function aboutOutcomes(mutants: readonly TriedMutant[]): readonly string[] {
  const named = (wanted: TriedMutant['outcome']) => mutants.filter(({ outcome }) => outcome === wanted)
  const [lost, errors] = [named('not-applied'), named('error')]
  const timeouts = mutants.filter(({ outcome, exitCode }) => outcome === 'killed' && exitCode === null)
  return [
    ...(timeouts.length === 0 ? [] : [`noticed by running too long: ${shown(timeouts)}`]),
    ...(lost.length === 0 ? [] : [`not found where they should be, and not tried: ${shown(lost)}`]),
    ...(errors.length === 0 ? [] : [`the criterion could not start for: ${shown(errors)}`]),
  ]
}

const REASONS: Readonly<Record<StopReason, string>> = {
  'max-mutants': 'not among those to try',
  'first-survivor': 'left after the first survivor',
  'time-limit': 'left because the time was over',
}

function aboutLeft(left: readonly LeftMutants[]): readonly string[] {
  return left.map(({ reason, ids }) => `${ids.length} mutants ${REASONS[reason]}`)
}

/** What may make the answer worth less than it looks. */
function aboutDoubts({ run, isLoner, namesWorkspace, leftBehind }: MutationReport): readonly string[] {
  return [
    ...(isLoner ? ['the criterion does not pass beside itself, so one copy was tried at a time'] : []),
    ...(namesWorkspace.length === 0
      ? []
      : [
          `the command or its environment names this folder itself, where nothing is changed: ${namesWorkspace.join(' ')}`,
        ]),
    ...(run.outerLinks.length === 0
      ? []
      : [`links lead out of the copies, and what is written through them is not undone: ${some(run.outerLinks)}`]),
    ...(leftBehind === null
      ? []
      : [`the copies could not be taken away, as something still writes there: ${leftBehind}`]),
  ]
}

function diffOf({ file, line, before, after }: Survivor, page: Page): readonly string[] {
  return [
    `  survived ${page.bold(printable(`${file}:${line}`))}`,
    ...renderChange(...cutLongLines(before, after), page),
  ]
}

function signatureLines({ record, signError }: MutationReport): readonly string[] {
  if (signError !== null) return [`  it is not signed: ${printable(signError)}`]
  const signer = signerOf(record['signature'] ?? null)
  return signer === null ? [] : [`  signed by ${printable(signer)}`]
}

function shown(mutants: readonly TriedMutant[]): string {
  return some(mutants.map(({ id }) => id))
}

function some(texts: readonly string[]): string {
  const rest = texts.length - NAMED_MAX
  return `${texts.slice(0, NAMED_MAX).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The record as it was written; verified as the file is. */
export function mutationReportJson({ record, signError, leftBehind }: MutationReport): JsonText {
  const trouble = {
    ...(signError === null ? {} : { sign_error: signError }),
    ...(leftBehind === null ? {} : { left_behind: leftBehind }),
  }
  return new JsonText(indentedTokenJson({ ...record, ...trouble }))
}
