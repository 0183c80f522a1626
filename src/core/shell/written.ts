import type { Feed } from './simple-command.ts'

/** What a file holds that the text writes: its text with marks, or where what is not known came from. */
export type Written = { readonly text: string | null; readonly feed: Feed | null }
/** The files that a text writes itself, by path. */
export type WrittenFiles = Map<string, Written>
/** A file that a call writes its output to. */
export type Output = { readonly path: string; readonly appends: boolean }
