/** A word of a command after quotes, escapes, brace expansion and literal variables were resolved. */
export type Word = {
  /** The resolved text; for a dynamic word the literal parts with `*` for what is not known. */
  readonly text: string
  /** True where the value depends on something the text does not say. */
  readonly dynamic: boolean
  /** Offsets [start, end) in the outermost text. */
  readonly span: readonly [number, number]
}

export type Redirect = {
  /** `>`, `>>`, `>|`, `<`, `<>`, `&>`, `&>>`, `<<`, `<<-`, `<<<`, `>&`, `<&` */
  readonly operator: string
  readonly target: Word | null
  readonly span: readonly [number, number]
}

/** How a command sits inside the text that the tool was given. */
export type Nesting =
  | 'shell-c'
  | 'eval'
  | 'substitution'
  | 'process-substitution'
  | 'wrapper'
  | 'find-exec'
  | 'function'
  | 'heredoc-to-shell'
  | 'trap'
  | 'alias'
  | 'remote'

/** One simple command that a shell would run for the text. */
export type SimpleCommand = {
  /** `words[0]` is the command word; wrappers (`env`, `sudo`, …) are looked through and do not stand here. */
  readonly words: readonly Word[]
  readonly assignments: readonly { readonly name: string; readonly value: Word | null }[]
  readonly redirects: readonly Redirect[]
  /** Text that reaches its standard input through a heredoc or here-string, else null. */
  readonly stdin: string | null
  readonly span: readonly [number, number]
  /** From the outermost to the innermost. */
  readonly nesting: readonly Nesting[]
  /**
   * The folder it runs in, from the `cd`s before it in the same text: a path relative to the call's folder or
   * absolute, `''` where no `cd` came before, null where it cannot be known.
   */
  readonly folder: string | null
  /** The command reads its standard input from a pipe. */
  readonly piped: boolean
}

export type ShellReading = {
  readonly commands: readonly SimpleCommand[]
  /** What could not be read; a caller that must be sure treats any fault as "may do anything". */
  readonly faults: readonly string[]
}
