import type {
  AndOr,
  Case,
  CompoundList,
  Coproc,
  For,
  If,
  Pipeline,
  Redirected,
  Select,
  Statement,
  SyntaxNode,
  While,
} from 'unbash'
import { expandWord } from './expand-word.ts'
import { knownOutput } from './known-output.ts'
import { outputFeed } from './output-feed.ts'
import { readEmbedded } from './read-embedded.ts'
import { readRedirects, readSimple } from './read-simple.ts'
import { type Input, inputOf, type Reader, type Scope, spanOf } from './reader.ts'
import { emitCall } from './run-call.ts'
import { forgetAssigned, fork, join, type ShellState } from './shell-state.ts'
import { globValue, UNKNOWN } from './text-marks.ts'

const DEPTH_MAX = 200
/** Words of a `for` that are each tried; more are read once, as not known. */
const LOOP_WORDS_MAX = 32

/** Reads one node of the syntax tree: the simple commands in it, in the order in which a shell would come to them. */
export function readNode(reader: Reader, node: SyntaxNode, scope: Scope): void {
  if (scope.depth > DEPTH_MAX) {
    reader.faults.add('the command nests too deeply to be read')
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
    case 'Command':
      readSimple(reader, node, inner)
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
      const { body } = node
      scope.state.functions.set(node.name.value, { body, source: scope.source, fixed: scope.fixed })
      return
    }
    case 'Coproc':
      readCoproc(reader, node, inner)
      return
    case 'ArithmeticCommand':
      readEmbedded(reader, node, inner)
      forgetAssigned(scope.state, node.body)
      return
    default:
      readEmbedded(reader, node, inner)
      return
  }
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
    const stdin = printed.length === 1 && printed[0] ? knownOutput(printed[0], reader.lastStdin) : null
    input = { stdin, piped: true, feed: stdin === null ? outputFeed(printed) : null }
  })
}

function readRedirected(reader: Reader, node: Redirected, scope: Scope): void {
  const { redirects, input } = readRedirects(reader, node.redirects, scope)
  const span = spanOf(scope, node)
  emitCall(reader, { fields: [], assignments: [], redirects, ...input, span, wrappers: [], inShell: true }, scope)
  readNode(reader, node.command, { ...scope, ...input })
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

/** Variables that a loop changes are forgotten before its body is read, for it may come round again. */
function startLoop(reader: Reader, node: { pos: number; end: number }, scope: Scope): ShellState {
  const state = fork(scope.state)
  if (reader.spend(node.end - node.pos)) forgetAssigned(state, scope.source.slice(node.pos, node.end))
  return state
}

function readWhile(reader: Reader, node: While, scope: Scope): void {
  const state = startLoop(reader, node, scope)
  readNode(reader, node.clause, { ...scope, state })
  readNode(reader, node.body, { ...scope, state })
  join(scope.state, [state], false)
}

function readFor(reader: Reader, node: For | Select, scope: Scope): void {
  const words = node.wordlist?.flatMap((word) => expandWord(reader, word, scope)).map(globValue)
  const values = words ?? scope.state.positional ?? [UNKNOWN]
  const each = node.type === 'For' && values.length > 0 && values.length <= LOOP_WORDS_MAX ? values : [UNKNOWN]
  const state = startLoop(reader, node.body, scope)
  for (const value of each) {
    if (!reader.repeat()) break
    state.variables.set(node.name.value, [value])
    readNode(reader, node.body, { ...scope, state })
  }
  join(scope.state, [state], false)
}

function readArithmeticFor(reader: Reader, node: Extract<SyntaxNode, { type: 'ArithmeticFor' }>, scope: Scope): void {
  for (const part of [node.initialize, node.test, node.update]) if (part) readEmbedded(reader, part, scope)
  const state = startLoop(reader, node, scope)
  readNode(reader, node.body, { ...scope, state })
  join(scope.state, [state], false)
}

function readCoproc(reader: Reader, node: Coproc, scope: Scope): void {
  readNode(reader, node.body, { ...scope, state: fork(scope.state) })
}
