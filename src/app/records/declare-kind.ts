import { applyEdits, modify } from 'jsonc-parser'
import { isJsonObject, type JsonValue } from '../../core/codec/json-value.ts'
import { KNOWN_READER } from '../../core/records/workspace-declaration.ts'

/**
 * The text of a declaration with one more kind of the workspace itself; comments and layout stay. The keys of the decision
 * kind need readers that know them, so the declaration asks for such ones.
 */
export function declareKind(text: string, data: JsonValue, kind: string): string {
  const declared = isJsonObject(data) ? data : {}
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  const edit = (from: string, path: (string | number)[], value: unknown) =>
    applyEdits(from, modify(from, path, value, { formattingOptions, isArrayInsertion: path.at(-1) === -1 }))
  const listed = 'records' in declared ? edit(text, ['records', -1], { kind }) : edit(text, ['records'], [{ kind }])
  return asksFor(declared['minReader']) ? listed : edit(listed, ['minReader'], KNOWN_READER)
}

/** Whether a version is asked for that knows the kind. A later one was refused where the declaration was read. */
function asksFor(version: JsonValue | undefined): boolean {
  return version === KNOWN_READER
}
