import { join } from 'node:path/posix'
import { parseGlob } from '../codec/globs.ts'
import { type JsonDocument, parseJson } from '../codec/json.ts'
import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'
import { blankComments } from './blank-comments.ts'
import {
  anything,
  countFromZero,
  listOf,
  matching,
  nonEmptyText,
  objectOf,
  oneOf,
  type Shape,
  type ShapeIssue,
  shapeOf,
} from './data-shape.ts'
import type { Member } from './governed-paths.ts'

export const DECLARATION_FILES = ['chant.workspace.json', 'chant.workspace.jsonc']
/** The newest form of declaration that is known here; one that asks for more may say things we would pass over. */
export const KNOWN_READER = '0.101.0'

export type DeclarationCode = 'declaration-unparseable' | 'declaration-invalid' | 'reader-too-old'

export type DeclaredKind = {
  /** Null where the workspace itself declares it. */
  readonly member: string | null
  /** The kind file, from the workspace root. */
  readonly path: string
  /** The name it is declared by; null where it has none but its own. */
  readonly name: string | null
}

/** What a declaration says about records (records.md 3). */
export type WorkspaceDeclaration = {
  readonly name: string
  readonly members: readonly Member[]
  /** The workspace's own kinds first, then each member's, in the order of members. */
  readonly kinds: readonly DeclaredKind[]
  readonly quorum: number | null
  readonly changes: { readonly severity: 'off' | 'warn' | 'fail' | null; readonly ignore: readonly string[] }
  /** The whole of it: what is not read here is kept as it stands. */
  readonly data: { readonly [key: string]: JsonValue }
}

type KindFile = { readonly kind: string; readonly name?: string }
type MemberFile = {
  readonly name: string
  readonly dir?: string
  readonly path?: string
  readonly records?: readonly KindFile[]
}
type DeclarationFile = {
  readonly name: string
  readonly members: readonly MemberFile[]
  readonly records?: readonly KindFile[]
  readonly quorum?: number
  readonly changes?: { readonly severity?: 'off' | 'warn' | 'fail'; readonly ignore?: readonly string[] }
}

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
const records = listOf(
  objectOf({
    required: { kind: nonEmptyText },
    optional: { name: nonEmptyText },
  }),
)
const STAYS = 'must be a path that stays inside the workspace'
const folder = shapeOf(isInside, STAYS)
// What else a member says (its box, its tools) is not written down: kept, never refused.
const member = objectOf(
  { required: { name: matching(NAME) }, optional: { dir: folder, path: folder, records } },
  () => true,
)
const glob = shapeOf((value) => typeof value === 'string' && parseGlob(value).ok, 'must be a glob')

const declarationShape: Shape = objectOf(
  {
    required: { name: matching(NAME), schema: oneOf(1), members: listOf(member) },
    optional: {
      $schema: nonEmptyText,
      minReader: matching(/^[0-9]+\.[0-9]+\.[0-9]+$/),
      records,
      quorum: countFromZero,
      changes: objectOf({ optional: { severity: oneOf('off', 'warn', 'fail'), ignore: listOf(glob) } }),
      writeScope: anything,
      agents: anything,
      identity: anything,
      checks: anything,
    },
  },
  (key) => key.startsWith('x-'),
)

/** Reads a declaration; one whose name ends in `c` may hold comments and trailing commas. All faults at once. */
export function parseDeclaration(text: string, file: string): Parsed<WorkspaceDeclaration, DeclarationCode> {
  const json = parseJson(file.endsWith('c') ? blankComments(text) : text, { file })
  if (!json.ok)
    return { ok: false, faults: json.faults.map((fault) => ({ ...fault, code: 'declaration-unparseable' })) }
  const { value } = json.value
  const late = newerReader(value)
  if (late !== null) {
    const message = `the declaration is for readers from ${late} on, and this one knows what ${KNOWN_READER} knows`
    return { ok: false, faults: [{ code: 'reader-too-old', message, at: { file } }] }
  }
  const issues = declarationShape(value, [])
  const all = issues.length > 0 ? issues : kindsOutside(value)
  if (all.length === 0) return { ok: true, value: toDeclaration(value) }
  return { ok: false, faults: all.map((issue) => faultOf(issue, json.value, file)) }
}

/** The text of a new declaration with one kind; `kind` is the kind file, from the workspace root. */
export function renderDeclaration(name: string, kind: string): string {
  return `${JSON.stringify({ name, schema: 1, minReader: KNOWN_READER, members: [], records: [{ kind }] }, null, 2)}\n`
}

function faultOf({ path, why }: ShapeIssue, document: JsonDocument, file: string): Fault<DeclarationCode> {
  const line = document.place(pointerOf(path))?.line
  const at = { file, ...(line === undefined ? {} : { line }) }
  return { code: 'declaration-invalid', message: `${path.join('.') || file}: ${why}`, at }
}

/** The version that a declaration asks for, where it is newer than what is known. */
function newerReader(value: JsonValue): string | null {
  const asked = isJsonObject(value) ? value['minReader'] : null
  if (typeof asked !== 'string' || !/^[0-9]+\.[0-9]+\.[0-9]+$/.test(asked)) return null
  const [wanted, known] = [asked, KNOWN_READER].map((version) => version.split('.').map(Number))
  for (const [at, part] of (wanted ?? []).entries()) {
    if (part !== known?.[at]) return part > (known?.[at] ?? 0) ? asked : null
  }
  return null
}

function isInside(value: JsonValue): boolean {
  if (typeof value !== 'string' || value === '' || value.startsWith('/') || value.includes('\\')) return false
  const path = join(value)
  return path !== '..' && !path.startsWith('../') && !path.includes('\0')
}

/** Kind files are named from the folder of whoever declares them, and may lie anywhere in the workspace. */
function kindsOutside(value: JsonValue): readonly ShapeIssue[] {
  const { records = [], members } = value as DeclarationFile // its shape was checked just before
  const owners = [
    { at: [], dir: '.', kinds: records },
    ...members.map((one, at) => ({ at: ['members', at], dir: folderOf(one), kinds: one.records ?? [] })),
  ]
  return owners.flatMap(({ at, dir, kinds }) =>
    kinds.flatMap(({ kind }, index) => {
      const stays = !kind.startsWith('/') && isInside(join(dir, kind))
      return stays ? [] : [{ path: [...at, 'records', index, 'kind'], why: STAYS }]
    }),
  )
}

function folderOf({ dir, path }: MemberFile): string {
  return join(dir ?? path ?? '.').replace(/(.)\/$/, '$1')
}

function toDeclaration(value: JsonValue): WorkspaceDeclaration {
  const file = value as DeclarationFile // its shape was checked just before
  const members = file.members.map(({ name, dir, path }) => ({
    name,
    dir: join(dir ?? path ?? '.').replace(/(.)\/$/, '$1'),
  }))
  const own = (file.records ?? []).map((kind) => declared(kind, null))
  const theirs = file.members.flatMap((one, at) =>
    (one.records ?? []).map((kind) => declared(kind, members[at] ?? null)),
  )
  return {
    name: file.name,
    members,
    kinds: [...own, ...theirs],
    quorum: file.quorum ?? null,
    changes: { severity: file.changes?.severity ?? null, ignore: file.changes?.ignore ?? [] },
    data: value as { readonly [key: string]: JsonValue },
  }
}

function declared({ kind, name }: KindFile, member: Member | null): DeclaredKind {
  return { member: member?.name ?? null, path: join(member?.dir ?? '.', kind), name: name ?? null }
}
