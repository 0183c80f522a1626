/** What a tool may do: `read` changes nothing, `shell` runs a command, everything else and everything unknown is `change`. */
export type ToolClass = 'read' | 'change' | 'shell'

/**
 * One plain file operation that a tool call asks for. Paths are absolute where the payload allows it, joined to the
 * call's folder and otherwise as written: `..` and links are resolved later, on the disk.
 */
export type FileOperation =
  /** Create or overwrite with this whole text; null where the payload does not hold the text. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string | null }
  /** Change parts. `pieces` are the new pieces of text; `replacements` where the tool replaces exact texts in order. */
  | {
      readonly kind: 'edit'
      readonly path: string
      readonly pieces: readonly string[]
      readonly replacements?: readonly Replacement[]
    }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string; readonly pieces: readonly string[] }

export type Replacement = { readonly old: string; readonly new: string; readonly all: boolean }

/** A tool call in our own words. */
export type ToolCall = {
  /** The harness's own name for the tool, as it arrived. */
  readonly name: string
  readonly class: ToolClass
  /** False where the harness's table does not hold the name: an MCP tool or a tool that is new to us. */
  readonly known: boolean
  readonly operations: readonly FileOperation[]
  /** The command text of a shell tool, else null. */
  readonly command: string | null
  /** The folder in which the call's relative paths resolve; absolute, or null where the payload names none. */
  readonly folder: string | null
  /**
   * Every string in the input of a tool that is not known, or of a known one where no file and no command could be
   * read: for the scan for paths into the log.
   */
  readonly strings: readonly string[]
  /** Set where a patch could not be read to its end: what was wrong. Its readable operations are still listed. */
  readonly unreadable: string | null
  /** The call goes on after its after-event. */
  readonly background: boolean
  /** The harness's id of this call, which its after-event repeats. */
  readonly id: string | null
}

/** Whether a call may change files that its input does not name: a shell, an unknown tool, one that runs code. */
export function mayDoAnything(call: ToolCall): boolean {
  return call.class === 'shell' || (call.class === 'change' && (!call.known || call.operations.length === 0))
}

/** What every event carries. */
type EventBase = {
  /** The harness's own event name, for the answer's form. */
  readonly name: string
  /** Root session id as the harness gave it: untrusted. Null where the harness gave none. */
  readonly sessionId: string | null
  /** The payload's folder, absolute, or null. */
  readonly cwd: string | null
  /** Further folders that the harness names as its project, absolute. */
  readonly projectFolders: readonly string[]
  /** Set inside a sub-agent. */
  readonly agentId: string | null
  /** What the model is told reaches it for one turn at most, and not at a session's start: each prompt tells it all. */
  readonly contextFades?: true
}

export type SessionSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork'

/** One event of a harness in our own words. Events we do not know are `other` and are never an error. */
export type HookEvent = EventBase &
  (
    | { readonly kind: 'session-started'; readonly source: SessionSource }
    | { readonly kind: 'prompt' }
    /** `can-ask` says that the harness can put an `ask` before a person at this event. */
    | { readonly kind: 'before-tool'; readonly call: ToolCall; readonly canAsk: boolean }
    /** `calls` may hold several for a batch event; `background` ones keep running. */
    | { readonly kind: 'after-tool'; readonly calls: readonly ToolCall[] }
    | {
        readonly kind: 'stop'
        readonly alreadyBlocked: boolean
        readonly subAgent: boolean
        readonly canBlock: boolean
      }
    | { readonly kind: 'settings-changed'; readonly path: string | null; readonly canBlock: boolean }
    | { readonly kind: 'compacting' }
    | { readonly kind: 'session-ended' }
    | { readonly kind: 'other' }
  )

export type BeforeToolEvent = Extract<HookEvent, { kind: 'before-tool' }>

/** What the judgement wants the harness to do. */
export type Answer =
  | { readonly kind: 'silent' }
  /** Text for the model; a harness that has no channel for it at this event drops it. */
  | { readonly kind: 'context'; readonly text: string }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'ask'; readonly reason: string }
  /** Keep the agent going at the end of its turn. */
  | { readonly kind: 'keep-going'; readonly reason: string }
