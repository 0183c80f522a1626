import type { Outcome } from '../../core/exit-code.ts'
import type { HarnessName } from '../../core/harness.ts'
import type { HarnessSide } from '../../core/registration/harness-care.ts'
import type { HarnessFolders, Inspection, Level, SettingsPlace } from '../../core/registration/registration.ts'
import { hookFolders, pickSides } from './hook-folders.ts'
import type { HooksWorld } from './hooks-world.ts'

export type PlaceStatus = {
  readonly path: string
  readonly level: Level
  readonly role: string
  /** Whether our command stands in the text at all. */
  readonly namesUs: boolean
  /** Events at which our hook stands in this file and would run. */
  readonly events: readonly string[]
  readonly switches: readonly string[]
  readonly faults: readonly string[]
}

export type HarnessStatus = {
  readonly harness: HarnessName
  readonly title: string
  readonly state: 'registered' | 'partly' | 'switched-off' | 'absent'
  readonly registered: readonly string[]
  readonly missing: readonly string[]
  /** Every different command that is registered. */
  readonly commands: readonly string[]
  /** Files that exist and say something about hooks. */
  readonly places: readonly PlaceStatus[]
}

export type HooksStatusReport = {
  readonly kind: 'hooks-status'
  readonly project: string
  readonly harnesses: readonly HarnessStatus[]
  readonly outcome: Outcome
}

/** What the harnesses' own files say about us, read as strictly as they do. Starts nothing. */
export async function statusHooks(
  world: HooksWorld,
  request: { readonly harnesses: readonly HarnessName[] },
): Promise<HooksStatusReport> {
  const folders = await hookFolders(world)
  const harnesses: HarnessStatus[] = []
  for (const side of pickSides(await world.hooks.sides(), request.harnesses))
    harnesses.push(await readStatus(world, folders, side))
  return { kind: 'hooks-status', project: folders.project, harnesses, outcome: outcomeOf(harnesses) }
}

export async function readStatus(
  world: HooksWorld,
  folders: HarnessFolders,
  side: HarnessSide,
): Promise<HarnessStatus> {
  const read = await readPlaces(world, folders, side)
  const rows = read.flatMap(({ seen }) => seen.ours)
  const found = new Set(rows.map((row) => row.event))
  const places = read.map((one) => placeStatus(one, `hook ${side.care.harness}`))
  const registered = side.registration.events.filter((event) => found.has(event))
  const missing = side.registration.events.filter((event) => !found.has(event))
  return {
    harness: side.care.harness,
    title: side.care.title,
    state: stateOf(registered, missing, places),
    registered,
    missing,
    commands: [...new Set(rows.map((row) => row.command))],
    places: places.filter((place) => place.events.length + place.switches.length + place.faults.length > 0),
  }
}

type ReadPlace = { readonly place: SettingsPlace; readonly text: string; readonly seen: Inspection }

async function readPlaces(
  world: Pick<HooksWorld, 'files'>,
  folders: HarnessFolders,
  side: HarnessSide,
): Promise<readonly ReadPlace[]> {
  const places = new Map(side.registration.places(folders).map((place) => [place.path, place]))
  const read: ReadPlace[] = []
  for (const place of places.values()) {
    const text = await world.files.readText(place.path)
    if (text !== null) read.push({ place, text, seen: side.registration.inspect(place, text) })
  }
  return read
}

function placeStatus({ place: { path, level, role }, text, seen }: ReadPlace, command: string): PlaceStatus {
  const events = [...new Set(seen.ours.map((row) => row.event))]
  const namesUs = role !== 'config' && (text.includes(command) || role === 'plugin')
  return { path, level, role, namesUs, events, switches: seen.switches, faults: seen.faults }
}

function stateOf(
  registered: readonly string[],
  missing: readonly string[],
  places: readonly PlaceStatus[],
): HarnessStatus['state'] {
  const dropped = places.some((place) => place.namesUs && place.events.length === 0 && place.faults.length > 0)
  if (registered.length === 0) return dropped ? 'partly' : 'absent'
  if (places.some((place) => place.switches.some(isOffSwitch))) return 'switched-off'
  return missing.length === 0 ? 'registered' : 'partly'
}

/** A variable reaches into programs, a profile or a single hook's state concerns a part; every other switch is whole. */
export function isOffSwitch(phrase: string): boolean {
  return !/^(?:env|profiles|hooks[.]state)\b/.test(phrase)
}

function outcomeOf(harnesses: readonly HarnessStatus[]): Outcome {
  if (harnesses.some(({ state }) => state === 'partly' || state === 'switched-off')) return 'block'
  if (harnesses.every(({ state }) => state === 'absent')) return 'warn'
  const odd = harnesses.filter(({ state }) => state === 'registered').flatMap(({ places }) => places)
  return odd.some(({ switches, faults }) => switches.length + faults.length > 0) ? 'warn' : 'ok'
}
