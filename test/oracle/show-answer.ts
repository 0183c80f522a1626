import type { SimpleCommand } from '../../src/core/shell/simple-command.ts'
import type { OracleAnswer, OracleLine } from './consult-oracle.ts'
import type { RanCommand } from './run-in-bash.ts'

/** What somebody who has to mend a difference wants to see: the line, what ran or did not, and all that was read. */
export function showAnswer({ id, command }: OracleLine, answer: OracleAnswer): string {
  return [`${id} ${JSON.stringify(command)}`, ...details(answer)].join('\n  ')
}

function details(answer: OracleAnswer): readonly string[] {
  switch (answer.kind) {
    case 'refused':
      return [`refused: ${answer.reason}`]
    case 'timed-out':
      return ['timed out']
    case 'unreadable':
      return answer.faults.map((fault) => `fault: ${fault}`)
    case 'agrees':
    case 'differs':
      return [
        ...answer.comparison.missing.map((call) => `ran, not read: ${showCall(call)}`),
        ...answer.comparison.extra.map((read) => `read, did not run: ${showRead(read)}`),
        ...answer.reading.commands.map((read) => `read: ${showRead(read)}`),
      ]
  }
}

function showCall({ name, args, folder }: RanCommand): string {
  return `${JSON.stringify([name, ...args])} in ${folder}`
}

/** Words that are not known carry a question mark, globs an asterisk. */
function showRead({ words, folder, nesting }: SimpleCommand): string {
  const shown = words.map(({ text, dynamic, glob }) => `${JSON.stringify(text)}${glob ? '*' : dynamic ? '?' : ''}`)
  return `[${shown.join(',')}] in ${folder === null ? 'any folder' : `'${folder}'`} ${nesting.join('>')}`.trimEnd()
}
