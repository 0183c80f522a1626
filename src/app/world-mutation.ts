/** A file of the workspace as a mutant may name it. */
export type SourceFile =
  | { readonly kind: 'text'; readonly text: string }
  /** Some part of the path is a link. */
  | { readonly kind: 'link' }
  | { readonly kind: 'no-file' }
  | { readonly kind: 'not-utf-8' }

/** A link that a copy keeps, and that leads out of it. */
export type OuterLink = { readonly path: string; readonly target: string }

/** One copy of the tree. A criterion may do with it what it likes: `renew` makes it good again. */
export type TreeCopy = {
  /** Another one after each renewal. */
  readonly folder: string
  /** Replaces the text of a file that is there. */
  write(path: string, text: string): Promise<void>
  /** Makes it what it was when it was made, whatever was written, added, taken away or made unreadable in it. */
  renew(): Promise<void>
}

/** Copies of one tree as it was at one moment, in a folder of their own outside of it. */
export type CopyRoom = {
  readonly outerLinks: readonly OuterLink[]
  /** The text of a file as it was copied; null where it is not there. */
  read(path: string): Promise<string | null>
  copy(): Promise<TreeCopy>
  /** Whether a person asked to stop. */
  isInterrupted(): boolean
  /** Whether the tree that copies are made from is what it was; a criterion could reach it. */
  isAsTaken(): boolean
  /** Takes all copies away, and says where some are left, else null. Passes on what interrupted it. */
  dispose(): Promise<string | null>
}

export type TreeCopies = {
  /** How many criteria this machine can run beside each other. */
  readonly parallelism: number
  look(workspace: string, path: string): Promise<SourceFile>
  /**
   * Takes the tree as it is now, without what is `leftOut` by name, links as links. A temporary folder inside the
   * workspace, and a tree that cannot be copied, are Refusals.
   */
  open(workspace: string, leftOut: readonly string[]): Promise<CopyRoom>
}
