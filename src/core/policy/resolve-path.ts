import { normalize } from 'node:path/posix'
import type { SimpleCommand, Word } from '../shell/simple-command.ts'

/**
 * The path that a word names, joined to the folder of its command: relative to the folder that the text starts in,
 * absolute, or below `~`. Null where the text does not say: an unknown variable, a glob, a folder that is not known, a
 * default that the environment may replace, a path on another machine.
 */
export function resolvePath(command: Pick<SimpleCommand, 'folder' | 'nesting'>, word: Word): string | null {
  if (command.nesting.includes('remote') || word.assumed || (word.dynamic && !isHome(word))) return null
  return leavesNamed(`${command.folder ?? ''}/${word.text}`) ? null : joinPath(command.folder, word.text)
}

/** `link/..` is not where its text says. */
function leavesNamed(path: string): boolean {
  return /(?:^|\/)(?!\.\.?(?:\/|$))[^/]+\/(?:.*\/)?\.\.(?:\/|$)/.test(path)
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
