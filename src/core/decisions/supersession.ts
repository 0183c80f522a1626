import type { Decision } from './decision.ts'
import type { Finding, InvalidFile } from './decision-log.ts'
import { findRings } from './supersede-rings.ts'

export type Supersession = {
  /** Superseded id to the ids that name it. */
  readonly by: ReadonlyMap<string, readonly string[]>
  readonly findings: readonly Finding[]
}

/**
 * Who is superseded by whom. A decision that is itself retired or superseded later keeps superseding; links to itself,
 * within a ring, to an unknown id and to an id that two files hold are errors and have no force.
 */
export function readSupersession(decisions: readonly Decision[], invalid: readonly InvalidFile[]): Supersession {
  const graph = new Map<string, readonly string[]>()
  for (const { id, supersedes } of decisions) graph.set(id, [...(graph.get(id) ?? []), ...supersedes])
  const rings = findRings(graph)
  const ringOf = new Map(rings.flatMap((ring, index) => ring.map((id) => [id, index])))
  const invalidIds = new Set(invalid.map(({ id }) => id))
  const twice = new Set(decisions.map(({ id }) => id).filter((id, index, ids) => ids[index - 1] === id))
  const by = new Map<string, string[]>()
  const findings: Finding[] = rings.map((ring) => ringFinding(ring, decisions))
  for (const decision of decisions) {
    for (const [index, target] of decision.supersedes.entries()) {
      const inRing = ringOf.has(target) && ringOf.get(target) === ringOf.get(decision.id)
      if (!graph.has(target) && !invalidIds.has(target)) findings.push(unknownTarget(decision, target, index))
      else if (!inRing && !twice.has(target)) add(by, target, decision.id)
    }
  }
  return { by, findings }
}

function add(by: Map<string, string[]>, target: string, id: string): void {
  const ids = by.get(target)
  if (ids === undefined) by.set(target, [id])
  else ids.push(id)
}

function ringFinding(ring: readonly string[], decisions: readonly Decision[]): Finding {
  const file = decisions.find(({ id }) => id === ring[0])?.file ?? ''
  const names = ring.length <= 5 ? ring.join(' and ') : `${ring.slice(0, 5).join(', ')} and ${ring.length - 5} more`
  const message = ring.length === 1 ? `${names} supersedes itself` : `${names} supersede each other`
  const hint = 'none of them is taken as superseded; correct the "supersedes" that is wrong'
  return { code: 'supersede-cycle', severity: 'error', message, hint, at: { file } }
}

function unknownTarget({ id, file, version }: Decision, target: string, index: number): Finding {
  const pointer = version === 1 ? `/supersedes/${index}` : `/history/0/supersedes/${index}`
  const message = `${id} supersedes ${target}, which no file of the log holds`
  return { code: 'unknown-supersedes', severity: 'error', message, hint: 'correct the id', at: { file, pointer } }
}
