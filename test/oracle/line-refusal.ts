/**
 * What could leave the sandbox or run a program that is not one of its own. The corpus is written by us and the line runs
 * without rights where it can: this is the third guard, for a line that somebody adds without thinking.
 */
const REFUSED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:^|[\s=:<>(`|;&{,])["'\\$]*\/(?!dev\/(?:null|stdin|stdout|stderr|fd\/\d)(?![\w/.]))/, 'an absolute path'],
  [/\.\.\/+\.\./, 'a path that climbs twice'],
  [/~\w/, 'the home folder of another user'],
  [/\bPATH\b(?!="\$PATH")(?<!="\$PATH)/, 'another PATH'],
  [/\benv\b[^\n]*\s(?:-\w*i|-(?=\s)|--i)(?![^\n]*PATH="\$PATH")/, 'an environment without PATH'],
  [/\bexec\s+-\w*c/, 'an environment without PATH'],
  [/\bcommand\s+-\w*p/, 'the PATH of the system'],
  [/\b(?:kill|enable|hash|disown|ulimit)\b/, 'a builtin that reaches other processes or files'],
  [/\b(?:ba|da)?sh(?:\s+-\w*[il]|[^\n]*\s--login)/, 'a shell that reads the start-up files of the system'],
  [/\(\)\s*\{[^}]*[|&][^}|&]*&\s*\}/, 'a function that multiplies'],
  [/-delete\b/, 'find -delete'],
  [/\0/, 'a NUL character'],
]

/** Why a line must not be run, or null. */
export function lineRefusal(command: string): string | null {
  return REFUSED.find(([pattern]) => pattern.test(command))?.[1] ?? null
}
