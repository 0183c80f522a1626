import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { generateMutants } from './generate-mutants.ts'

const { SyntaxKind: Kind } = ts
const OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  Kind.EqualsEqualsToken,
  Kind.ExclamationEqualsToken,
  Kind.EqualsEqualsEqualsToken,
  Kind.ExclamationEqualsEqualsToken,
  Kind.LessThanToken,
  Kind.LessThanEqualsToken,
  Kind.GreaterThanToken,
  Kind.GreaterThanEqualsToken,
  Kind.AmpersandAmpersandToken,
  Kind.BarBarToken,
])

/** What the compiler takes for operators and truth values of code that runs, as `line:column:text`. */
function bySyntax(text: string, file: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && OPERATORS.has(node.operatorToken.kind)) found.push(node.operatorToken)
    const isTruth = node.kind === Kind.TrueKeyword || node.kind === Kind.FalseKeyword
    if (isTruth && !ts.isLiteralTypeNode(node.parent)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
    .sort((one, other) => one.getStart(source) - other.getStart(source))
    .map((node) => {
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source))
      return `${line + 1}:${character}:${node.getText(source)}`
    })
}

const FOLDERS = ['src/core/mutation', 'src/core/shell', 'src/core/codec', 'src/cli']
const FILES = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.ts'))
  .filter((_, at) => at % 2 === 0)

describe('the mutants of our own sources', () => {
  it('are what the compiler takes for operators and truth values', () => {
    let count = 0
    for (const file of FILES) {
      const text = readFileSync(file, 'utf8')
      if (/[\u{10000}-\u{10ffff}]/u.test(text)) continue // the compiler counts its columns in other units
      const made = generateMutants(text, file)
      const ours = made.kind === 'refused' ? [made.reason] : made.mutants.map(({ id }) => id.slice(file.length + 1))
      const found = ours.map((id) => id.replace(/->.*$/, ''))
      expect(found, file).toEqual(bySyntax(text, file))
      count += found.length
    }
    expect(count).toBeGreaterThan(200)
  })
})
