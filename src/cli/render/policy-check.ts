import type { CheckedCommand, PolicyCheck } from '../../app/policy/check-policy.ts'
import type { AppliedPolicy } from '../../app/policy/read-policy.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { renderSpan } from './text-span.ts'
import { wrap } from './wrap.ts'

/** One verdict with the piece of text that decided, or one line for each command of a file. */
export function renderPolicyCheck(report: PolicyCheck, page: Page): string {
  const { commands, applied, mode, source } = report
  if (source === 'command') return commands.map((verdict) => renderVerdict(verdict, applied, page)).join('\n')
  const counts = (['BLOCK', 'MANUAL', 'ALLOW'] as const).map(
    (level) => `${commands.filter(({ action }) => action === level).length} ${level}`,
  )
  const width = String(commands.at(-1)?.line ?? 1).length
  return [
    ...commands.map((verdict) => renderLine(verdict, width, page)),
    `${commands.length} ${commands.length === 1 ? 'command' : 'commands'}: ${counts.join(', ')} (${mode})`,
    ...policyLines(applied),
  ].join('\n')
}

/** The answer, why, where in the text, and the policy files that applied. */
export function renderVerdict(verdict: CheckedCommand, applied: AppliedPolicy, page: Page): string {
  const { action, rule, reason, span, text, permits } = verdict
  return [
    ...wrap(`${action} ${printable(rule)}: ${printable(reason)}`, page.width, '', '  ').map((line, at) =>
      at === 0 ? line.replace(action, paint(action, page)) : line,
    ),
    ...(span === null ? [] : renderSpan(text, span, page)),
    ...permits.map((use) => `  ${use.decision} permits ${use.rule}`),
    ...policyLines(applied),
  ].join('\n')
}

function renderLine({ action, rule, line, text }: CheckedCommand, width: number, page: Page): string {
  const name = action === 'ALLOW' ? '' : `${printable(rule)}  `
  const head = `${String(line).padStart(width)}  ${paint(action.padEnd(6), page)}  ${name}`
  const room = Math.max(10, page.width - width - 10 - name.length)
  const shown = printable(text.replace(/\s*\n\s*/g, ' '))
  return head + (shown.length > room ? `${shown.slice(0, room - 3)}...` : shown)
}

function paint(action: string, page: Page): string {
  const colour = action.startsWith('BLOCK') ? page.red : action.startsWith('MANUAL') ? page.yellow : page.green
  return colour(action)
}

export function policyLines({ files, sha256 }: AppliedPolicy): readonly string[] {
  if (sha256 === null) return []
  return [`  policy ${files.map(printable).join(', ')} (sha256 ${sha256.slice(0, 12)})`]
}

/** The keys of the original, and ours beside them. */
export function policyCheckJson(report: PolicyCheck): unknown {
  const { mode, applied, commands, source, action } = report
  const head = { mode, policy: applied.files[0] ?? null, policy_files: applied.files, policy_sha256: applied.sha256 }
  const [first] = commands
  if (source === 'command' && first !== undefined) return { ...head, ...verdictJson(first) }
  return { ...head, action, commands: commands.map((verdict) => ({ line: verdict.line, ...verdictJson(verdict) })) }
}

export function verdictJson({ action, rule, reason, source, span, text, permits }: CheckedCommand) {
  return {
    action,
    rule,
    reason,
    source,
    command: text,
    span,
    piece: span === null ? null : text.slice(...span),
    permits,
  }
}
