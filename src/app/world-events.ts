/** Where one event log lies: the real path of the folder that holds `.hpp`, and the log's path below it. */
export type EventLogPlace = { readonly project: string; readonly name: string }

/** What `repair` keeps of a log; the rest is moved away. */
export type EventLogCut = { readonly keepBytes: number }

/** The event logs on this machine, and the only way to write one. A link in place of `.hpp` or a log is a Refusal. */
export type EventLogs = {
  /** Null where there is no log. */
  read(place: EventLogPlace): Promise<Uint8Array | null>
  /**
   * Under the log's lock: reads it, lets `plan` make the text to append, writes that at once and flushes it. Where this
   * returns, the text is on the disk; where it throws, the log is as it was. A plan that throws leaves nothing behind,
   * not even a folder.
   */
  append(place: EventLogPlace, plan: (bytes: Uint8Array) => string): Promise<void>
  /**
   * Under the lock: moves what is behind the planned cut into a quarantine file, and returns that file's path below
   * the project. A null plan changes nothing.
   */
  cut(place: EventLogPlace, plan: (bytes: Uint8Array) => EventLogCut | null): Promise<string | null>
}
