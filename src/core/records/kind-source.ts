import { type Expression, type ModuleDeclaration, type Program, parse, type Statement } from 'acorn'
import type { JsonValue } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'

export type KindSource = {
  readonly value: JsonValue
  /** The line of the value at a key path such as `schema.refs.0`; null where nothing stands. */
  lineOf(path: string): number | null
}

type Reading = { readonly value: JsonValue; readonly lines: ReadonlyMap<string, number> }
type Names = Map<string, Reading>
type Node = { readonly type: string; readonly loc?: { readonly start: { readonly line: number } } | null }

const TEXT_MAX_LENGTH = 256 * 1024
const VALUES_MAX = 10_000
const EXPORT = 'recordKind'

/** What stands in a kind file and is no data; caught where the file is read, never outside of this module. */
class NoData extends Error {
  readonly line: number | undefined
  constructor(node: Node | null, why: string) {
    super(why)
    this.line = node?.loc?.start.line
  }
}

/**
 * The object that a kind file exports as `recordKind`, read as data and never run (records.md 26, weakness 24):
 * literals, lists, objects, template strings without `${}`, and earlier constants by name. Anything else that a
 * module can hold is `kind-invalid`, with its line: what it would do is not known without running it.
 */
export function parseKindSource(text: string, file: string): Parsed<KindSource, 'kind-invalid'> {
  try {
    const reading = readProgram(parseModule(text))
    return { ok: true, value: { value: reading.value, lineOf: (path) => reading.lines.get(path) ?? null } }
  } catch (error) {
    if (!(error instanceof NoData)) throw error
    return { ok: false, faults: [faultOf(error, file)] }
  }
}

function faultOf({ message, line }: NoData, file: string): Fault<'kind-invalid'> {
  const hint = 'a kind file is read as data, not run: write the values out'
  return { code: 'kind-invalid', message, hint, at: { file, ...(line === undefined ? {} : { line }) } }
}

function parseModule(text: string): Program {
  if (text.length > TEXT_MAX_LENGTH) throw new NoData(null, `the kind file is longer than ${TEXT_MAX_LENGTH} letters`)
  try {
    return parse(text.replace(/^\ufeff/, ''), { ecmaVersion: 2023, sourceType: 'module', locations: true })
  } catch (error) {
    if (error instanceof SyntaxError) {
      const { loc } = error as SyntaxError & { loc?: { line: number; column: number } } // acorn adds the place
      throw new NoData(
        loc ? { type: 'error', loc: { start: loc } } : null,
        `the kind file is no module: ${error.message}`,
      )
    }
    if (error instanceof RangeError) throw new NoData(null, 'the kind file is nested too deep to be read')
    throw error
  }
}

function readProgram(program: Program): Reading {
  const names: Names = new Map()
  for (const statement of program.body) readStatement(statement, names)
  const found = names.get(`export ${EXPORT}`)
  if (found === undefined) throw new NoData(null, `the kind file has no \`export const ${EXPORT} = {…}\``)
  return found
}

function readStatement(statement: Statement | ModuleDeclaration, names: Names): void {
  if (statement.type === 'EmptyStatement' || ('directive' in statement && statement.directive !== undefined)) return
  const exported = statement.type === 'ExportNamedDeclaration'
  const inner = exported ? statement.declaration : statement
  if (inner?.type !== 'VariableDeclaration' || inner.kind !== 'const') {
    throw new NoData(statement, `a kind file holds constants only, not ${said(inner ?? statement)}`)
  }
  for (const { id, init } of inner.declarations) {
    if (id.type !== 'Identifier') throw new NoData(id, 'a constant of a kind file has a plain name')
    const reading = readExpression(init ?? id, names)
    names.set(id.name, reading)
    if (exported) names.set(`export ${id.name}`, reading)
  }
}

function readExpression(node: Node, names: Names): Reading {
  const expression = node as Expression // every other node falls through to the refusal at the end
  switch (expression.type) {
    case 'Literal':
      return leaf(expression, literal(expression.value, expression))
    case 'TemplateLiteral':
      if (expression.expressions.length > 0)
        throw new NoData(expression, 'a template string with a value in it is no data')
      return leaf(expression, expression.quasis[0]?.value.cooked ?? '')
    case 'UnaryExpression':
      return leaf(expression, negative(expression, names))
    case 'Identifier': {
      const known = names.get(expression.name)
      if (known === undefined) throw new NoData(expression, `${expression.name} is no earlier constant of this file`)
      return { value: known.value, lines: new Map([...known.lines, ['', lineOf(expression)]]) }
    }
    case 'ArrayExpression':
      return readList(expression, names)
    case 'ObjectExpression':
      return readObject(expression, names)
    default:
      throw new NoData(expression, `a kind file holds data only, not ${said(expression)}`)
  }
}

function literal(value: unknown, node: Node): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new NoData(node, 'a kind file holds texts, numbers, true, false and null only')
}

function negative(node: Expression & { type: 'UnaryExpression' }, names: Names): number {
  const { value } = node.operator === '-' ? readExpression(node.argument, names) : { value: null }
  if (typeof value !== 'number')
    throw new NoData(node, `a kind file holds data only, not the operator ${node.operator}`)
  return -value
}

function readList(node: Expression & { type: 'ArrayExpression' }, names: Names): Reading {
  const items = node.elements.map((element) => {
    if (element === null) throw new NoData(node, 'a list of a kind file has no holes')
    return readExpression(element, names)
  })
  return {
    value: items.map(({ value }) => value),
    lines: joinLines(
      node,
      items.map((item, at) => [String(at), item]),
    ),
  }
}

function readObject(node: Expression & { type: 'ObjectExpression' }, names: Names): Reading {
  const found = new Map<string, Reading>()
  for (const property of node.properties) {
    if (property.type !== 'Property') throw new NoData(property, `a kind file holds data only, not ${said(property)}`)
    if (property.computed || property.method || property.kind !== 'init') {
      throw new NoData(property, 'a key of a kind file is a plain name, its value data')
    }
    const key =
      property.key.type === 'Identifier' ? property.key.name : String((property.key as { value?: unknown }).value)
    // Run as code, this key would set the prototype: the one place where data and program read differently.
    if (key === '__proto__') throw new NoData(property, 'the key __proto__ is refused')
    if (found.has(key)) throw new NoData(property, `the key ${key} stands twice`)
    found.set(key, readExpression(property.value, names))
  }
  const value = Object.fromEntries([...found].map(([key, reading]) => [key, reading.value]))
  return { value, lines: joinLines(node, [...found]) }
}

function joinLines(node: Node, parts: readonly (readonly [string, Reading])[]): Map<string, number> {
  // A constant may be named again and again: what each name stands for is counted before it is laid out.
  const count = parts.reduce((sum, [, reading]) => sum + reading.lines.size, 1)
  if (count > VALUES_MAX) throw new NoData(node, `the kind file holds more than ${VALUES_MAX} values`)
  const lines = new Map([['', lineOf(node)]])
  for (const [key, reading] of parts) {
    for (const [path, line] of reading.lines) lines.set(path === '' ? key : `${key}.${path}`, line)
  }
  return lines
}

function leaf(node: Node, value: JsonValue): Reading {
  return { value, lines: new Map([['', lineOf(node)]]) }
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 1
}

const SAID: Readonly<Record<string, string>> = {
  CallExpression: 'a call',
  NewExpression: 'a call',
  ImportDeclaration: 'an import',
  ImportExpression: 'an import',
  SpreadElement: 'a spread',
  FunctionDeclaration: 'a function',
  ArrowFunctionExpression: 'a function',
  FunctionExpression: 'a function',
  ExportDefaultDeclaration: 'a default export',
  ExportNamedDeclaration: 'an export of other names',
  ExportAllDeclaration: 'an export of other names',
  VariableDeclaration: 'variables that can change',
}

function said({ type }: Node): string {
  return SAID[type] ?? `a ${type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`
}
