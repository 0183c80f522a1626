import { structuredPatch } from 'diff'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'

/** A unified difference of two texts, with three lines around each change. */
export function renderDiff(name: string, before: string, after: string, page: Page): string {
  const { hunks } = structuredPatch(name, name, before, after, undefined, undefined, { context: 3 })
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    page.cyan(`@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map((line) => colouredLine(line, page)),
  ])
  return [page.bold(`--- ${before === '' ? '/dev/null' : name}`), page.bold(`+++ ${name}`), ...lines].join('\n')
}

/** The changed lines alone, with one line around them, indented. */
export function renderChange(before: string, after: string, page: Page): readonly string[] {
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: 1 })
  return hunks.flatMap(({ lines }) => lines.map((line) => `    ${colouredLine(line, page)}`))
}

function colouredLine(line: string, page: Page): string {
  const text = printable(line)
  if (line.startsWith('+')) return page.green(text)
  return line.startsWith('-') ? page.red(text) : text
}
