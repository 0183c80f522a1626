import { basename, extname } from 'node:path/posix'
import type { Fault, Parsed } from '../fault.ts'

type Declared = { readonly path: string; readonly name: string | null }

/**
 * The kind file that a verb means (records.md 8.1): a file, else the one declared kind of that name or file name, else a
 * path after all. Without an argument it is the one declared kind. The path is as given, or that of the declaration.
 */
export function resolveKindArgument(input: {
  readonly given: string | null
  /** Whether `given` names a file. */
  readonly isFile: boolean
  readonly declared: readonly Declared[]
}): Parsed<{ readonly path: string; readonly from: 'argument' | 'declaration' }, 'write-usage-invalid'> {
  const { given, isFile, declared } = input
  if (given === null) {
    const [only] = declared
    if (only !== undefined && declared.length === 1) return declaration(only)
    return { ok: false, faults: [noKind(declared)] }
  }
  if (isFile) return { ok: true, value: { path: given, from: 'argument' } }
  const named = declared.filter(({ name }) => name === given)
  const fitting = named.length > 0 ? named : declared.filter(({ path }) => stemOf(path) === given)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return declaration(only)
  return { ok: true, value: { path: given, from: 'argument' } }
}

function declaration({ path }: Declared): ReturnType<typeof resolveKindArgument> {
  return { ok: true, value: { path, from: 'declaration' } }
}

function stemOf(path: string): string {
  const name = basename(path)
  return name.endsWith('.kind.mjs')
    ? name.slice(0, -'.kind.mjs'.length)
    : name.slice(0, name.length - extname(name).length)
}

function noKind(declared: readonly Declared[]): Fault<'write-usage-invalid'> {
  const code = 'write-usage-invalid'
  if (declared.length === 0) return { code, message: 'no kind is named, and the workspace declares none' }
  return { code, message: `several kinds are declared, name one: ${declared.map(({ path }) => path).join(', ')}` }
}
