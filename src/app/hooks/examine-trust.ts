import { HOW_TO_TRUST } from '../../core/registration/codex-trust.ts'
import type { HarnessSide } from '../../core/registration/harness-care.ts'
import type { HarnessFolders } from '../../core/registration/registration.ts'
import type { Finding } from './finding.ts'
import type { HooksWorld } from './hooks-world.ts'
import type { HarnessStatus } from './status-hooks.ts'

/** Whether a harness that asks its user would run our hooks: without trust it passes them over in silence. */
export async function examineTrust(
  world: HooksWorld,
  folders: HarnessFolders,
  { care }: HarnessSide,
  status: HarnessStatus,
): Promise<readonly Finding[]> {
  const { trust } = care
  if (trust === null) return []
  const configFile = trust.configFile(folders)
  const config = await world.files.readText(configFile)
  const findings: Finding[] = []
  for (const place of status.places.filter((one) => one.role === 'hooks' && one.events.length > 0)) {
    if (place.level === 'project' && trust.isTrustedProject(config, folders.project) !== true) {
      findings.push({
        subject: 'trust',
        verdict: 'fail',
        text: `${folders.project} is no trusted project in ${configFile}: its own hooks do not run`,
      })
    }
    const rows = trust.rows(config, place.path, (await world.files.readText(place.path)) ?? '')
    const open = rows.filter((row) => row.trust !== 'trusted')
    if (open.length === 0)
      findings.push({ subject: 'trust', verdict: 'ok', text: `all ${rows.length} hooks are trusted` })
    else {
      const modified = open.some((row) => row.trust === 'modified') ? ' (changed since)' : ''
      const text = `${open.length} of ${rows.length} hooks are not trusted${modified}, so they do not run`
      findings.push({ subject: 'trust', verdict: 'fail', text, mend: HOW_TO_TRUST })
    }
  }
  return findings
}
