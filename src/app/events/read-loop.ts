import { parseJson } from '../../core/codec/json.ts'
import { isJsonObject } from '../../core/codec/json-value.ts'
import { type Loop, parseLoop, SHIPPED_LOOP } from '../../core/events/loop.ts'
import { type Fault, Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'

export const MANIFEST_NAME = 'hpp.manifest.json'

/** The loop that applies, and the manifest it is read from; null where the built-in one counts. */
export type AppliedLoop = { readonly loop: Loop; readonly manifest: string | null }

/** The loop of the named manifest, or of the nearest one at or above the folder (protocol-a 10.1); else the built-in one. */
export async function readLoop(
  world: Pick<World, 'cwd' | 'files'>,
  named: string | null,
  { climbs }: { readonly climbs: boolean } = { climbs: true },
): Promise<AppliedLoop> {
  if (named !== null) {
    const path = named.startsWith('/') ? named : `${world.cwd}/${named}`
    if ((await world.files.kindOf(path)) !== 'file') {
      throw new Refusal({ code: 'manifest/missing', message: `manifest not found: ${named}` })
    }
    return loopOf(world, path)
  }
  for (let at = world.cwd; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const path = `${at}/${MANIFEST_NAME}`
    if ((await world.files.kindOf(path)) === 'file') return loopOf(world, path)
    if (at === '' || !climbs) return { loop: SHIPPED_LOOP, manifest: null }
  }
}

async function loopOf(world: Pick<World, 'files'>, path: string): Promise<AppliedLoop> {
  const text = (await world.files.readText(path)) ?? ''
  const parsed = parseJson(text, { file: path, numbers: 'rounded' })
  if (!parsed.ok) throw refusal(parsed.faults, 'invalid JSON manifest: ')
  const { value } = parsed.value
  if (!isJsonObject(value)) {
    throw new Refusal({ code: 'manifest/bad-shape', message: 'manifest root must be an object', at: { file: path } })
  }
  const loop = parseLoop(value['loop'], path)
  if (!loop.ok) throw refusal(loop.faults, '')
  return { loop: loop.value, manifest: path }
}

/** Every fault in one message: a manifest is mended once. */
function refusal(faults: readonly Fault[], lead: string): Refusal {
  const [first] = faults
  const message = lead + faults.map((fault) => fault.message).join('; ')
  return new Refusal({ code: first?.code ?? 'manifest/bad-shape', message, ...(first?.at ? { at: first.at } : {}) })
}
