import type { ToolDialect, ToolShape } from '../../core/tools/tool-dialect.ts'

/** The tools of opencode, older names included (specification harnesses section 6.3). A sub-agent's own calls come before us. */
const SHAPES: Readonly<Record<string, ToolShape>> = {
  bash: 'shell',
  write: 'write',
  edit: 'edit',
  multiedit: 'edit',
  apply_patch: 'patch',
  patch: 'patch',
  read: 'read',
  glob: 'read',
  grep: 'read',
  list: 'read',
  lsp: 'read',
  task: 'read',
  skill: 'read',
  todowrite: 'read',
  todoread: 'read',
  webfetch: 'read',
  websearch: 'read',
  question: 'read',
  // A call of a tool that does not exist arrives so; nothing runs.
  invalid: 'read',
}

export const OPENCODE_TOOLS: ToolDialect = {
  shapes: SHAPES,
  pathFields: ['filePath', 'file_path', 'notebook_path', 'path', 'target_file'],
  patchFields: ['patchText', 'patch', 'input'],
  workdirField: 'workdir',
  expandsHome: false,
}
