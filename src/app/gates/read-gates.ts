import { Refusal } from '../../core/fault.ts'
import { GATES_FILE, type Gates, parseGates } from '../../core/gates/gates-file.ts'
import type { World } from '../world.ts'

const NONE: Gates = {}

/** The gates that a project enforces; none where it has no file. A file that cannot be used is a Refusal. */
export async function readGates({ files }: Pick<World, 'files'>, project: string): Promise<Gates> {
  const path = `${project}/${GATES_FILE}`
  const kind = await files.kindOf(path)
  if (kind === null) return NONE
  const text = kind === 'file' ? await files.readText(path) : null
  if (text === null) throw new Refusal({ code: 'gates/no-file', message: `${path} is no file` })
  const parsed = parseGates(text, path)
  if (parsed.ok) return parsed.value
  const [first] = parsed.faults
  const message = parsed.faults.map((fault) => fault.message).join('; ')
  throw new Refusal({ code: first?.code ?? 'gates/bad-shape', message, at: { file: path } })
}
