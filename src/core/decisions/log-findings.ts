import { type Check, flattenCheck } from './check.ts'
import type { CurrentDecision, Decision } from './decision.ts'
import type { Finding, InvalidFile, LogOddity } from './decision-log.ts'

export type JoinOptions = {
  /** Whether a name or glob of `tool_denied` can match a tool of any harness; without it only blanks are judged. */
  readonly isKnownTool?: (name: string) => boolean
}

export type LogParts = {
  readonly decisions: readonly Decision[]
  readonly invalid: readonly InvalidFile[]
  readonly others: readonly LogOddity[]
}

/** Ids that two files hold, in the same or in another letter case. */
export function clashingIds({ decisions, invalid }: Omit<LogParts, 'others'>): readonly Finding[] {
  const holders = [...decisions, ...invalid].flatMap(({ id, file }) => (id === null ? [] : [{ id, file }]))
  return groupsOf(holders, ({ id }) => id.toUpperCase()).map((group): Finding => {
    const ids = [...new Set(group.map(({ id }) => id))]
    const files = group.map(({ file }) => file).sort()
    const at = { file: files[0] ?? '', pointer: '/id' }
    if (ids.length > 1) {
      const message = `the ids ${ids.join(' and ')} of ${files.join(' and ')} differ only in letter case`
      return { code: 'id-case-clash', severity: 'error', message, hint: 'ids are written in capitals', at }
    }
    const message = `${ids[0]} is the id of ${files.join(' and ')}`
    return { code: 'duplicate-id', severity: 'error', message, hint: 'give one of them the next free id', at }
  })
}

/** Names in the folder that some file systems take for one. */
export function clashingNames({ decisions, invalid, others }: LogParts): readonly Finding[] {
  const names = [...decisions.map(({ file }) => file), ...invalid.map(({ file }) => file), ...others.map((o) => o.name)]
  return groupsOf([...new Set(names)], (name) => name.toUpperCase()).map((group): Finding => {
    const [first = '', ...more] = [...group].sort()
    const message = `${[first, ...more].join(' and ')} differ only in letter case`
    const hint = 'some file systems take them for one file: rename or remove one'
    return { code: 'id-case-clash', severity: 'error', message, hint, at: { file: first } }
  })
}

/** The groups of two and more that have one key. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** What is odd about one file and does no harm. */
export function fileWarnings(decision: Decision): readonly Finding[] {
  return [...nameWarnings(decision), ...dateWarnings(decision)]
}

function nameWarnings({ id, file }: Decision): readonly Finding[] {
  if (file === `${id}.json`) return []
  const message = `${file} holds the decision ${id}`
  const hint = `it is read and enforced all the same; its usual name is ${id}.json`
  return [{ code: 'id-filename-mismatch', severity: 'warning', message, hint, at: { file, pointer: '/id' } }]
}

function dateWarnings({ id, file, history }: Decision): readonly Finding[] {
  const dated = history.flatMap(({ date }, index) => (date === null ? [] : [{ date, index }]))
  const late = dated.findIndex(({ date }, order) => date < (dated[order - 1]?.date ?? ''))
  const entry = dated[late]
  if (entry === undefined) return []
  const message = `entry ${entry.index + 1} of ${id} is dated ${entry.date}, before the ${dated[late - 1]?.date} of an earlier one`
  const at = { file, pointer: `/history/${entry.index}/date` }
  return [{ code: 'dates-run-backwards', severity: 'warning', message, hint: 'the order in the file counts', at }]
}

/** Names in a current `tool_denied` that match nothing. */
export function toolNameWarnings(decision: CurrentDecision, options: JoinOptions): readonly Finding[] {
  const checks = decision.check === null ? [] : flattenCheck(decision.check)
  return checks.flatMap(deniedTools).flatMap((name): readonly Finding[] => {
    if (name === name.trim() && options.isKnownTool?.(name) !== false) return []
    const message = `${decision.id} denies the tool ${JSON.stringify(name)}, which no harness has: it matches nothing`
    const hint = 'names are compared whole; tools of MCP servers are written mcp__server__tool'
    return [{ code: 'unknown-tool-name', severity: 'warning', message, hint, at: { file: decision.file } }]
  })
}

function deniedTools(check: Check): readonly string[] {
  return check.kind === 'tool_denied' ? check.tools : []
}
