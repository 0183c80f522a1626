import type { Outcome } from '../../core/exit-code.ts'
import type { HarnessName } from '../../core/harness.ts'
import type { HarnessSide } from '../../core/registration/harness-care.ts'
import { isSwitchedOn, reachesIntoPrograms } from '../../core/registration/reaching-variables.ts'
import type { HarnessFolders } from '../../core/registration/registration.ts'
import { examineProgram } from './examine-program.ts'
import { examineTrust } from './examine-trust.ts'
import { examineVersion } from './examine-version.ts'
import { type Finding, installLine } from './finding.ts'
import { hookFolders, pickSides, stateHome } from './hook-folders.ts'
import type { HooksWorld } from './hooks-world.ts'
import { lastHeartbeat } from './last-heartbeat.ts'
import { type HarnessStatus, isOffSwitch, readStatus } from './status-hooks.ts'

export type HarnessDiagnosis = {
  readonly harness: HarnessName
  readonly title: string
  readonly state: HarnessStatus['state']
  readonly findings: readonly Finding[]
}

export type HooksDoctorReport = {
  readonly kind: 'hooks-doctor'
  readonly project: string
  readonly general: readonly Finding[]
  readonly harnesses: readonly HarnessDiagnosis[]
  readonly outcome: Outcome
}

/** Examines the registrations of the project, and starts what is registered the way its harness does. */
export async function doctorHooks(
  world: HooksWorld,
  request: { readonly harnesses: readonly HarnessName[] },
): Promise<HooksDoctorReport> {
  const folders = await hookFolders(world)
  const harnesses: HarnessDiagnosis[] = []
  for (const side of pickSides(await world.hooks.sides(), request.harnesses))
    harnesses.push(await diagnose(world, folders, side))
  const general = [await examineStateFolder(world), ...examineEnvironment(world)]
  const report = { kind: 'hooks-doctor', project: folders.project, general, harnesses } as const
  return { ...report, outcome: outcomeOf(general, harnesses) }
}

async function diagnose(world: HooksWorld, folders: HarnessFolders, side: HarnessSide): Promise<HarnessDiagnosis> {
  const { harness, title } = side.care
  const status = await readStatus(world, folders, side)
  const version = await examineVersion(world, side)
  if (status.state === 'absent') return { harness, title, state: 'absent', findings: [...files(status), ...version] }
  const findings = [
    events(status),
    ...files(status),
    ...offVariables(world, side),
    ...(await examineProgram(world, side, status.commands)),
    ...version,
    ...(await examineTrust(world, folders, side, status)),
    await heartbeat(world, folders, side),
  ]
  return { harness, title, state: status.state, findings }
}

function events(status: HarnessStatus): Finding {
  const total = status.registered.length + status.missing.length
  if (status.missing.length === 0) return { subject: 'events', verdict: 'ok', text: `all ${total} are registered` }
  const text = `${status.registered.length} of ${total} are registered; missing: ${status.missing.join(', ')}`
  return { subject: 'events', verdict: 'fail', text, mend: installLine(status.harness) }
}

function files(status: HarnessStatus): readonly Finding[] {
  return status.places.flatMap((place) => [
    ...place.faults.map((fault): Finding => {
      const verdict = place.namesUs ? 'fail' : 'warn'
      return { subject: 'file', verdict, text: `${place.path}: ${fault}`, mend: 'mend the file, then run this again' }
    }),
    ...place.switches.map((phrase): Finding => {
      const off = isOffSwitch(phrase)
      const what = off ? 'switches hooks off' : 'reaches into hooks or programs'
      return { subject: 'switch', verdict: off ? 'fail' : 'warn', text: `${place.path}: ${phrase} ${what}` }
    }),
  ])
}

function offVariables({ environment }: HooksWorld, { care }: HarnessSide): readonly Finding[] {
  return care.offVariables
    .filter((name) => isSwitchedOn(environment[name]))
    .map((name) => ({
      subject: 'switch',
      verdict: 'fail',
      text: `${name} is set: a session started from here runs without hooks`,
    }))
}

/** Only what a person would not expect in a shell: PATH and HOME are always set. */
function examineEnvironment({ environment }: HooksWorld): readonly Finding[] {
  const odd = Object.keys(environment).filter(
    (name) => /^(?:LD_|DYLD_|BASH_ENV$|ENV$)/.test(name) && reachesIntoPrograms(name),
  )
  return odd.map((name) => ({
    subject: 'environment',
    verdict: 'warn',
    text: `${name} is set and reaches into the hook program`,
  }))
}

async function examineStateFolder(world: HooksWorld): Promise<Finding> {
  const path = `${stateHome(world)}/hdr/sessions`
  const entry = await world.hooks.entry(path)
  if (entry === null)
    return { subject: 'state', verdict: 'info', text: `${path} is not there yet: the first session makes it` }
  if ((entry.mode & 0o077) === 0) return { subject: 'state', verdict: 'ok', text: `${path} is private` }
  return { subject: 'state', verdict: 'fail', text: `${path} can be entered by others`, mend: `chmod 700 '${path}'` }
}

async function heartbeat(world: HooksWorld, { project }: HarnessFolders, { care }: HarnessSide): Promise<Finding> {
  const last = await lastHeartbeat(world, care.harness, project)
  const text =
    last === null
      ? 'no session ran a hook here yet'
      : `a hook last ran ${ago(world.clock.now().getTime() - last.getTime())} ago`
  return { subject: 'heartbeat', verdict: last === null ? 'info' : 'ok', text }
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
}

function outcomeOf(general: readonly Finding[], harnesses: readonly HarnessDiagnosis[]): Outcome {
  const all = [...general, ...harnesses.flatMap((one) => one.findings)]
  if (all.some((finding) => finding.verdict === 'fail')) return 'block'
  if (harnesses.every((one) => one.state === 'absent')) return 'warn'
  return all.some((finding) => finding.verdict === 'warn') ? 'warn' : 'ok'
}
