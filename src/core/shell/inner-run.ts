import type { Call } from './reader.ts'
import type { Nesting } from './simple-command.ts'
import type { Field, Span } from './text-marks.ts'

/** One thing that a call runs in turn. */
export type InnerPart =
  | {
      readonly kind: 'words'
      readonly nesting: Nesting
      readonly fields: readonly Field[]
      /** A word that is split like a command line and stands before `fields` (`env -S`). */
      readonly split?: Field
      /** The command word to read again with the split words. */
      readonly head?: Field
      /** The wrapper's own words, where they come off. */
      readonly wrapper?: readonly Field[]
      readonly assignments?: Call['assignments']
      /** The folder it runs in; null for one that cannot be known. */
      readonly folder?: Field | null
      /** It does not read what the call reads. */
      readonly input?: 'none'
      readonly inShell?: boolean
      readonly pastFunctions?: boolean
    }
  | {
      readonly kind: 'text'
      readonly nesting: Nesting
      /** With marks. */
      readonly text: string
      readonly span: Span
      readonly sameShell: boolean
      /** What of the text is not read. */
      readonly fault?: string
      /** `$0`, `$1` and on. */
      readonly positional: readonly string[] | null
      /** It does not read what the call reads. */
      readonly input?: 'none'
    }

/** What a call runs in turn; `self` where the call is a command of its own beside that. */
export type Run = { readonly self: boolean; readonly parts: readonly InnerPart[] }
export type Runner = (call: Call) => Run | undefined
