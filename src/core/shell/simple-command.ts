/** A word of a command after quotes, escapes, brace expansion and literal variables were resolved. */
export type Word = {
  /** The resolved text; for a dynamic word the literal parts with `*` for what is not known. */
  readonly text: string
  /**
   * True where the value depends on something the text does not say. A dynamic text that begins with `~` lies in a home
   * folder, whether it was written as `~` or as `$HOME`.
   */
  readonly dynamic: boolean
  /** Set where unquoted globs (and a home folder) are the only reason for `dynamic`: the globs stand in `text` as written. */
  readonly glob?: true
  /** Set where a part of the text is what a download printed. */
  readonly download?: true
  /** What the file of this name holds, for a process substitution whose output is known. */
  readonly content?: string
  /** Set where the text wrote the file of this name with something that is not known, or that a download printed. */
  readonly written?: 'unknown' | 'download'
  /** Set where the text is a fresh temporary folder (`mktemp -d`) or a path below it. */
  readonly temporary?: true
  /** Set where a part of the text is a default (`${X:-word}`) that the environment may replace. */
  readonly assumed?: true
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
  | 'script'

/** Where a standard input comes from. A download stays one through any filter. */
export type Feed = 'download' | 'program' | 'file'

/** One simple command that a shell would run for the text. */
export type SimpleCommand = {
  /**
   * `words[0]` is the command word; wrappers (`env`, `sudo`, …) are looked through and do not stand here. Empty for
   * assignments and redirections alone, also those of a group, a loop or a function call.
   */
  readonly words: readonly Word[]
  /** The words of each wrapper that was looked through, outermost first. */
  readonly wrappers: readonly (readonly Word[])[]
  readonly assignments: readonly { readonly name: string; readonly value: Word | null }[]
  readonly redirects: readonly Redirect[]
  /** Text that reaches its standard input from a heredoc, a here-string or an `echo` before the pipe, else null. */
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
  /** What feeds its standard input, where that is no text of `stdin`: what a download or a program prints, or a file. */
  readonly feed?: Feed
}

export type ShellReading = {
  readonly commands: readonly SimpleCommand[]
  /** What could not be read; a caller that must be sure treats any fault as "may do anything". */
  readonly faults: readonly string[]
}
