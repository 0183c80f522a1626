import { describe, expect, it } from 'vitest'
import type { HarnessName } from '../core/harness.ts'
import { TOOL_FAMILIES } from '../core/tools/tool-families.ts'
import { isKnownToolPattern } from '../core/tools/tool-names.ts'
import { CLAUDE_CODE_TOOLS } from './claude-code/tool-table.ts'
import { CODEX_TOOLS } from './codex/tool-table.ts'
import { OPENCODE_TOOLS } from './opencode/tool-table.ts'
import { findHarness, HARNESSES } from './registry.ts'

const TABLES = { 'claude-code': CLAUDE_CODE_TOOLS, codex: CODEX_TOOLS, opencode: OPENCODE_TOOLS }

/** As the harnesses list their tools: specification harnesses sections 3.4, 4.4 and 6.3. */
const LISTED: Readonly<Record<HarnessName, string>> = {
  'claude-code': `Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EndConversation
    EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor
    NotebookEdit OfferChromeSetup PowerShell Projects propose_skills PushNotification Read ReadMcpResourceDirTool
    ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage
    SendUserFile SendUserMessage SetGoal ShareOnboardingGuide ShowOnboardingRolePicker Skill SubagentHandback TaskCreate
    TaskGet TaskList TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write
    REPL MultiEdit Task`,
  codex:
    'Bash apply_patch shell local_shell shell_command write_stdin collaborationspawn_agent collaborationwait_agent',
  opencode: `write edit apply_patch bash read task glob grep skill todowrite webfetch question patch multiedit invalid`,
}

describe('HARNESSES', () => {
  it('are found by name, and only by their own', () => {
    for (const harness of HARNESSES) expect(findHarness(harness.name)).toBe(harness)
    expect(new Set(HARNESSES.map((harness) => harness.name)).size).toBe(HARNESSES.length)
    expect(findHarness('toString')).toBeNull()
  })

  it.each(HARNESSES.map((harness) => harness.name))('%s classifies every tool that it lists', (name) => {
    const listed = LISTED[name].split(/\s+/)
    expect(listed.filter((tool) => !Object.hasOwn(TABLES[name].shapes, tool))).toEqual([])
  })

  it.each(HARNESSES.map((harness) => harness.name))('every tool of %s can be denied by its own name', (name) => {
    const tools = Object.keys(TABLES[name].shapes)
    const named = TOOL_FAMILIES.flatMap((family) => family.names[name] ?? [])
    expect([...new Set(named)].sort()).toEqual(tools.sort())
    expect(tools.filter((tool) => !isKnownToolPattern(tool))).toEqual([])
  })
})
