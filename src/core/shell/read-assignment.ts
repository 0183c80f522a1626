import type { ArrayValue, Assignment } from 'unbash'
import { expandJoined, expandWord } from './expand-word.ts'
import { readEmbedded } from './read-embedded.ts'
import { readArithmetic, readHidden } from './read-hidden.ts'
import { inside, type Reader, type Scope, spanOf } from './reader.ts'
import { findVariable, type Value } from './shell-state.ts'
import { type Field, globValue, hasMark, type Span, UNKNOWN, UNKNOWN_WORDS } from './text-marks.ts'
import { findWritten } from './written-files.ts'

export type Assigned = { readonly name: string; readonly value: Value; readonly field: Field | null }

/** What an assignment sets its variable to. Substitutions in it are read, and what the variable makes a shell run. */
export function readAssignment(reader: Reader, node: Assignment, scope: Scope): Assigned {
  const { name, index } = node
  if (node.value.type === 'ArrayValue') return { name, value: arrayValue(reader, node, node.value, scope), field: null }
  const field = expandJoined(reader, node.value, scope, 'assign')
  if (index !== undefined) {
    readEmbedded(reader, index, scope)
    readArithmetic(reader, index.text, scope, spanOf(scope, index))
    if (STAND_INS.test(name)) scope.state.aliases.set(index.value, field.text)
    const old = findVariable(scope.state, name)
    const value = reader.spend(old?.length ?? 0) ? withElement(old, index.value, field, node.append) : [UNKNOWN]
    return { name, value, field }
  }
  const before = node.append ? (findVariable(scope.state, name) ?? [UNKNOWN]) : []
  if (scope.state.odd.size > 0 && scope.state.odd.has(name)) {
    readHidden(reader, field.text, scope, field.span)
    readArithmetic(reader, field.text, scope, field.span)
  }
  if (Object.hasOwn(RUN_NAMES, name)) readRunValue(reader, name, field, scope)
  return { name, value: [(before[0] ?? '') + field.text, ...before.slice(1)], field }
}

/** Arrays of the shell in which a name stands for another command. */
const STAND_INS = /^(?:BASH_ALIASES|BASH_CMDS|aliases|galiases)$/
const NAMED = /^\[([^\]]+)\]=([\s\S]*)$/

function arrayValue(reader: Reader, node: Assignment, array: ArrayValue, scope: Scope): Value {
  const before = node.append ? (findVariable(scope.state, node.name) ?? UNKNOWN_WORDS) : []
  const fields = array.elements.map((word) => expandWord(reader, word, scope))
  const indexed = array.elements.some((word) => word.text.startsWith('[') && word.text.includes(']='))
  if (STAND_INS.test(node.name)) {
    for (const { text } of fields.flat()) {
      const [, key = '', value = ''] = NAMED.exec(text) ?? []
      if (key !== '') scope.state.aliases.set(key, value)
    }
  }
  if (!indexed) return [...before, ...fields.flat().map(globValue)]
  for (const word of array.elements) readArithmetic(reader, word.text, scope, spanOf(scope, word))
  return before.length > 0 ? [UNKNOWN] : indexedValue(fields)
}

const INDEXED = /^\[(\d{1,3})\]=([\s\S]*)$/

/** `([0]=a [1]=b)`; what is not so plain, or leaves a gap, is not known. */
function indexedValue(fields: readonly (readonly Field[])[]): Value {
  const items = new Map<number, string>()
  for (const [field, ...others] of fields) {
    const match = field === undefined || others.length > 0 ? null : INDEXED.exec(field.text)
    if (match === null) return [UNKNOWN]
    items.set(Number(match[1]), match[2] ?? '')
  }
  const value = Array.from({ length: items.size }, (_, at) => items.get(at))
  return value.includes(undefined) ? [UNKNOWN] : value.map((item) => item ?? '')
}

function withElement(before: Value | undefined, index: string, field: Field, append: boolean | undefined): Value {
  const number = /^\d{1,4}$/.test(index) ? Number(index) : -1
  const sure = before !== undefined && !append && number >= 0 && number <= before.length && !before.some(hasMark)
  return sure ? [...before.slice(0, number), field.text, ...before.slice(number + 1)] : [UNKNOWN]
}

/** Variables whose value a shell expands or runs: a prompt of `set -x`, a file that is read first. */
const RUN_NAMES: Readonly<Record<string, 'prompt' | 'text' | 'file'>> = {
  PS0: 'prompt',
  PS1: 'prompt',
  PS4: 'prompt',
  PROMPT_COMMAND: 'text',
  BASH_ENV: 'file',
  ENV: 'file',
}

function readRunValue(reader: Reader, name: string, field: Field, scope: Scope): void {
  const kind = RUN_NAMES[name]
  const span: Span = field.span
  if (kind !== 'text') readHidden(reader, field.text, scope, span)
  const written = kind === 'file' ? findWritten(reader.files, scope.state.folder, field.text)?.text : undefined
  const text = kind === 'text' ? field.text : (field.content ?? written ?? undefined)
  if (text === undefined || scope.calls.includes(name)) return
  const calls = [...scope.calls, name]
  reader.readText(text, { ...inside(scope, kind === 'text' ? 'eval' : 'script', scope.state), fixed: span, calls })
}
