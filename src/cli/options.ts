/**
 * A word after the command's path. Optional ones come last. A rest is all words behind the options, as they are, with
 * or without a `--` before them: a command line of its own.
 */
export type Argument =
  | { readonly kind: 'word'; readonly value: string; readonly summary: string; readonly required: boolean }
  | { readonly kind: 'rest'; readonly value: string; readonly summary: string }

/** The key of an option in its record is its camel-case name: `dryRun` stands for `--dry-run`. */
export type Option =
  | { readonly kind: 'switch'; readonly summary: string }
  | { readonly kind: 'text'; readonly value: string; readonly summary: string; readonly required: boolean }
  /** Given alone it is true. */
  | { readonly kind: 'switch-or-text'; readonly value: string; readonly summary: string }
  | { readonly kind: 'list'; readonly value: string; readonly summary: string }
  | {
      readonly kind: 'choice'
      readonly values: readonly string[]
      readonly summary: string
      readonly required: boolean
    }

/** `value` is the name that help shows, in capitals. */
export const argument = {
  required: (value: string, summary: string) => ({ kind: 'word', value, summary, required: true }) as const,
  optional: (value: string, summary: string) => ({ kind: 'word', value, summary, required: false }) as const,
  rest: (value: string, summary: string) => ({ kind: 'rest', value, summary }) as const,
}

/** `list` may be given several times; `choice` refuses any other value. */
export const option = {
  toggle: (summary: string) => ({ kind: 'switch', summary }) as const,
  text: (value: string, summary: string) => ({ kind: 'text', value, summary, required: false }) as const,
  requiredText: (value: string, summary: string) => ({ kind: 'text', value, summary, required: true }) as const,
  toggleOrText: (value: string, summary: string) => ({ kind: 'switch-or-text', value, summary }) as const,
  list: (value: string, summary: string) => ({ kind: 'list', value, summary }) as const,
  choice: <const V extends readonly string[]>(values: V, summary: string) =>
    ({ kind: 'choice', values, summary, required: false }) as const,
  requiredChoice: <const V extends readonly string[]>(values: V, summary: string) =>
    ({ kind: 'choice', values, summary, required: true }) as const,
}
