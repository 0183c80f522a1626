import { Refusal } from '../../core/fault.ts'
import { GATES_FILE, type Gates, parseGates } from '../../core/gates/gates-file.ts'
import type { World } from '../world.ts'

const NONE: Gates = {}

type Reading = Pick<World, 'files' | 'git'>

/**
 * The gates that a project enforces; none where it has no file. A file that cannot be used, a link in its place, and one
 * in a folder above, which a log below it would slip past, are Refusals.
 */
export async function readGates({ files, git }: Reading, project: string): Promise<Gates> {
  const path = `${project}/${GATES_FILE}`
  const kind = await files.entryKind(path)
  await assertNoneAbove({ files, git }, project)
  if (kind === null) return NONE
  const text = kind === 'file' ? await files.readText(path) : null
  if (text === null) throw new Refusal({ code: 'gates/no-file', message: `${path} is no file of its own` })
  const parsed = parseGates(text, path)
  if (parsed.ok) return parsed.value
  const [first] = parsed.faults
  const message = parsed.faults.map((fault) => fault.message).join('; ')
  throw new Refusal({ code: first?.code ?? 'gates/bad-shape', message, at: { file: path } })
}

async function assertNoneAbove({ files, git }: Reading, project: string): Promise<void> {
  // Outside of git there is no top, and every folder above counts.
  const top = (await git.requireTop(project)) ?? ''
  for (let at = project; at !== top && at !== ''; ) {
    at = at.slice(0, at.lastIndexOf('/'))
    if ((await files.entryKind(`${at}/${GATES_FILE}`)) === null) continue
    throw new Refusal({
      code: 'gates/shadowed',
      message: `${project}/.hpp holds a log below a project that enforces gates: ${at}`,
      hint: `move ${project}/.hpp away, or name the work with --work`,
    })
  }
}
