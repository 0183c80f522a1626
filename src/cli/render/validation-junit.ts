import type { Problem } from '../../app/validate/problem.ts'
import type { Validation } from '../../app/validate/validate-log.ts'
import { printable } from '../../core/printable.ts'
import { problemLine } from './validation.ts'

/** One test case for each current decision, and one for each problem that belongs to none. */
export function renderJunit(report: Validation): string {
  const errors = report.problems.filter(({ severity }) => severity === 'error')
  const decisions = report.decisions.map(({ id, title, outcome }) => {
    const own = errors.filter((problem) => problem.id === id)
    return testCase(`${id} ${title}`, own, outcome === 'passed' || outcome === 'failed' ? null : outcome)
  })
  const known = new Set(report.decisions.map(({ id }) => id))
  const others = errors.filter(({ id }) => id === null || !known.has(id))
  const rest = others.map((problem) => testCase(problem.file ?? problem.id ?? problem.code, [problem], null))
  const cases = [...decisions, ...(rest.length > 0 ? rest : [testCase('decision log', [], null)])]
  const failures = cases.filter(({ failed }) => failed).length
  const attributes = `name="bylaw validate" tests="${cases.length}" failures="${failures}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `  <testsuite ${attributes} errors="0" skipped="${cases.filter(({ skipped }) => skipped).length}">`,
    ...cases.map(({ xml }) => xml),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function testCase(name: string, problems: readonly Problem[], skipped: string | null) {
  const open = `    <testcase classname="bylaw" name="${escapeXml(name)}"`
  const failed = problems.length > 0
  if (!failed && skipped === null) return { failed, skipped: false, xml: `${open}/>` }
  const inner = failed ? failureXml(problems) : `      <skipped message="${escapeXml(skipped ?? '')}"/>`
  return { failed, skipped: !failed, xml: `${open}>\n${inner}\n    </testcase>` }
}

function failureXml(problems: readonly Problem[]): string {
  const [first] = problems
  const text = problems.map((problem) => escapeXml(problemLine(problem))).join('\n')
  return `      <failure type="${escapeXml(first?.code ?? '')}" message="${escapeXml(first?.message ?? '')}">${text}</failure>`
}

/** What is not printable is shown as an escape; what XML 1.0 does not have, escaped or not, becomes U+FFFD. */
function escapeXml(text: string): string {
  return printable(text)
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const NOT_XML = /[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
