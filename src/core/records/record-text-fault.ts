import type { RecordCause, RecordTextFault } from './record-text-types.ts'

export type FaultPlace = { readonly file: string; readonly line?: number; readonly pointer?: string }

/** One reason why a text is no record. */
export function recordTextFault(cause: RecordCause, message: string, at: FaultPlace, hint?: string): RecordTextFault {
  return { code: 'record-unparseable', cause, message, at, ...(hint === undefined ? {} : { hint }) }
}
