import type { Word } from '../../shell/simple-command.ts'
import type { Span, Subjects } from '../rule.ts'

/** A push that really sends: none with `--dry-run` or `--help`. */
export type Push = {
  /** The words from the program to the verb. */
  readonly span: Span
  /** What forces every ref of it. */
  readonly force: Span | null
  readonly lease: Span | null
  readonly refs: readonly PushRef[]
}

/** One ref that a push changes on the other side. */
export type PushRef = {
  /** A branch without `refs/heads/`, any other ref in full; null where the text does not say. */
  readonly name: string | null
  /** `+` stands in front. */
  readonly forced: boolean
  readonly word: Word | null
}

export function pushSubjects({ refs }: Push): Subjects {
  return { refs: refs.map(({ name, word }) => (word?.assumed ? null : name)) }
}
