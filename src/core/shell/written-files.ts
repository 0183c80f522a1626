import { normalize } from 'node:path/posix'
import { printedText } from './known-output.ts'
import type { SimpleCommand } from './simple-command.ts'

/** The files that a text writes itself, by path; null for one whose text is not known. */
export type WrittenFiles = Map<string, string | null>

const FILES_MAX = 64
const WRITES = ['>', '>|', '>>', '&>']

/** Notes what a command leaves in files: `echo text > f`, `cat > f <<EOF`, `… | tee f`, and `cp` or `mv` of such a file. */
export function noteWritten(files: WrittenFiles, command: SimpleCommand, stdin: string | null): void {
  if (files.size >= FILES_MAX) return
  const [name, ...args] = command.words
  for (const { operator, target } of command.redirects) {
    if (target === null || target.dynamic || !WRITES.includes(operator)) continue
    const path = filePath(command.folder, target.text)
    if (path !== null) write(files, path, printedText(command, stdin), operator === '>>')
  }
  const operands = args.filter(({ text, dynamic }) => !dynamic && !text.startsWith('-')).map(({ text }) => text)
  if (name?.text === 'tee') {
    for (const text of operands) {
      const path = filePath(command.folder, text)
      if (path !== null)
        write(
          files,
          path,
          stdin,
          args.some((word) => word.text === '-a'),
        )
    }
  }
  if ((name?.text === 'cp' || name?.text === 'mv') && operands.length === 2) copy(files, command.folder, operands)
}

function write(files: WrittenFiles, path: string, text: string | null, appends: boolean): void {
  const before = appends ? (files.get(path) ?? '') : ''
  files.set(path, text === null ? null : before + text)
}

function copy(files: WrittenFiles, folder: string | null, [from = '', to = '']: readonly string[]): void {
  const source = filePath(folder, from)
  const end = filePath(folder, to)
  const text = source === null ? undefined : files.get(source)
  if (text !== undefined && end !== null) files.set(end, text)
}

/** The text of a file that the command line wrote before; undefined where it wrote none of that name. */
export function writtenText(files: WrittenFiles, folder: string | null, name: string): string | undefined {
  const path = files.size === 0 ? null : filePath(folder, name)
  return path === null ? undefined : (files.get(path) ?? undefined)
}

function filePath(folder: string | null, name: string): string | null {
  if (name.startsWith('/') || name.startsWith('~')) return normalize(name)
  return folder === null ? null : normalize(folder === '' ? name : `${folder}/${name}`)
}
