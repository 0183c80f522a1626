import type { ToolClass } from '../hook.ts'

/** How the input of a tool is read. */
export type ToolShape =
  /** Changes nothing in the project. */
  | 'read'
  | 'shell'
  /** A shell tool whose command always goes on after the call. */
  | 'background-shell'
  | 'write'
  | 'edit'
  | 'notebook'
  | 'patch'
  /** Changes something, but names no file. */
  | 'change'

/** What a harness calls its tools and their fields. The harness's own field comes first in each list. */
export type ToolDialect = {
  readonly shapes: Readonly<Record<string, ToolShape>>
  readonly pathFields: readonly string[]
  readonly patchFields: readonly string[]
  /** The field of a shell tool that names its folder, or null. */
  readonly workdirField: string | null
  /** `~/` means the home folder; elsewhere it is a folder named `~`. */
  readonly expandsHome: boolean
}

export function classOfShape(shape: ToolShape): ToolClass {
  if (shape === 'read') return 'read'
  return shape === 'shell' || shape === 'background-shell' ? 'shell' : 'change'
}

/** The shape of a tool by its own name, or null where the table does not hold it. */
export function shapeOf(dialect: ToolDialect, name: string): ToolShape | null {
  return Object.hasOwn(dialect.shapes, name) ? (dialect.shapes[name] ?? null) : null
}
