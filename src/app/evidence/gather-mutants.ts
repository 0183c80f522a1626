import { plainPath } from '../../core/evidence/workspace-path.ts'
import { type Fault, Refusal } from '../../core/fault.ts'
import { generateMutants } from '../../core/mutation/generate-mutants.ts'
import type { Mutant } from '../../core/mutation/mutant.ts'
import { faultOfMutants, parseMutants, pathFault } from '../../core/mutation/parse-mutants.ts'
import type { World } from '../world.ts'

export type MutantSources = {
  /** A file of declared mutants. */
  readonly mutants: string | null
  /** Files that mutants are made for. */
  readonly generate: readonly string[]
}

export type GatheredMutants = {
  readonly mutants: readonly Mutant[]
  /** The text of every file that a mutant changes. */
  readonly texts: ReadonlyMap<string, string>
}

type Reach = Pick<World, 'cwd' | 'files' | 'copies'>

/** Declared mutants, then generated ones. Refused with every reason at once, before anything runs (protocol-a 6b). */
export async function gatherMutants(world: Reach, sources: MutantSources): Promise<GatheredMutants> {
  if (sources.mutants === null && sources.generate.length === 0) {
    throw new Refusal({
      code: 'mutation/no-source',
      message: 'it needs --mutants FILE or --generate FILE',
      hint: 'bylaw evidence mutate --id unit --generate src/price.ts -- npm test',
    })
  }
  const declared = sources.mutants === null ? [] : await readDeclared(world, sources.mutants)
  const files = sources.generate.map(plainPath)
  const texts = await readTexts(world, [...files, ...declared.map(({ file }) => file)])
  const generated = generateAll(files, texts)
  const mutants = [...declared, ...generated]
  const fault = faultOfMutants(mutants)
  if (fault !== null) throw new Refusal(fault)
  return { mutants, texts }
}

async function readDeclared({ cwd, files }: Reach, file: string): Promise<readonly Mutant[]> {
  const text = await files.readText(file.startsWith('/') ? file : `${cwd}/${file}`)
  if (text === null) {
    throw new Refusal({ code: 'mutation/no-file', message: `mutants file not found: ${file}`, at: { file } })
  }
  const parsed = parseMutants(text, file)
  if (!parsed.ok) throw refusalOf(parsed.faults)
  return parsed.value
}

async function readTexts({ cwd, copies }: Reach, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const faults: Fault[] = []
  for (const file of new Set(files)) {
    const bad = pathFault(file)
    const found = bad === null ? await copies.look(cwd, file) : null
    if (found?.kind === 'text') texts.set(file, found.text)
    else faults.push({ code: 'mutation/bad-file', message: bad ?? REASONS[found?.kind ?? 'no-file'](file) })
  }
  if (faults.length > 0) throw refusalOf(faults)
  return texts
}

const REASONS = {
  link: (file: string) => `${file} is reached through a symlink, and a copy of it would be the file itself`,
  'no-file': (file: string) => `${file} is not a file inside the workspace`,
  'not-utf-8': (file: string) => `${file} is not UTF-8`,
} as const

function generateAll(files: readonly string[], texts: ReadonlyMap<string, string>): readonly Mutant[] {
  const faults: Fault[] = []
  const mutants = [...new Set(files)].flatMap((file) => {
    const made = generateMutants(texts.get(file) ?? '', file)
    if (made.kind === 'generated') return made.mutants
    faults.push({ code: 'mutation/bad-source', message: `${file}: ${made.reason}` })
    return []
  })
  if (faults.length > 0) throw refusalOf(faults)
  return mutants
}

function refusalOf(faults: readonly Fault[]): Refusal {
  const code = faults[0]?.code ?? 'mutation/bad-mutant'
  return new Refusal({ code, message: faults.map(({ message }) => message).join('; ') })
}
