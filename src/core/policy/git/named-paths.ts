import type { Word } from '../../shell/simple-command.ts'
import { resolvePath } from '../resolve-path.ts'
import type { GitCall } from './read-git-call.ts'

/** Files without an end, and dot files that are no folders. */
const FILES = new Set(
  (
    'makefile gnumakefile dockerfile containerfile vagrantfile jenkinsfile procfile brewfile gemfile rakefile podfile' +
    ' fastfile justfile caddyfile license licence copying notice authors contributors codeowners changelog changes' +
    ' readme todo version gradlew mvnw .env .mailmap .gitmodules .gitkeep .editorconfig .gitattributes'
  ).split(' '),
)

/**
 * Whether a pathspec names one file. The disk is not looked at, so the last part tells: a dot inside it, or a name
 * that files are known by.
 */
export function isOneFile(word: Word): boolean {
  if (word.dynamic || word.assumed || isPattern(word.text)) return false
  const last = word.text.slice(word.text.lastIndexOf('/') + 1)
  const bare = last.replace(/^\.+/, '')
  const dot = bare.lastIndexOf('.')
  const hasEnd = dot > 0 && dot < bare.length - 1
  return hasEnd || FILES.has(last.toLowerCase()) || /^\.[\w-]+(?:rc|ignore)$/.test(last)
}

/** Git reads globs and magic (`:/`, `:!x`) itself, so quoted ones count too. */
function isPattern(text: string): boolean {
  return text.startsWith(':') || /[*?[]/.test(text)
}

/** A word that can only be a path, where a branch could stand. */
export function isSurelyPath(word: Word): boolean {
  if (/^\.{1,2}(?:\/|$)|\/$/.test(word.text)) return true
  if (word.dynamic && !word.glob) return false
  return isPattern(word.text) || isOneFile(word)
}

/** The place of a pathspec; null for globs and magic, which may name anything. */
export function pathspecPlace(call: GitCall, word: Word): string | null {
  return isPattern(word.text) ? null : resolvePath(call, word)
}
