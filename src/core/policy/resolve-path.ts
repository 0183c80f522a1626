import { normalize } from 'node:path/posix'
import type { SimpleCommand, Word } from '../shell/simple-command.ts'

/**
 * The path that a word names, joined to the folder of its command: relative to the folder that the text starts in,
 * absolute, or below `~`. Null where the text does not say: an unknown variable, a glob, a folder that is not known, a
 * default that the environment may replace.
 */
export function resolvePath(command: Pick<SimpleCommand, 'folder'>, word: Word): string | null {
  if (word.assumed || (word.dynamic && !isHome(word))) return null
  return joinPath(command.folder, word.text)
}

/** Only the home folder is not known in it. */
function isHome({ text, glob }: Word): boolean {
  return glob !== true && /^~(?:\/|$)/.test(text) && !text.includes('*')
}

/** `text` below `folder`, normalized; null where it is relative and the folder is not known. */
export function joinPath(folder: string | null, text: string): string | null {
  if (text === '') return null
  if (text.startsWith('/') || /^~(?:\/|$)/.test(text)) return normalize(text).replace(/(.)\/$/, '$1')
  if (folder === null) return null
  return normalize(folder === '' ? text : `${folder}/${text}`).replace(/(.)\/$/, '$1')
}
