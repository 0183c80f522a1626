import type { LockHolder } from '../core/records/lock-owner.ts'
import type { WriteJournal } from '../core/records/write-journal.ts'

/** What one lock guards: a work tree of git, or a folder outside of git. Absolute, links resolved. */
export type WritePlace = { readonly folder: string; readonly gitFolder: string | null }

/** Writes while the lock is held. Each looks first whether it still is. */
export type RecordWriter = {
  /** A new file, never over another one. */
  create(path: string, text: string): Promise<void>
  /** Gives a file new text in place of exactly `before`. */
  replace(path: string, texts: { readonly before: string; readonly after: string }): Promise<void>
}

/** The only way in which a verb writes records (records.md 9). */
export type RecordWrites = {
  /** Runs `body` while nobody else writes records there, chant included. Throws a Refusal where it has waited in vain. */
  locked<T>(place: WritePlace, holder: LockHolder, body: (writer: RecordWriter) => Promise<T>): Promise<T>
  /** Who wrote what last; empty outside of git. */
  journal(place: WritePlace): Promise<WriteJournal>
}
