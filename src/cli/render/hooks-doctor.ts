import type { HarnessDiagnosis, HooksDoctorReport } from '../../app/hooks/doctor-hooks.ts'
import type { Finding } from '../../app/hooks/finding.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

/** An aligned table of findings per harness; what mends one stands below it. */
export function renderHooksDoctor({ general, harnesses }: HooksDoctorReport, page: Page): string {
  const all = [...general, ...harnesses.flatMap((one) => one.findings)]
  const width = Math.max(0, ...all.map(({ subject }) => subject.length))
  const sections = harnesses.map((one) => [page.bold(headline(one)), ...lines(one.findings, width, page)])
  return [...sections, ['machine', ...lines(general, width, page)]].map((section) => section.join('\n')).join('\n\n')
}

function headline({ title, state }: HarnessDiagnosis): string {
  return state === 'absent' ? `${title}: not registered` : title
}

function lines(findings: readonly Finding[], width: number, page: Page): readonly string[] {
  const inset = ' '.repeat(width + 6)
  return findings.flatMap(({ subject, verdict, text, mend }) => {
    const [first = '', ...rest] = wrap(printable(text), page.width, inset)
    const line = `  ${mark(verdict, page)} ${subject.padEnd(width)}  ${first.slice(inset.length)}`
    const arrow =
      mend === undefined ? [] : wrap(`${page.symbols.arrow} ${printable(mend)}`, page.width, inset, `${inset}  `)
    return [line, ...rest, ...arrow]
  })
}

function mark(verdict: Finding['verdict'], page: Page): string {
  const marks = {
    ok: page.green(page.symbols.yes),
    info: page.dim(page.symbols.bullet),
    warn: page.yellow(page.symbols.warn),
    fail: page.red(page.symbols.no),
  }
  return marks[verdict]
}
