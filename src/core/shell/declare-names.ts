import { readArithmetic, readHidden } from './read-hidden.ts'
import type { Call, Reader, Scope } from './reader.ts'
import { findFunction, findVariable, type ShellState } from './shell-state.ts'
import { forgetVariables, makeLocal, setOdd, setVariable } from './shell-variables.ts'
import { type Field, globValue, hasMark, UNKNOWN } from './text-marks.ts'

const DECLARATION = /^([A-Za-z_]\w*)(\[[^=]*\])?(?:(\+?)=([\s\S]*))?$/
/** What changes a value on its way in, or makes one name stand for another. */
const ODD = /[AiulcnI]/

type Letters = { readonly on: string; readonly off: string }

function readLetters(fields: readonly Field[]): Letters {
  const join = (sign: RegExp) => fields.flatMap(({ text }) => (sign.test(text) ? text.slice(1) : [])).join('')
  return { on: join(/^-[a-zA-Z]+$/), off: join(/^\+[a-zA-Z]+$/) }
}

/** `declare`, `typeset`, `local`. */
export function declareNames(reader: Reader, call: Call, scope: Scope): void {
  const fields = call.fields.slice(1)
  const letters = readLetters(fields)
  const lost = call.fields[0]?.text === 'local' && scope.state.locals === null
  for (const field of fields) {
    if (!letters.on.includes('g') && scope.state.locals !== null) hideOuter(field, scope)
    declareName(reader, field, letters, scope)
    if (lost) forgetName(field, scope)
  }
}

/** `local` outside of a function: `bash` does not set it, `zsh` does. */
function forgetName(field: Field, { state }: Scope): void {
  const name = DECLARATION.exec(field.text)?.[1]
  if (name !== undefined) setVariable(state, name, [UNKNOWN])
}

function hideOuter(field: Field, { state }: Scope): void {
  const name = DECLARATION.exec(field.text)?.[1]
  if (name !== undefined) makeLocal(state, name)
}

/** `export` and `readonly` make nothing local. */
export function exportNames(reader: Reader, call: Call, scope: Scope): void {
  const fields = call.fields.slice(1)
  const { on } = readLetters(fields)
  const letters = on.includes('n') ? { on: on.replaceAll('n', ''), off: 'x' } : { on: `${on}x`, off: '' }
  for (const field of fields) declareName(reader, field, letters, scope)
}

export function declareReadonly(reader: Reader, call: Call, scope: Scope): void {
  const fields = call.fields.slice(1)
  const { on, off } = readLetters(fields)
  for (const field of fields) declareName(reader, field, { on: `${on}r`, off }, scope)
}

function declareName(reader: Reader, field: Field, { on, off }: Letters, scope: Scope): void {
  const match = DECLARATION.exec(field.text)
  readHiddenIndex(reader, field, scope)
  if (match === null) {
    forgetUnknown(reader, field.text.split('=', 1)[0] ?? '', scope)
    return
  }
  const { state } = scope
  const [name = '', index, append, text] = match.slice(1)
  if (on.includes('x')) state.exports.set(on.includes('f') ? `${name}()` : name, true)
  if (off.includes('x')) state.exports.set(on.includes('f') ? `${name}()` : name, false)
  if (ODD.test(on)) makeOdd(reader, name, { ...field, text: text ?? '' }, on, scope)
  if (text === undefined && index === undefined) {
    if (on.includes('r')) state.frozen.add(name)
    return
  }
  const before = append === '' ? '' : (findVariable(state, name)?.[0] ?? UNKNOWN)
  setVariable(state, name, index === undefined ? [before + text] : [UNKNOWN])
  if (on.includes('r')) state.frozen.add(name)
}

/** Where a name that is set is not known, no variable is known any more. */
export function forgetUnknown(reader: Reader, name: string, { state }: Scope): void {
  if (hasMark(name) && reader.spend(1)) reader.spend(forgetVariables(state))
}

/** What is written to a name that stands for another shows in the other. */
function makeOdd(reader: Reader, name: string, value: Field, letters: string, scope: Scope): void {
  setOdd(scope.state, name)
  if (letters.includes('n')) setOdd(scope.state, /^\w*/.exec(value.text)?.[0] ?? '')
  if (!letters.includes('i')) return
  readHidden(reader, value.text, scope, value.span)
  readArithmetic(reader, value.text, scope, value.span)
}

/** `'x[$(command)]'` as a name: the index is expanded. */
function readHiddenIndex(reader: Reader, field: Field, scope: Scope): void {
  if (/^\w+\[/.test(field.text)) readHidden(reader, field.text, scope, field.span)
}

export function readHiddenIndexes(reader: Reader, call: Call, scope: Scope): void {
  for (const field of call.fields) readHiddenIndex(reader, field, scope)
}

export function unsetNames(reader: Reader, call: Call, scope: Scope): void {
  const { state } = scope
  const fields = call.fields.slice(1)
  const { on } = readLetters(fields)
  for (const field of fields) {
    const { text } = field
    if (text.startsWith('-')) continue
    // Only of an array: a plain variable has no index.
    if (findVariable(state, /^\w*/.exec(text)?.[0] ?? '') !== undefined) readHiddenIndex(reader, field, scope)
    if (!on.includes('f')) unsetVariable(state, text)
    if (on.includes('f')) state.functions.set(text, null)
    else if (!on.includes('v')) unsetFunction(state, text)
  }
}

function unsetVariable(state: ShellState, text: string): void {
  const element = text.indexOf('[')
  if (element >= 0) {
    setVariable(state, text.slice(0, element), [UNKNOWN])
    return
  }
  setVariable(state, text, [])
  state.exports.set(text, false)
}

/** `unset name` means a function where there is no variable of that name. */
function unsetFunction(state: ShellState, name: string): void {
  const body = findFunction(state, name)
  if (body !== undefined) state.functions.set(name, { ...body, otherwise: null })
}

/** `set -a`, `set -- words`. */
export function setOptions(state: ShellState, call: Call): void {
  const words = call.fields.slice(1)
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at]?.text ?? ''
    const named = /^[-+][a-zA-Z]*o$/.test(text) ? words[at + 1]?.text : undefined
    if (/^[-+][a-zA-Z]*a/.test(text) || named === 'allexport') state.exportsAll = text.startsWith('-')
    if (named !== undefined) at += 1
    else if (text === '--' || !/^[-+]/.test(text)) {
      const rest = words.slice(text === '--' ? at + 1 : at)
      state.positional = rest.map(globValue)
      return
    }
  }
}
