import type { FileOperation, Replacement } from '../hook.ts'
import { parsePatch } from '../patch/parse-patch.ts'
import { collectStrings, TOO_MUCH } from './collect-strings.ts'
import { isPayloadObject, type PayloadObject, readFirstText, readList, readText } from './payload-fields.ts'
import type { ToolDialect, ToolShape } from './tool-dialect.ts'

/** What a call asks for, with paths as written. `unreadable` says why something may be missing. */
export type RequestedOperations = { readonly operations: readonly FileOperation[]; readonly unreadable: string | null }

const TEXT_FIELDS = ['content', 'contents', 'text', 'file_text']
const OLD_FIELDS = ['old_string', 'oldString', 'old_str', 'oldText']
const NEW_FIELDS = ['new_string', 'newString', 'new_str', 'newText']

/** The plain operations behind the input of a tool of that shape. */
export function readOperations(shape: ToolShape, input: PayloadObject, dialect: ToolDialect): RequestedOperations {
  if (shape === 'patch') return readPatches(input, dialect)
  return { operations: readFileOperations(shape, input, dialect), unreadable: null }
}

/** The operations of patches inside strings of a tool that is not known. Prose about patches is no fault. */
export function findPatchedFiles(strings: readonly string[]): readonly FileOperation[] {
  return strings.filter((text) => text.includes('***')).flatMap((text) => parsePatch(text).operations)
}

function readFileOperations(shape: ToolShape, input: PayloadObject, dialect: ToolDialect): readonly FileOperation[] {
  const paths = readPaths(input, dialect)
  if (shape === 'write') {
    const text = readFirstText(input, TEXT_FIELDS)
    return paths.map((path) => ({ kind: 'write', path, text }))
  }
  if (shape === 'notebook') {
    const source = readText(input, 'new_source')
    return paths.map((path) => ({ kind: 'edit', path, pieces: source === null ? [] : [source] }))
  }
  return shape === 'edit' ? readEdits(input, paths, dialect) : []
}

/**
 * Every path field that holds a text, the harness's own first. A call that fills two of them is strange, and which one
 * counts is the harness's secret: both are judged.
 */
function readPaths(input: PayloadObject, dialect: ToolDialect): readonly string[] {
  const paths = dialect.pathFields.map((field) => readText(input, field)).filter((path) => path !== null && path !== '')
  return [...new Set(paths)] as readonly string[]
}

type Edit = { readonly before: string | null; readonly after: string | null; readonly all: boolean }

/** One edit or a list of them. An empty old text makes a new file, so that is a write of the new text. */
function readEdits(input: PayloadObject, paths: readonly string[], dialect: ToolDialect): readonly FileOperation[] {
  const listed = readList(input, 'edits').filter(isPayloadObject)
  const edits = [input, ...listed].map(readEdit).filter((edit) => edit.before !== null || edit.after !== null)
  const pieces = edits.map((edit) => edit.after).filter((piece) => piece !== null)
  const targets = new Set([...paths, ...listed.flatMap((edit) => readPaths(edit, dialect))])
  const creates = edits[0]?.before === ''
  const text = edits.length === 1 ? (pieces[0] ?? null) : null
  const replacements = targets.size === 1 ? exactReplacements(edits) : null
  return [...targets].map((path) => {
    if (creates) return { kind: 'write', path, text }
    return { kind: 'edit', path, pieces, ...(replacements ? { replacements } : {}) }
  })
}

/** The texts that are replaced, in order; null where one of them is not said. */
function exactReplacements(edits: readonly Edit[]): readonly Replacement[] | null {
  const known = edits.flatMap(({ before, after, all }) =>
    before === null || before === '' || after === null ? [] : [{ old: before, new: after, all }],
  )
  return known.length === edits.length ? known : null
}

function readEdit(edit: PayloadObject): Edit {
  const all = edit['replace_all'] === true || edit['replaceAll'] === true
  return { before: readFirstText(edit, OLD_FIELDS), after: readFirstText(edit, NEW_FIELDS), all }
}

/** The patch in its own field, and whatever else in the input looks like one; only the former can be unreadable. */
function readPatches(input: PayloadObject, dialect: ToolDialect): RequestedOperations {
  const { strings, complete } = collectStrings(input)
  const own =
    readFirstText(input, dialect.patchFields) ?? strings.find((text) => text.includes('*** Begin Patch')) ?? null
  const patch = own === null ? null : parsePatch(own)
  const others = findPatchedFiles(strings.filter((text) => text !== own))
  const operations = [...(patch?.operations ?? []), ...others]
  if (!complete) return { operations, unreadable: TOO_MUCH }
  return { operations, unreadable: patch === null ? 'the call holds no patch' : patch.unreadable }
}
