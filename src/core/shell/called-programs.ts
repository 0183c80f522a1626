import type { SimpleCommand, Word } from './simple-command.ts'

/** The programs that commands call, wrappers too, as written and by base name. */
export function calledPrograms(commands: readonly SimpleCommand[]): ReadonlySet<string> {
  return new Set(commands.flatMap(({ words, wrappers }) => [words, ...wrappers].flatMap(programNames)))
}

function programNames(words: readonly Word[]): readonly string[] {
  const name = words[0]?.text ?? ''
  return [name, name.slice(name.lastIndexOf('/') + 1)]
}

/** False where a command pattern names a program that is not called; true says nothing yet. */
export function mayMatchPattern(pattern: string, called: ReadonlySet<string>): boolean {
  const end = pattern.indexOf(' ')
  const program = end < 0 ? pattern : pattern.slice(0, end)
  return !/^[\w./-]+$/.test(program) || called.has(program)
}
