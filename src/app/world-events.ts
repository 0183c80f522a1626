import type { LogBytes } from '../core/events/checkpoint.ts'

/** Where an event log lies: the real path of the folder that holds `.hpp`, and the log's path below it. */
export type EventLogPlace = { readonly project: string; readonly name: string }

/** A log as it lies on the disk, and the checkpoint's text beside it; null where there is none. */
export type EventLogOnDisk = LogBytes & { readonly checkpoint: string | null }

/** What is written: the text behind the log, then the checkpoint that it gives. */
export type EventLogWrite = { readonly text: string; checkpoint(written: Uint8Array): string }

/** The event logs on this machine, and the only way to write one. A link in place of `.hpp` or a log is a Refusal. */
export type EventLogs = {
  /** Runs `look` on the log; on an empty one where there is none. */
  read<T>(place: EventLogPlace, look: (log: EventLogOnDisk) => T): Promise<T>
  /**
   * Under the log's lock: lets `plan` make the text to append, writes that at once and flushes it. Where this returns,
   * the text is on the disk; where it throws, the log is as it was. A plan that throws leaves nothing behind, not even
   * a folder.
   */
  append(place: EventLogPlace, plan: (log: EventLogOnDisk) => EventLogWrite): Promise<void>
  /**
   * Under the lock: moves what is behind the planned size into a quarantine file, and returns that file's path below
   * the project. A null plan changes nothing.
   */
  cut(place: EventLogPlace, plan: (log: EventLogOnDisk) => number | null): Promise<string | null>
}
