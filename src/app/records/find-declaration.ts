import { dirname, join } from 'node:path/posix'
import { type Fault, Refusal } from '../../core/fault.ts'
import {
  DECLARATION_FILES,
  type DeclarationCode,
  parseDeclaration,
  type WorkspaceDeclaration,
} from '../../core/records/workspace-declaration.ts'
import type { RecordTree } from './record-tree.ts'

/** The declaration of a workspace as a tree holds it. Paths are relative to the root of the repository. */
export type FoundDeclaration = {
  readonly path: string
  /** The workspace root. */
  readonly folder: string
  readonly read:
    | { readonly ok: true; readonly value: WorkspaceDeclaration }
    | { readonly ok: false; readonly faults: readonly Fault<DeclarationCode | 'declaration-ambiguous'>[] }
}

/** The declaration nearest above a folder, the folder itself first (records.md 3); null where none is in the repository. */
export async function findDeclaration(tree: RecordTree, folder: string): Promise<FoundDeclaration | null> {
  const folders = upward(folder)
  const names = folders.map((at) => DECLARATION_FILES.map((name) => join(at, name)))
  const texts = await tree.read(names.flat())
  for (const [index, paths] of names.entries()) {
    const there = paths.filter((path) => texts.has(path))
    const [path] = there
    if (path === undefined) continue
    const found = { path, folder: folders[index] ?? '.' }
    if (there.length > 1) return { ...found, read: { ok: false, faults: [ambiguous(there)] } }
    return { ...found, read: parseDeclaration(new TextDecoder().decode(texts.get(path)), path) }
  }
  return null
}

/** The declaration itself; throws what is wrong with it. */
export function mustDeclare({ read, path }: FoundDeclaration): WorkspaceDeclaration {
  if (read.ok) return read.value
  const [first] = read.faults
  const message = read.faults.map((fault) => fault.message).join('; ')
  throw new Refusal({ code: 'declaration-invalid', at: { file: path }, ...first, message })
}

function ambiguous(paths: readonly string[]): Fault<'declaration-ambiguous'> {
  const message = `a workspace has one declaration, and both ${paths.join(' and ')} are there`
  return { code: 'declaration-ambiguous', message, hint: 'remove one of them' }
}

function upward(folder: string): readonly string[] {
  const start = join(folder)
  const folders = [start]
  for (let at = start; at !== '.' && at !== '/'; ) {
    at = dirname(at)
    folders.push(at)
  }
  return folders
}
