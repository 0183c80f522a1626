/**
 * Programs whose start from a code is one a person should see, as the source of a pattern that follows the quote of a
 * string: shells, what deletes, what sends, what changes the machine, and git where it changes something.
 */
const PROGRAMS =
  'rm|rmdir|unlink|shred|dd|mkfs(?:\\.\\w+)?|truncate|chmod|chown|kill|killall|pkill|sudo|doas|su|env|xargs|sh|bash|zsh|dash|ksh|fish|cmd|powershell|pwsh|curl|wget|scp|sftp|rsync|ssh|nc|ncat|netcat|socat|shutdown|reboot|psql|mysql|dropdb|rimraf|terraform|kubectl|aws|gcloud|az'

const GIT =
  'git\\b[^\\n)]{0,60}?\\b(?:push|clean|reset|checkout|restore|stash|branch|rm|gc|reflog|update-ref|filter-\\w+|rebase|config)'

/** `bash -n file` only reads. */
const CHECKS = `['"\`](?:/bin/)?(?:ba|da|z)?sh['"\`]\\s{0,8},\\s{0,8}['"\`](?:-n|--version)['"\`]`

/** A quoted word, alone or with arguments behind it. */
const QUOTED = `(?!${CHECKS})[frbuFRBU]{0,2}['"\`]{1,3}(?:[\\w./-]{0,80}/)?(?:(?:${PROGRAMS})(?:\\.exe)?(?:['"\`\\s]|$)|${GIT}\\b)`

/** The calls of these names whose first argument, or the first item of it, names such a program. */
export function callsOfDangerousPrograms(names: string): RegExp {
  return new RegExp(`\\b(?:${names})\\s*\\(\\s*(?:args\\s*=\\s*|cmd\\s*:\\s*)?[\\[(]?\\s*${QUOTED}`)
}

/** A list that begins with such a program, by a name: the code may start it. */
export const DANGEROUS_LIST = new RegExp(`\\w\\s{0,8}=\\s{0,8}[\\[(]\\s{0,8}${QUOTED}`)
