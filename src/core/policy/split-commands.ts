import { parseCommandLine } from '../shell/parse-command-line.ts'

/** Lines of one command at most; what is not closed by then counts as it stands. */
const LINES_MAX = 200
const ATTEMPTS_MAX = 2000

/**
 * The commands of a script or of a history, one a line. Lines that only together are a command (a loop, a heredoc, a
 * backslash at the end) are taken together; blank lines and comments are left out. Each command stands for itself: what
 * one sets, the next does not know.
 */
export function splitCommands(text: string): readonly { readonly text: string; readonly line: number }[] {
  const lines = withoutNumbers(
    text
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n')
      .split('\n'),
  )
  const commands: { text: string; line: number }[] = []
  let attempts = ATTEMPTS_MAX
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] ?? ''
    if (/^\s*(?:#|$)/.test(first)) {
      at += 1
      continue
    }
    let count = 1
    let found = 1
    while (attempts > 0 && isOpen(lines.slice(at, at + count).join('\n'))) {
      attempts -= 1
      count += 1
      if (count > LINES_MAX || at + count > lines.length) break
      if (!isOpen(lines.slice(at, at + count).join('\n'))) found = count
    }
    commands.push({ text: lines.slice(at, at + found).join('\n'), line: at + 1 })
    at += found
  }
  return commands
}

function isOpen(text: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(text) || hasOpenHeredoc(text) || parseCommandLine(text).faults.length > 0
}

const NUMBERED = /^\s*\d{1,9}[ *] \s*(?=\S)/

/** What `history` prints: a number, a blank or a star, and the command on every line. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const isHistory = lines.every((line) => line.trim() === '' || NUMBERED.test(line))
  return isHistory ? lines.map((line) => line.replace(NUMBERED, '')) : lines
}

/** A heredoc that no line ends: the parser takes the rest of the text for its body. */
function hasOpenHeredoc(text: string): boolean {
  const lines = text.split('\n')
  return lines.some((line, at) =>
    [...line.matchAll(HEREDOC)].some(([, single, double, bare]) => {
      const mark = single ?? double ?? bare?.replaceAll('\\', '')
      return !lines.slice(at + 1).some((later) => later.replace(/^\t+/, '') === mark)
    }),
  )
}

/** Its mark in quotes, or a word of which any letter may have a backslash. */
const HEREDOC = /(?<!<)<<-?[ \t]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|((?:\\?[\w.-]){1,80}))/g
