import type { Problem } from '../../app/validate/problem.ts'
import type { Validation } from '../../app/validate/validate-log.ts'
import { printableJson } from '../../core/printable.ts'
import { VERSION } from '../version.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** One run of SARIF 2.1.0. Paths are relative to the top of the repository. */
export function renderSarif(report: Validation): string {
  const codes = [...new Set(report.problems.map(({ code }) => code))]
  const document = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'bylaw', version: VERSION, rules: codes.map((id) => ({ id, name: pascalCase(id) })) } },
        columnKind: 'utf16CodeUnits',
        results: report.problems.map((problem) => result(problem, codes.indexOf(problem.code), report.prefix)),
      },
    ],
  }
  return printableJson(JSON.stringify(document, null, 2))
}

function result({ severity, id, file, line, code, message, hint }: Problem, ruleIndex: number, prefix: string) {
  const text = [id === null ? message : `${id}: ${message}`, ...(hint === null ? [] : [hint])].join('\n')
  const location = {
    physicalLocation: {
      artifactLocation: { uri: uriOf(`${prefix}${file ?? '.hdr/decisions'}`), uriBaseId: '%SRCROOT%' },
      // A result without a line is about the whole file; its first line is where viewers can show it.
      region: { startLine: line ?? 1 },
    },
  }
  return { ruleId: code, ruleIndex, level: severity, message: { text }, locations: [location] }
}

function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|[-/])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
