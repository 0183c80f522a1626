import type { HookEvents } from '../../core/decisions/evaluate-workspace.ts'
import type { HarnessName } from '../../core/harness.ts'
import type { HookEvent } from '../../core/hook.ts'
import type { HarnessRegistration } from '../../core/registration/registration.ts'
import type { Baseline, GuardedFile, RegisteredHooks, WatchedFile } from '../../core/sessions/baseline.ts'
import type { HookWorld, SessionFolder } from '../world-hook.ts'

const SETTINGS_BYTES_MAX = 4 * 1024 * 1024

export type SettingsWorld = Pick<HookWorld, 'disk' | 'home' | 'environment' | 'registrations' | 'sha256'>

export type HookCheck = {
  readonly watched: readonly WatchedFile[]
  readonly guarded: readonly GuardedFile[]
  readonly registered: RegisteredHooks
  /** HOOK-INTEGRITY: what a session's registration lost or gained since its baseline, in phrases. */
  judge(baseline: Baseline): readonly string[]
}

/** Reads every file in which a harness could know us, as that harness would, and the files of our own program. */
export async function checkHooks(world: HookWorld, at: SessionFolder, event: HookEvent): Promise<HookCheck> {
  const registrations = await world.registrations()
  const folders = [...new Set([at.project, ...event.projectFolders.map((folder) => world.disk.realPath(folder))])]
  const settings = registrations.flatMap((registration) => readSettings(world, registration, folders))
  const watched = [...settings, ...world.program.files.map((path) => watchProgram(world, path))]
  return {
    watched,
    guarded: settings.map(({ path, events, harness }) => ({
      path,
      registered: events.length > 0,
      matters: harness !== null && eventsOf(settings, harness).size > 0,
    })),
    registered: Object.fromEntries(registrations.map((one) => [one.harness, registeredEvents(one, settings)])),
    judge: (baseline) => judgeHooks(baseline.watched, watched),
  }
}

/** What the settings of every harness say about us, for these project folders and the user. */
export async function registeredHooks(world: SettingsWorld, folders: readonly string[]): Promise<RegisteredHooks> {
  const registrations = await world.registrations()
  return Object.fromEntries(
    registrations.map((one) => [one.harness, registeredEvents(one, readSettings(world, one, folders))]),
  )
}

function readSettings(
  world: SettingsWorld,
  registration: HarnessRegistration,
  folders: readonly string[],
): readonly WatchedFile[] {
  const { home, environment } = world
  const places = folders.flatMap((project) => registration.places({ project, home, environment }))
  const unique = [...new Map(places.map((place) => [place.path, place])).values()]
  return unique.map((place) => {
    const text = world.disk.readText(place.path, SETTINGS_BYTES_MAX)
    const seen = text === null ? null : registration.inspect(place, text)
    return {
      path: place.path,
      role: 'settings',
      harness: registration.harness,
      sha256: text === null ? null : world.sha256(text),
      events: seen ? [...new Set(seen.ours.map((handler) => handler.event))] : [],
      tolerated: seen?.switches ?? [],
    }
  })
}

function watchProgram(world: HookWorld, path: string): WatchedFile {
  const text = world.disk.readText(path, SETTINGS_BYTES_MAX)
  return {
    path,
    role: 'program',
    harness: null,
    sha256: text === null ? null : world.sha256(text),
    events: [],
    tolerated: [],
  }
}

function registeredEvents(registration: HarnessRegistration, settings: readonly WatchedFile[]): HookEvents {
  const found = new Set(settings.filter((file) => file.harness === registration.harness).flatMap((file) => file.events))
  if (found.size === 0) return 'no-registration'
  return {
    registered: registration.events.filter((event) => found.has(event)),
    missing: registration.events.filter((event) => !found.has(event)),
  }
}

function judgeHooks(before: readonly WatchedFile[], now: readonly WatchedFile[]): readonly string[] {
  return [...lostEvents(before, now), ...newSwitches(before, now), ...changedProgram(before, now)]
}

function eventsOf(files: readonly WatchedFile[], harness: HarnessName): ReadonlySet<string> {
  return new Set(files.filter((file) => file.harness === harness).flatMap((file) => file.events))
}

function lostEvents(before: readonly WatchedFile[], now: readonly WatchedFile[]): readonly string[] {
  const harnesses = new Set(before.flatMap((file) => (file.harness === null ? [] : [file.harness])))
  return [...harnesses].flatMap((harness) => {
    const left = eventsOf(now, harness)
    const lost = [...eventsOf(before, harness)].filter((event) => !left.has(event))
    if (lost.length === 0) return []
    const where = before.filter((file) => file.harness === harness && file.events.length > 0).map((file) => file.path)
    return [
      `the hooks of ${harness} are no longer registered for ${lost.join(', ')} (${where.join(', ')}); put the entry back, or a person runs: bylaw hooks install --harness ${harness} --apply`,
    ]
  })
}

function newSwitches(before: readonly WatchedFile[], now: readonly WatchedFile[]): readonly string[] {
  const tolerated = new Map(before.map((file) => [file.path, file.tolerated]))
  return now.flatMap((file) =>
    file.tolerated
      .filter((phrase) => !(tolerated.get(file.path) ?? []).includes(phrase))
      .map((phrase) => `${file.path}: ${phrase}; take it out again`),
  )
}

function changedProgram(before: readonly WatchedFile[], now: readonly WatchedFile[]): readonly string[] {
  const digests = new Map(now.map((file) => [file.path, file.sha256]))
  return before
    .filter((file) => file.role === 'program' && digests.has(file.path) && digests.get(file.path) !== file.sha256)
    .map(
      (file) =>
        `the installed program ${file.path} changed during the session; a person runs: bylaw hooks install --apply and starts a new session`,
    )
}
