import { join, relative, resolve } from 'node:path/posix'
import { Refusal } from '../../core/fault.ts'
import { isEmptyPlan, type Plan, type PlanStep } from '../../core/plan.ts'
import { DECISION_KIND_TEXT, DECISION_SCHEMA_FILE } from '../../core/records/decision-kind.ts'
import { DECISION_SCHEMA_TEXT } from '../../core/records/decision-schema.ts'
import { slugOf } from '../../core/records/slug.ts'
import { renderDeclaration } from '../../core/records/workspace-declaration.ts'
import { declareKind } from './declare-kind.ts'
import { findDeclaration, mustDeclare } from './find-declaration.ts'
import { openPlace, type RecordsWorld } from './open-place.ts'

const DECISION_KIND_FILE = 'decision.kind.mjs'

export type StartRecordsReport = {
  readonly kind: 'start-records'
  /** The root of the repository. */
  readonly root: string
  readonly plan: Plan
  readonly applied: boolean
}

/**
 * Plans the decision kind: its kind file and schema in a folder, and the declaration that lists it. Writes them on
 * `apply`. What is there already stays as it is; a file with another content is a Refusal.
 */
export async function startRecords(
  world: RecordsWorld,
  { dir, apply }: { readonly dir: string; readonly apply: boolean },
): Promise<StartRecordsReport> {
  const place = await openPlace(world)
  const folder = relative(place.root, await world.files.resolve(resolve(world.cwd, dir)))
  if (folder.startsWith('..')) {
    throw new Refusal({ code: 'usage/dir', message: `--dir must lie inside of ${place.root}: ${dir}` })
  }
  const kindFile = join(folder, DECISION_KIND_FILE)
  const texts = [
    { path: kindFile, after: DECISION_KIND_TEXT, why: 'what a decision record is, read as data' },
    { path: join(folder, DECISION_SCHEMA_FILE), after: DECISION_SCHEMA_TEXT, why: 'its fields, as a JSON Schema' },
  ]
  const steps: PlanStep[] = []
  for (const { path, after, why } of texts) {
    const at = join(place.root, path)
    const before = await world.files.readText(at)
    if (before !== null && before !== after) throw exists(path)
    steps.push({ kind: 'write-file', path: at, before, after, why })
  }
  const found = await findDeclaration(place.tree, folder)
  if (found === null) {
    const name = slugOf(place.root.slice(place.root.lastIndexOf('/') + 1)).slice(0, 40) || 'workspace'
    const path = join(place.root, 'chant.workspace.json')
    const why = 'declares the kind, and how many must agree if not 2'
    steps.push({ kind: 'write-file', path, before: null, after: renderDeclaration(name, kindFile), why })
  } else {
    const declaration = mustDeclare(found)
    const path = join(place.root, found.path)
    const kind = relative(found.folder, kindFile)
    const before = (await world.files.readText(path)) ?? ''
    const isDeclared = declaration.kinds.some((one) => one.path === kind)
    const after = isDeclared ? before : declareKind(before, declaration.data, kind)
    steps.push({ kind: 'write-file', path, before, after, why: `lists the kind ${kind}` })
  }
  const plan: Plan = { steps: steps.filter(({ before, after }) => before !== after), notes: [] }
  if (apply && !isEmptyPlan(plan)) await world.files.apply(plan)
  return { kind: 'start-records', root: place.root, plan, applied: apply }
}

function exists(path: string): Refusal {
  return new Refusal({
    code: 'file-exists',
    message: `${path} is there with another content`,
    hint: 'name another folder with --dir',
    at: { file: path },
  })
}
