import type {
  AndOr,
  Case,
  CompoundList,
  Coproc,
  Function as FunctionNode,
  If,
  Pipeline,
  Redirected,
  Statement,
  SyntaxNode,
} from 'unbash'
import { knownOutputs } from './known-output.ts'
import { outputFeed } from './output-feed.ts'
import { printedSince } from './printed-since.ts'
import { readEmbedded } from './read-embedded.ts'
import { readFed } from './read-fed.ts'
import { readArithmetic, readHidden } from './read-hidden.ts'
import { readArithmeticFor, readFor, readWhile } from './read-loops.ts'
import { readRedirects, readSimple } from './read-simple.ts'
import { type Input, inputOf, inside, type Reader, type Scope, spanOf } from './reader.ts'
import { emitCall } from './run-call.ts'
import { fork, join, type ShellState } from './shell-state.ts'
import { forgetAssigned, setVariable } from './shell-variables.ts'
import { UNKNOWN } from './text-marks.ts'
import { writeOutputs } from './written-files.ts'

const DEPTH_MAX = 200

/** Reads one node of the syntax tree: the simple commands in it, in the order in which a shell would come to them. */
export function readNode(reader: Reader, node: SyntaxNode, scope: Scope): void {
  if (scope.depth > DEPTH_MAX) {
    reader.faults.add('the command nests too deeply to be read')
    return
  }
  if (node.type === 'Command') {
    readSimple(reader, node, scope)
    return
  }
  const inner = { ...scope, depth: scope.depth + 1 }
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
      for (const statement of node.commands) readStatement(reader, statement, inner)
      return
    case 'Statement':
      readStatement(reader, node, inner)
      return
    case 'AndOr':
      readAndOr(reader, node, inner)
      return
    case 'Pipeline':
      readPipeline(reader, node, inner)
      return
    case 'Redirected':
      readRedirected(reader, node, inner)
      return
    case 'Subshell':
      readNode(reader, node.body, { ...inner, state: fork(inner.state) })
      return
    case 'BraceGroup':
      readNode(reader, node.body, inner)
      return
    case 'If':
      readIf(reader, node, inner)
      return
    case 'Case':
      readCase(reader, node, inner)
      return
    case 'While':
      readWhile(reader, node, inner)
      return
    case 'For':
    case 'Select':
      readFor(reader, node, inner)
      return
    case 'ArithmeticFor':
      readArithmeticFor(reader, node, inner)
      return
    case 'Function': {
      defineFunction(reader, node, scope)
      return
    }
    case 'Coproc':
      readCoproc(reader, node, inner)
      return
    case 'ArithmeticCommand':
      readEmbedded(reader, node, inner)
      readArithmetic(reader, node.body, inner, spanOf(scope, node))
      forgetAssigned(scope.state, node.body)
      return
    case 'TestCommand':
      readTest(reader, node, inner)
      return
    default:
      readEmbedded(reader, node, inner)
      return
  }
}

/** A program that is not found calls the function of this name, with words that the text does not show. */
const NOT_FOUND = /^command_not_found_handler?$/

function defineFunction(reader: Reader, node: FunctionNode, scope: Scope): void {
  const { body } = node
  scope.state.functions.set(node.name.value, { body, source: scope.source, fixed: scope.fixed })
  if (!NOT_FOUND.test(node.name.value)) return
  const state = { ...fork(scope.state), positional: null }
  reader.later.push(() => readNode(reader, body, inside(scope, 'function', state)))
}

const ARITHMETIC_TEST = /\s-(?:eq|ne|lt|le|gt|ge|v)\s/

/** Numbers are compared as arithmetic; `-v` takes a name with an index. */
function readTest(reader: Reader, node: SyntaxNode, scope: Scope): void {
  readEmbedded(reader, node, scope)
  const text = scope.source.slice(node.pos, node.end)
  if (!ARITHMETIC_TEST.test(text)) return
  if (text.includes("'") || text.includes('\\')) readHidden(reader, text, scope, spanOf(scope, node))
  readArithmetic(reader, text, scope, spanOf(scope, node))
}

function readStatement(reader: Reader, node: Statement, scope: Scope): void {
  readNode(reader, node.command, node.background ? { ...scope, state: fork(scope.state) } : scope)
}

/** Commands that do not fail in practice: what follows them with `&&` counts as certain. */
const RELIABLE: Readonly<Record<string, true>> = {
  cd: true,
  pushd: true,
  export: true,
  set: true,
  echo: true,
  printf: true,
  true: true,
  ':': true,
  unset: true,
}

function isReliable(node: SyntaxNode): boolean {
  return node.type === 'Command' && (node.name === undefined || Object.hasOwn(RELIABLE, node.name.value))
}

/** What follows `&&` or `||` may not run: its changes hold inside the chain, and after it only where both ways agree. */
function readAndOr(reader: Reader, node: AndOr, scope: Scope): void {
  let branch: ShellState | null = null
  let certain = true
  node.commands.forEach((command, index) => {
    const operator = index === 0 ? null : node.operators[index - 1]
    certain &&= operator !== '||'
    if (operator === '||' && branch !== null) {
      join(scope.state, [branch], false)
      branch = null
    }
    if (!certain && branch === null) branch = fork(scope.state)
    readNode(reader, command, branch === null ? scope : { ...scope, state: branch })
    certain &&= isReliable(command)
  })
  if (branch !== null) join(scope.state, [branch], false)
}

/** Each part of a pipe is a shell of its own; what an `echo` prints is known to the part behind it. */
function readPipeline(reader: Reader, node: Pipeline, scope: Scope): void {
  const [only, ...others] = node.commands
  if (only !== undefined && others.length === 0) {
    readNode(reader, only, scope)
    return
  }
  let input: Input = scope
  node.commands.forEach((command) => {
    const before = reader.commands.length
    readNode(reader, command, { ...scope, ...inputOf(input), state: fork(scope.state) })
    const printed = reader.commands.slice(before)
    const stdin = knownOutputs(printed, reader.lastStdin)
    input = { stdin, piped: true, feed: stdin === null ? outputFeed(printed) : null }
  })
}

function readRedirected(reader: Reader, node: Redirected, scope: Scope): void {
  const { redirects, input, outputs } = readRedirects(reader, node.redirects, scope)
  const span = spanOf(scope, node)
  const call = { fields: [], assignments: [], redirects, outputs, ...input, span, wrappers: [], inShell: true }
  emitCall(reader, call, scope)
  const before = reader.commands.length
  readNode(reader, node.command, { ...scope, ...input })
  if (outputs.length > 0) writeOutputs(reader, outputs, printedSince(reader, before))
  readFed(reader, { node, before }, scope)
}

function readIf(reader: Reader, node: If, scope: Scope): void {
  const branches: ShellState[] = []
  const readBranch = (body: CompoundList): void => {
    const state = fork(scope.state)
    readNode(reader, body, { ...scope, state })
    branches.push(state)
  }
  readNode(reader, node.clause, scope)
  const clauses = node.elif.map((branch) => branch.clause)
  for (const clause of clauses) readNode(reader, clause, scope)
  for (const body of [node.then, ...node.elif.map((branch) => branch.then)]) readBranch(body)
  if (node.else !== undefined) readBranch(node.else)
  join(scope.state, branches, node.else !== undefined)
}

function readCase(reader: Reader, node: Case, scope: Scope): void {
  readEmbedded(reader, node.word, scope)
  const branches = node.items.map((item) => {
    for (const pattern of item.pattern) readEmbedded(reader, pattern, scope)
    const state = fork(scope.state)
    readNode(reader, item.body, { ...scope, state })
    return state
  })
  join(scope.state, branches, false)
}

function readCoproc(reader: Reader, node: Coproc, scope: Scope): void {
  setVariable(scope.state, node.name?.value ?? 'COPROC', [UNKNOWN])
  readNode(reader, node.body, { ...scope, stdin: null, piped: true, feed: 'program', state: fork(scope.state) })
}
