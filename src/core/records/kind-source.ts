import { type Expression, type ModuleDeclaration, type Program, parse, type Statement } from 'acorn'
import type { JsonValue } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'

export type KindSource = {
  readonly value: JsonValue
  /** The line of the value at a key path such as `schema.refs.0`; null where nothing stands. */
  lineOf(path: string): number | null
}

type Parts = ReadonlyMap<string, Reading>
/** A value with its place; `size` and `depth` count what its constants stand for. */
type Reading = {
  readonly value: JsonValue
  readonly line: number
  readonly parts: Parts
  readonly size: number
  readonly depth: number
}
type Names = Map<string, Reading>
type Node = { readonly type: string; readonly loc?: { readonly start: { readonly line: number } } | null }

const TEXT_MAX_LENGTH = 256 * 1024
const VALUES_MAX = 10_000
const DEPTH_MAX = 32
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
    return { ok: true, value: { value: reading.value, lineOf: (path) => findLine(reading, path) } }
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
      return { ...known, line: lineOf(expression) }
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
  const parts = new Map(items.map((item, at) => [String(at), item]))
  return whole(
    node,
    parts,
    items.map(({ value }) => value),
  )
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
  return whole(node, found, value)
}

/** Constants may be named again and again: what they stand for is counted before anybody walks through it. */
function whole(node: Node, parts: Parts, value: JsonValue): Reading {
  let size = 1
  let depth = 1
  for (const part of parts.values()) {
    size += part.size
    depth = Math.max(depth, part.depth + 1)
  }
  if (size > VALUES_MAX) throw new NoData(node, `the kind file holds more than ${VALUES_MAX} values`)
  if (depth > DEPTH_MAX) throw new NoData(node, `the kind file is nested deeper than ${DEPTH_MAX}`)
  return { value, line: lineOf(node), parts, size, depth }
}

function findLine(reading: Reading, path: string): number | null {
  let found: Reading | undefined = reading
  for (const key of path === '' ? [] : path.split('.')) found = found?.parts.get(key)
  return found?.line ?? null
}

function leaf(node: Node, value: JsonValue): Reading {
  return { value, line: lineOf(node), parts: new Map(), size: 1, depth: 1 }
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
