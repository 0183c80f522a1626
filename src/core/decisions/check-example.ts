import type { Check } from './check.ts'
import type { ToolTarget } from './evaluate-tool-call.ts'
import type { CommandResult } from './evaluate-workspace.ts'

/** A situation that a check either refuses (a hit) or lets pass (a miss). Shown in the docs and run as a test. */
export type CheckExample = { readonly check: Check } & (
  | {
      readonly kind: 'call'
      readonly tool: string
      /** One simple command, for a shell tool. */
      readonly command?: string
      readonly targets?: readonly ToolTarget[]
    }
  | {
      readonly kind: 'tree'
      readonly files: Readonly<Record<string, string>>
      readonly hooks?: 'registered' | 'missing'
      readonly command?: CommandResult
      readonly rewritten?: readonly string[]
      readonly evidence?: 'fresh' | 'lacking'
    }
)

export function callExample(
  check: Check,
  tool: string,
  more: { command?: string; targets?: readonly ToolTarget[] } = {},
): CheckExample {
  return { check, kind: 'call', tool, ...more }
}

export function treeExample(
  check: Check,
  files: Readonly<Record<string, string>>,
  more: {
    hooks?: 'registered' | 'missing'
    command?: CommandResult
    rewritten?: readonly string[]
    evidence?: 'fresh' | 'lacking'
  } = {},
): CheckExample {
  return { check, kind: 'tree', files, ...more }
}

export function writeOf(path: string, text: string): ToolTarget {
  return { path, action: 'write', text, pieces: [], glob: false }
}

export function editOf(path: string, ...pieces: readonly string[]): ToolTarget {
  return { path, action: 'edit', text: null, pieces, glob: false }
}

export function deleteOf(path: string): ToolTarget {
  return { path, action: 'delete', text: null, pieces: [], glob: false }
}
