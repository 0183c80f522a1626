import type { FileOperation, ToolCall } from '../hook.ts'
import { collectStrings, TOO_MUCH } from './collect-strings.ts'
import { readCommandText } from './command-text.ts'
import { findPatchedFiles, readOperations } from './file-operations.ts'
import { joinPathText } from './path-text.ts'
import { isPayloadObject, isTrue, type PayloadObject, readField, readFirstText, readText } from './payload-fields.ts'
import { classOfShape, shapeOf, type ToolDialect, type ToolShape } from './tool-dialect.ts'

/** A tool call as the harness reports it. */
export type ReportedCall = {
  /** Null where the payload names no tool. */
  readonly name: string | null
  readonly input: unknown
  /** What the tool answered; undefined before it ran. */
  readonly response: unknown
  /** The folder in which the session stands, absolute, or null. */
  readonly folder: string | null
  readonly id: string | null
}

const COMMAND_FIELDS = ['command', 'cmd', 'chars']

/**
 * Puts a reported call into our words. The name decides how the input is read, never the text in it: an edit whose new
 * text is a patch is an edit. A name that the dialect does not hold is a changing tool whose strings are all listed.
 */
export function readToolCall(dialect: ToolDialect, reported: ReportedCall): ToolCall {
  const shape = reported.name === null ? null : shapeOf(dialect, reported.name)
  if (shape === null) return readUnknownCall(dialect, reported)
  if (shape === 'read' || shape === 'change') return { ...blankCall(reported), class: classOfShape(shape) }
  if (classOfShape(shape) === 'shell') return readShellCall(dialect, reported, shape)
  return readFileCall(dialect, reported, shape)
}

function blankCall(reported: ReportedCall): ToolCall {
  return {
    name: reported.name ?? '',
    class: 'change',
    known: true,
    operations: [],
    command: null,
    folder: reported.folder,
    strings: [],
    unreadable: null,
    background: goesOn(reported),
    id: reported.id,
  }
}

/** Asked to run in the background, or said to do so by the tool's answer. */
function goesOn(reported: ReportedCall): boolean {
  const { input, response } = reported
  if (isPayloadObject(input) && isTrue(input, 'run_in_background')) return true
  if (!isPayloadObject(response)) return false
  return isTrue(response, 'isAsync') || readText(response, 'backgroundTaskId') !== null
}

function readShellCall(dialect: ToolDialect, reported: ReportedCall, shape: ToolShape): ToolCall {
  const input = isPayloadObject(reported.input) ? reported.input : {}
  const command = isPayloadObject(reported.input) ? firstCommand(input) : readCommandText(reported.input)
  const workdir = dialect.workdirField === null ? null : readText(input, dialect.workdirField)
  const blank = blankCall(reported)
  return {
    ...blank,
    class: 'shell',
    command,
    folder: workdir === null || workdir === '' ? blank.folder : joinPathText(blank.folder, workdir),
    // Without a command we can read, at least what the input names is looked at.
    ...(command === null ? allStrings(reported.input) : {}),
    background: blank.background || shape === 'background-shell',
  }
}

function firstCommand(input: PayloadObject): string | null {
  for (const field of COMMAND_FIELDS) {
    const command = readCommandText(readField(input, field))
    if (command !== null) return command
  }
  return null
}

function readFileCall(dialect: ToolDialect, reported: ReportedCall, shape: ToolShape): ToolCall {
  // A free-form patch tool may hand on its bare text.
  const input = isPayloadObject(reported.input) ? reported.input : { [dialect.patchFields[0] ?? '']: reported.input }
  const { operations, unreadable } = readOperations(shape, input, dialect)
  const placed = placeAll(dialect, reported.folder, operations)
  const rest = placed.length === 0 ? allStrings(reported.input) : { strings: [], unreadable: null }
  return {
    ...blankCall(reported),
    operations: placed,
    strings: rest.strings,
    unreadable: unreadable ?? rest.unreadable,
  }
}

function readUnknownCall(dialect: ToolDialect, reported: ReportedCall): ToolCall {
  const { strings, unreadable } = allStrings(reported.input)
  const guess = reported.name === null && isPayloadObject(reported.input) ? guessShape(reported.input, dialect) : null
  const read = guess === null ? null : readKnown(dialect, reported, guess)
  const patched = placeAll(dialect, reported.folder, findPatchedFiles(strings))
  return {
    ...blankCall(reported),
    ...read,
    known: false,
    operations: [...(read?.operations ?? []), ...patched],
    strings,
    unreadable,
  }
}

function readKnown(dialect: ToolDialect, reported: ReportedCall, shape: ToolShape): ToolCall {
  return shape === 'shell' ? readShellCall(dialect, reported, shape) : readFileCall(dialect, reported, shape)
}

/** Some payloads came without the tool's name: the fields still say what it does. */
function guessShape(input: PayloadObject, dialect: ToolDialect): ToolShape | null {
  if (firstCommand(input) !== null) return 'shell'
  if (readFirstText(input, dialect.pathFields) === null) return null
  return readFirstText(input, ['content', 'contents', 'file_text']) === null ? 'edit' : 'write'
}

function allStrings(input: unknown): { readonly strings: readonly string[]; readonly unreadable: string | null } {
  const { strings, complete } = collectStrings(input)
  return { strings, unreadable: complete ? null : TOO_MUCH }
}

function placeAll(
  dialect: ToolDialect,
  folder: string | null,
  operations: readonly FileOperation[],
): readonly FileOperation[] {
  const place = (path: string): string => {
    return dialect.expandsHome && (path === '~' || path.startsWith('~/')) ? path : joinPathText(folder, path)
  }
  return operations.map((one) =>
    one.kind === 'move' ? { ...one, path: place(one.path), to: place(one.to) } : { ...one, path: place(one.path) },
  )
}
