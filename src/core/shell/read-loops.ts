import type { ArithmeticFor, For, Select, While } from 'unbash'
import { expandWord } from './expand-word.ts'
import { readEmbedded } from './read-embedded.ts'
import { readArithmetic } from './read-hidden.ts'
import { type Reader, type Scope, spanOf } from './reader.ts'
import { fork, join, type ShellState, sameValue } from './shell-state.ts'
import { isSettled, loopState, parameterValue, setVariable } from './shell-variables.ts'
import { globValue, hasMark, UNKNOWN } from './text-marks.ts'

/** Words of a `for` that are each tried; more are read once, as not known. */
const LOOP_WORDS_MAX = 32

/** Variables that a loop changes are forgotten before its body is read, for it may come round again. */
function startLoop(reader: Reader, node: { pos: number; end: number }, scope: Scope): ShellState {
  return reader.spend(node.end - node.pos)
    ? loopState(scope.state, scope.source.slice(node.pos, node.end))
    : fork(scope.state)
}

export function readWhile(reader: Reader, node: While, scope: Scope): void {
  readRounds(reader, node, scope, (state) => {
    reader.readNode(node.clause, { ...scope, state })
    reader.readNode(node.body, { ...scope, state })
  })
}

/** Reads a loop; once more where its first round changed what it began with, as a function or `eval` does. */
function readRounds(
  reader: Reader,
  node: { pos: number; end: number },
  scope: Scope,
  read: (state: ShellState) => void,
): void {
  const state = startLoop(reader, node, scope)
  read(state)
  const changed = [...state.variables.keys()].filter((name) => isChanged(scope.state, state, name))
  const moved = state.folder !== scope.state.folder
  join(scope.state, [state], false)
  if (!(moved || changed.length > 0) || !reader.repeat()) return
  const again = fork(scope.state)
  read(again)
  join(scope.state, [again], false)
}

/** The loop's own variables were forgotten before it began. */
function isChanged(before: ShellState, after: ShellState, name: string): boolean {
  if (!isSettled(before, name)) return false
  const value = parameterValue(after, name)
  return !value[0]?.startsWith(UNKNOWN) && !sameValue(value, parameterValue(before, name))
}

export function readFor(reader: Reader, node: For | Select, scope: Scope): void {
  const words = node.wordlist?.flatMap((word) => expandWord(reader, word, scope)).map(globValue)
  const values = words ?? scope.state.positional ?? [UNKNOWN]
  const each = node.type === 'For' && values.length > 0 && values.length <= LOOP_WORDS_MAX ? values : [UNKNOWN]
  const readWith = (state: ShellState, value: string): boolean => {
    if (!reader.repeat()) return false
    setVariable(state, node.name.value, [value])
    reader.readNode(node.body, { ...scope, state })
    return true
  }
  const many = each.find(hasMark)
  if (many !== undefined && each.length === 1) {
    readRounds(reader, node.body, scope, (state) => readWith(state, many))
    return
  }
  const state = startLoop(reader, node.body, scope)
  each.every((value) => readWith(state, value))
  join(scope.state, [state], false)
}

export function readArithmeticFor(reader: Reader, node: ArithmeticFor, scope: Scope): void {
  for (const part of [node.initialize, node.test, node.update]) {
    if (part === undefined) continue
    readEmbedded(reader, part, scope)
    readArithmetic(reader, scope.source.slice(part.pos, part.end), scope, spanOf(scope, part))
  }
  readRounds(reader, node, scope, (state) => reader.readNode(node.body, { ...scope, state }))
}
