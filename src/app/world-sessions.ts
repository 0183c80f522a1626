import type { HookWorld } from './world-hook.ts'

/** What the commands about sessions may touch: the hook's ports, and the writing that hooks never do. */
export type SessionWorld = Pick<
  HookWorld,
  'now' | 'environment' | 'home' | 'disk' | 'state' | 'processes' | 'head' | 'sha256' | 'registrations'
> & { readonly keeper: LogKeeper }

/** Puts a log back. Each call is whole or not at all, and may be repeated after a crash. */
export type LogKeeper = {
  /**
   * Keeps the present bytes of whatever stands at `path` below `folder` and takes it away; a link is kept as the
   * text it holds. Nothing there is no error.
   */
  setAside(path: string, folder: string): void
  /** Keeps a copy of the bytes below `folder` and leaves the file where it is. */
  copyAside(path: string, folder: string): void
  /** Replaces or makes a file with this text, and the folders above it. */
  put(path: string, text: string): void
}
