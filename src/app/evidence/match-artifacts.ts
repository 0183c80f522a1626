import type { Matches } from '../../core/evidence/judge-artifacts.ts'
import type { World } from '../world.ts'

const NO_MATCHES: Matches = { files: [], outside: [] }

/** What each pattern matches now. */
export async function matchArtifacts(
  { cwd, git, evidence }: Pick<World, 'cwd' | 'git' | 'evidence'>,
  patterns: readonly string[],
): Promise<(pattern: string) => Matches> {
  // Only a wildcard can lead into an ignored folder by itself.
  const isWild = patterns.some((pattern) => /[*?[]/.test(pattern))
  const ignored = new Set(isWild && (await git.topLevel(cwd)) !== null ? await git.listIgnored(cwd) : [])
  const found = new Map<string, Matches>()
  for (const pattern of patterns) {
    found.set(pattern, await evidence.match(cwd, pattern, (path) => ignored.has(`${path}/`)))
  }
  return (pattern) => found.get(pattern) ?? NO_MATCHES
}
