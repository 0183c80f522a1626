import { baseName } from '../shell/base-name.ts'
import type { SimpleCommand, Word } from '../shell/simple-command.ts'
import type { PolicyCommand } from './rule.ts'

/** The commands of a reading as rules look at them. */
export function policyCommands(commands: readonly SimpleCommand[], text: string): readonly PolicyCommand[] {
  return commands.map((command, index) => ({
    name: programName(command, text),
    args: command.words.slice(1),
    command,
    index,
  }))
}

function programName({ words }: SimpleCommand, text: string): string {
  const [word] = words
  if (word === undefined) return ''
  const windows = windowsBase(word, text)
  const base = windows ?? baseName(word.text)
  if (windows === null && word.dynamic && !isBaseKnown(word, base)) return ''
  return base.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '')
}

/** The folder may be unknown (`"$HOME/bin/tool"`), the program is named all the same. */
function isBaseKnown(word: Word, base: string): boolean {
  return /^(?:\*|~[\w.-]*)\/[^*]*$/.test(word.text) && base !== '' && !/[*?[\]~]/.test(base)
}

/** `C:\tools\rm`, which a shell on Windows runs and bash would read as `C:toolsrm`. A backslash alone in front is bash's. */
function windowsBase(word: Word, text: string): string | null {
  const written = text.slice(...word.span)
  const isPath = /^(?:[A-Za-z]:|\.{1,2}|\\\\[^\\]+)\\[^'"$`]*[A-Za-z]$/.test(written)
  return isPath ? written.slice(written.lastIndexOf('\\') + 1) : null
}
