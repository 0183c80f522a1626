import { compareHistories } from '../decisions/append-rule.ts'
import type { Decision, LogFile } from '../decisions/decision.ts'
import { judgeNewDecision } from '../decisions/judge-new-decision.ts'
import { parseDecisionFile } from '../decisions/parse-decision-file.ts'
import { assembleLog, type DecisionLog, type Finding, type LogOddity } from '../decisions/read-decision-log.ts'
import { type ChangeMark, cutHeld, standsIn } from './agent-marks.ts'

/** A log as it lies on the disk now; null where the folder is gone. */
export type DiskLog = { readonly files: readonly LogFile[]; readonly others: readonly LogOddity[] } | null

/** One change that breaks the append rule. */
export type Violation = {
  /** The decision's id where it is known, else the file name. */
  readonly id: string
  readonly file: string
  /** What happened, in one phrase. */
  readonly what: string
  /** The baseline does not hold the file: restoring moves it away. */
  readonly extra: boolean
}

/** An append that was found: in force at once, or held back because an agent's call made it under the guard. */
export type FoundAppend = { readonly id: string; readonly file: string; readonly from: number; readonly held: boolean }

export type LogComparison = {
  readonly violations: readonly Violation[]
  /** Named findings that are no violation: new files that cannot be read as decisions, clashing ids. */
  readonly invalid: readonly Finding[]
  readonly warnings: readonly Finding[]
  readonly appends: readonly FoundAppend[]
  /** Files that are new since the baseline and were taken on. */
  readonly added: readonly string[]
  /** The texts that the baseline must hold from now on. */
  readonly texts: Readonly<Record<string, string>>
  /** The log in force: accepted changes, the baseline's text where a change is held or broken. */
  readonly inForce: DecisionLog
}

export type ComparisonInput = {
  readonly baseline: Readonly<Record<string, string>>
  readonly disk: DiskLog
  /** An agent's call is running and a current decision guards the log: its changes are held to the agent's rules. */
  readonly guarded: boolean
  /** Appends and new files of an agent's call that an earlier event did not let into force. */
  readonly held?: readonly ChangeMark[]
  readonly refused?: readonly ChangeMark[]
}

/**
 * Holds the files of a log against a session's baseline (specification decisions sections 4 and 5): new valid files
 * and appends are taken on, anything else is a violation until the old history is back. Decides on texts alone.
 */
export function compareLog(input: ComparisonInput): LogComparison {
  const draft = new Draft(input.baseline)
  const disk = new Map((input.disk?.files ?? []).map((file) => [file.name, file.text]))
  if (input.disk === null) draft.violate('.hdr/decisions', '.hdr/decisions', 'the decision log folder is gone')
  else for (const name of Object.keys(input.baseline)) compareKnownFile(draft, input, name, disk.get(name))
  const before = assembleLog({ files: Object.entries(input.baseline).map(([name, text]) => ({ name, text })) })
  for (const [name, text] of disk) {
    if (input.baseline[name] === undefined) compareNewFile(draft, input, before, { name, text })
  }
  return draft.finish(input.disk)
}

/** The comparison while it is being made. */
class Draft {
  readonly violations: Violation[] = []
  readonly appends: FoundAppend[] = []
  readonly addedFiles = new Set<string>()
  readonly texts: Record<string, string>
  readonly seen: Record<string, string> = {}

  constructor(baseline: Readonly<Record<string, string>>) {
    this.texts = { ...baseline }
  }

  violate(id: string, file: string, what: string, extra = false): void {
    this.violations.push({ id, file, what, extra })
  }

  /** A new file that clashes with another is not taken on: whoever mends it may still change or remove it. */
  private withholdClashes(findings: readonly Finding[]): void {
    const errors = findings.filter((finding) => finding.severity === 'error')
    for (const file of [...this.addedFiles]) {
      if (!errors.some((finding) => names(finding, file))) continue
      this.addedFiles.delete(file)
      delete this.texts[file]
    }
  }

  finish(disk: DiskLog): LogComparison {
    const inForce = assembleLog({
      files: Object.entries({ ...this.texts, ...this.seen }).map(([name, text]) => ({ name, text })),
      others: disk?.others ?? [],
    })
    this.withholdClashes(inForce.findings)
    const unreadable = inForce.invalid.flatMap((file) =>
      file.faults.map((fault) => ({ ...fault, severity: 'error' as const })),
    )
    return {
      violations: this.violations,
      invalid: [...unreadable, ...inForce.findings.filter((finding) => finding.severity === 'error')],
      warnings: inForce.findings.filter((finding) => finding.severity === 'warning'),
      appends: this.appends,
      added: [...this.addedFiles],
      texts: this.texts,
      inForce,
    }
  }
}

function names(finding: Finding, file: string): boolean {
  return finding.at?.file === file || finding.message.includes(file)
}

function compareKnownFile(draft: Draft, input: ComparisonInput, name: string, text: string | undefined): void {
  const known = input.baseline[name] as string // the caller walks the baseline's own names
  if (text === known) return
  const before = parseDecisionFile({ name, text: known })
  if (text === undefined) {
    const id = before.ok ? before.value.id : name
    draft.violate(id, name, before.ok ? describeLoss(before.value) : 'its file is gone')
    return
  }
  const after = parseDecisionFile({ name, text })
  if (!before.ok) {
    draft.texts[name] = cutHeld(input.held ?? [], { name, text }) // no history yet: what it says now counts
    return
  }
  if (!after.ok) {
    draft.violate(
      before.value.id,
      name,
      `its file no longer reads as a decision (${after.faults[0]?.message ?? 'unreadable'})`,
    )
    return
  }
  takeOn(draft, input, { name, text, before: before.value, after: after.value })
}

function describeLoss(decision: Decision): string {
  return `its file is gone (it held ${decision.history.length} ${decision.history.length === 1 ? 'entry' : 'entries'})`
}

type Change = { readonly name: string; readonly text: string; readonly before: Decision; readonly after: Decision }

function takeOn(draft: Draft, input: ComparisonInput, change: Change): void {
  const verdict = compareHistories(change.before, change.after)
  if (verdict.kind === 'broken') {
    draft.violate(change.before.id, change.name, `entry ${verdict.entry + 1}: ${verdict.what}`)
    return
  }
  if (verdict.kind === 'appended') {
    const held = input.guarded || isMarked(input.held, change)
    draft.appends.push({ id: change.before.id, file: change.name, from: verdict.from, held })
    if (held) return
  }
  draft.texts[change.name] = change.text
}

function isMarked(marks: readonly ChangeMark[] | undefined, { name, text }: LogFile): boolean {
  return marks?.some((mark) => standsIn(mark, { name, text })) ?? false
}

function compareNewFile(draft: Draft, input: ComparisonInput, before: DecisionLog, file: LogFile): void {
  const parsed = parseDecisionFile(file)
  const isRefused = isMarked(input.refused, file)
  const faults = input.guarded || isRefused ? judgeNewDecision(file, before) : []
  if (isRefused || faults.length > 0) {
    const id = parsed.ok ? parsed.value.id : file.name
    draft.violate(id, file.name, `an agent's command made this file: ${faults[0]?.message ?? 'it was refused'}`, true)
    return
  }
  if (!parsed.ok) {
    draft.seen[file.name] = file.text
    return
  }
  draft.addedFiles.add(file.name)
  draft.texts[file.name] = cutHeld(input.held ?? [], file)
}
