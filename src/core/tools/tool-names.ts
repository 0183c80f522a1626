import type { HarnessName } from '../harness.ts'
import { TOOL_FAMILIES, type ToolFamily } from './tool-families.ts'
import { isToolGlob, matchesToolGlob } from './tool-glob.ts'

/** The names of one harness that a list of denied names reaches. */
export type CoveredNames = { readonly harness: string; readonly names: readonly string[] }

const MCP = 'mcp__'

/**
 * The pattern that denies this tool, or null. A pattern is a tool's name in any harness, a glob over such names, or
 * `mcp__server__tool`, which stands for opencode's `server_tool` too. A name with blanks around it denies nothing.
 */
export function isToolDenied(patterns: readonly string[], toolName: string, harness: HarnessName): string | null {
  const mayBeOfServer = toolName.startsWith(MCP) || harness === 'opencode'
  for (const pattern of patterns) {
    // Most patterns of a long log name tools of servers, which no family holds.
    const denies = pattern.startsWith(MCP)
      ? mayBeOfServer && (matches(pattern, toolName) || deniesMcpTool(pattern, toolName, harness))
      : matches(pattern, toolName) || reaches(pattern, deniersOf(toolName))
    if (denies) return pattern
  }
  return null
}

/** False for a pattern that denies no tool we know of: a misspelt name, another letter case, blanks around it. */
export function isKnownToolPattern(pattern: string): boolean {
  if (pattern !== pattern.trim()) return false
  if (pattern.startsWith(MCP)) return pattern.length > MCP.length
  return reaches(pattern, new Set(TOOL_FAMILIES.flatMap(allNames)))
}

/** Which tools of which harness the patterns deny, for people who want to see it. Harnesses without one are left out. */
export function coveredToolNames(patterns: readonly string[]): readonly CoveredNames[] {
  const covered = new Map<string, Set<string>>()
  const add = (harness: string, name: string): void => {
    const names = covered.get(harness)
    if (names === undefined) covered.set(harness, new Set([name]))
    else names.add(name)
  }
  for (const family of TOOL_FAMILIES) {
    for (const [harness, names] of Object.entries(family.names)) {
      for (const name of names) {
        if (patterns.some((pattern) => reaches(pattern, deniersOf(name)))) add(harness, name)
      }
    }
  }
  for (const pattern of patterns) for (const [harness, name] of mcpNames(pattern)) add(harness, name)
  return [...covered].map(([harness, names]) => ({ harness, names: [...names] }))
}

function matches(pattern: string, name: string): boolean {
  return isToolGlob(pattern) ? matchesToolGlob(pattern, name) : pattern === name
}

function reaches(pattern: string, names: ReadonlySet<string>): boolean {
  if (!isToolGlob(pattern)) return names.has(pattern)
  for (const name of names) if (matchesToolGlob(pattern, name)) return true
  return false
}

const known = new Map<string, ReadonlySet<string>>()

/** All names whose denial reaches this tool; nothing for a name that no family holds. Looked up once a name. */
function deniersOf(toolName: string): ReadonlySet<string> {
  let deniers = known.get(toolName)
  if (deniers === undefined) {
    deniers = new Set(TOOL_FAMILIES.filter((family) => holds(family, toolName)).flatMap(namesThatReach))
    known.set(toolName, deniers)
  }
  return deniers
}

function holds(family: ToolFamily, toolName: string): boolean {
  return Object.values(family.names).some((names) => names.includes(toolName))
}

function namesThatReach(family: ToolFamily): readonly string[] {
  return TOOL_FAMILIES.filter((other) => other === family || other.covers?.includes(family.id)).flatMap(allNames)
}

function allNames(family: ToolFamily): readonly string[] {
  return Object.values(family.names).flat()
}

/** `mcp__server` alone, or with `__tool` behind it. */
function deniesMcpTool(pattern: string, toolName: string, harness: HarnessName): boolean {
  const { server, tool } = splitMcp(pattern)
  if (toolName.startsWith(MCP)) return matches(`${MCP}${server}__${tool}`, toolName)
  if (harness !== 'opencode' || isBuiltIn(toolName, harness) || !toolName.includes('_')) return false
  return matches(`${server}_${tool}`, toolName)
}

/** A name of the harness itself is never one of a server: `apply_patch` is no tool `patch` of a server `apply`. */
function isBuiltIn(toolName: string, harness: HarnessName): boolean {
  return TOOL_FAMILIES.some((family) => family.names[harness]?.includes(toolName))
}

function splitMcp(pattern: string): { readonly server: string; readonly tool: string } {
  const rest = pattern.slice(MCP.length)
  const cut = rest.indexOf('__')
  if (cut < 0) return { server: rest, tool: '*' }
  return { server: rest.slice(0, cut), tool: rest.slice(cut + 2) }
}

function mcpNames(pattern: string): readonly (readonly [string, string])[] {
  if (!pattern.startsWith(MCP) || !isKnownToolPattern(pattern)) return []
  const { server, tool } = splitMcp(pattern)
  return [
    ['claude-code', `${MCP}${server}__${tool}`],
    ['codex', `${MCP}${server}__${tool}`],
    ['opencode', `${server}_${tool}`],
    ['gemini-cli', `mcp_${server}_${tool}`],
  ]
}
