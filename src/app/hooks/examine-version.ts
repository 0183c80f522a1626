import type { HarnessSide, VersionMark } from '../../core/registration/harness-care.ts'
import type { Finding } from './finding.ts'
import type { HooksWorld } from './hooks-world.ts'

const TIMEOUT_MS = 20_000

/** Asks the harness on PATH for its version; nothing is said where there is none. */
export async function examineVersion(world: HooksWorld, { care }: HarnessSide): Promise<readonly Finding[]> {
  const path = await world.hooks.findOnPath(care.program)
  if (path === null) return [{ subject: 'version', verdict: 'info', text: `${care.program} is not on PATH` }]
  const result = await world.hooks.inTemporaryFolder((folder) =>
    world.hooks.run({ argv: [path, '--version'], cwd: folder, stdin: '', timeoutMs: TIMEOUT_MS }),
  )
  const version = parseVersion(result.stdout)
  if (version === null)
    return [{ subject: 'version', verdict: 'warn', text: `${care.program} --version names no version` }]
  return [judge(care.program, version, care.floor, care.preferred)]
}

function judge(program: string, version: Version, floor: VersionMark, preferred: VersionMark | null): Finding {
  const name = `${program} ${version.join('.')}`
  if (isBelow(version, floor.from)) {
    return {
      subject: 'version',
      verdict: 'fail',
      text: `${name}: ${floor.why}`,
      mend: `at least ${floor.from.join('.')}`,
    }
  }
  if (preferred !== null && isBelow(version, preferred.from)) {
    const mend = `${preferred.from.join('.')} or later`
    return { subject: 'version', verdict: 'warn', text: `${name}: ${preferred.why}`, mend }
  }
  return { subject: 'version', verdict: 'ok', text: name }
}

type Version = readonly [number, number, number]

function parseVersion(text: string): Version | null {
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(text)
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])]
}

function isBelow(version: Version, floor: Version): boolean {
  const at = version.findIndex((part, index) => part !== floor[index])
  return at !== -1 && (version[at] ?? 0) < (floor[at] ?? 0)
}
