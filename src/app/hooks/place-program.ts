import { createHash } from 'node:crypto'
import { Refusal } from '../../core/fault.ts'
import type { HookProgram } from '../../core/registration/registration.ts'
import { dataHome, stateHome } from './hook-folders.ts'
import type { HooksWorld } from './hooks-world.ts'

export type CopyStep = { readonly from: string; readonly to: string; readonly why: string }

export type PlacedProgram = {
  readonly program: Extract<HookProgram, { kind: 'absolute' }>
  /** The command that makes the code caches beside the program, where they are not there for this Node.js. */
  readonly warm: readonly [string, string] | null
  /** Files to be copied first: a registration must never name a program that is not there yet. */
  readonly copies: readonly CopyStep[]
  readonly notes: readonly string[]
}

const ENTRY = 'hook.cjs'
const WARM = 'warm.cjs'
const CACHE_NOTE = 'cache.json'
const SCRIPT = /\.cjs$/

/**
 * The program to register: in place, or a copy under its own digest where it lies in a work tree, because what lies
 * there can be edited by the agent it guards.
 */
export async function placeProgram(world: HooksWorld): Promise<PlacedProgram> {
  const { folder, node } = world.hooks.program
  const names = await world.hooks.listFolder(folder)
  const scripts = names.filter((name) => SCRIPT.test(name)).sort()
  if (!scripts.includes(ENTRY)) throw noBundle(folder)
  const inPlace = (await world.git.topLevel(folder)) === null
  const target = inPlace ? folder : `${dataHome(world)}/bylaw/${await digestOf(world, folder, scripts)}`
  return {
    program: { kind: 'absolute', node, bundle: `${target}/${ENTRY}`, stateHome: stateHome(world) },
    warm: (await isWarm(world, target)) ? null : [node, `${target}/${WARM}`],
    copies: inPlace ? [] : await missingCopies(world, folder, target, scripts),
    notes: isVolatile(node) ? [`node is registered as ${node}: register again after a version manager removes it`] : [],
  }
}

async function digestOf(world: HooksWorld, folder: string, scripts: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const name of scripts) hash.update(`${name}\n${(await world.files.readText(`${folder}/${name}`)) ?? ''}\n`)
  return hash.digest('hex').slice(0, 16)
}

async function missingCopies(
  world: HooksWorld,
  folder: string,
  target: string,
  files: readonly string[],
): Promise<readonly CopyStep[]> {
  const steps: CopyStep[] = []
  for (const name of files) {
    const [from, to] = [`${folder}/${name}`, `${target}/${name}`]
    if ((await world.files.readText(from)) === (await world.files.readText(to))) continue
    steps.push({ from, to, why: 'keep the hook program outside the work tree' })
  }
  return steps
}

async function isWarm(world: HooksWorld, target: string): Promise<boolean> {
  const note = await world.files.readText(`${target}/${CACHE_NOTE}`)
  return note?.includes(`"${world.hooks.program.nodeVersion}"`) ?? false
}

function isVolatile(node: string): boolean {
  return /\/(?:\.nvm|\.fnm|fnm_multishells|\.asdf|\.volta|mise|\.nodenv|Cellar|\.n|nvs)\//.test(node)
}

function noBundle(folder: string): Refusal {
  return new Refusal({
    code: 'no-hook-program',
    message: `${folder} holds no hook program`,
    hint: 'build it with npm run build, or install the package again',
  })
}
