import type { ToolDialect, ToolShape } from '../../core/tools/tool-dialect.ts'

/**
 * The tools of Codex as its hooks name them, older names included (specification harnesses section 4.4). Agents are
 * `read`: their own calls come before us one by one. Names of the collaboration tools run together with their group.
 */
const SHAPES: Readonly<Record<string, ToolShape>> = {
  Bash: 'shell',
  shell: 'shell',
  local_shell: 'shell',
  shell_command: 'shell',
  exec_command: 'shell',
  write_stdin: 'shell',
  apply_patch: 'patch',
  spawn_agent: 'read',
  wait_agent: 'read',
  list_agents: 'read',
  send_input: 'read',
  send_message: 'read',
  followup_task: 'read',
  resume_agent: 'read',
  interrupt_agent: 'read',
  close_agent: 'read',
  collaborationspawn_agent: 'read',
  collaborationwait_agent: 'read',
  collaborationlist_agents: 'read',
  collaborationsend_message: 'read',
  collaborationfollowup_task: 'read',
  collaborationinterrupt_agent: 'read',
  collaborationclose_agent: 'read',
  update_plan: 'read',
  request_user_input: 'read',
  view_image: 'read',
  web_search: 'read',
  tool_search: 'read',
  list_mcp_resources: 'read',
  list_mcp_resource_templates: 'read',
  read_mcp_resource: 'read',
}

export const CODEX_TOOLS: ToolDialect = {
  shapes: SHAPES,
  pathFields: ['file_path', 'filePath', 'notebook_path', 'path', 'target_file'],
  patchFields: ['command', 'input', 'patch'],
  // Today the payload's cwd is the call's folder; the old shell tools named it in their input.
  workdirField: 'workdir',
  expandsHome: false,
}
