import { normalize } from 'node:path/posix'
import { printedText } from './known-output.ts'
import type { SimpleCommand } from './simple-command.ts'

/** The files that a text writes itself, by path; null for one whose text is not known. */
export type WrittenFiles = Map<string, string | null>

const FILES_MAX = 64
const WRITES = ['>', '>|', '>>', '&>']
/** Programs that leave the files they are given as they are. Any other may have changed them. */
const READERS: ReadonlySet<string> = new Set(
  (
    'sh bash zsh dash ksh ash . source exec eval cat echo printf chmod chown touch ls head tail wc grep rg test [ stat ' +
    'file less more diff cmp cd mkdir git node python python3 ruby perl deno bun docker shellcheck cp mv tee'
  ).split(' '),
)

/** Notes what a command leaves in files: `echo text > f`, `cat > f <<EOF`, `… | tee f`, and `cp` or `mv` of such a file. */
export function noteWritten(files: WrittenFiles, command: SimpleCommand, stdin: string | null): void {
  const name = command.words[0]?.text ?? ''
  if (files.size > 0 && (!READERS.has(name) || changesInPlace(command))) forgetFiles(files, command)
  for (const { operator, target } of command.redirects) {
    if (target === null || target.dynamic || !WRITES.includes(operator)) continue
    const path = filePath(command.folder, target.text)
    if (path !== null) write(files, path, printedText(command, stdin), operator === '>>')
  }
  if (name === 'tee') noteTee(files, command, stdin)
  else if (name === 'cp' || name === 'mv') copy(files, command.folder, operandsOf(command))
}

/** `perl -i`, `ruby -i`. */
function changesInPlace({ words }: SimpleCommand): boolean {
  return /^(?:perl|ruby)$/.test(words[0]?.text ?? '') && words.some(({ text }) => /^-[a-zA-Z]*i/.test(text))
}

function forgetFiles(files: WrittenFiles, { words, folder }: SimpleCommand): void {
  for (const { text } of words.slice(1)) {
    const path = text.startsWith('-') ? null : filePath(folder, text)
    if (path !== null && files.has(path)) files.set(path, null)
  }
}

function operandsOf({ words }: SimpleCommand): readonly string[] {
  return words.slice(1).flatMap(({ text, dynamic }) => (dynamic || text.startsWith('-') ? [] : text))
}

function noteTee(files: WrittenFiles, command: SimpleCommand, stdin: string | null): void {
  const appends = command.words.some(({ text }) => /^-[a-z]*a|^--append/.test(text))
  for (const text of operandsOf(command)) {
    const path = filePath(command.folder, text)
    if (path !== null) write(files, path, stdin, appends)
  }
}

/** Notes the text of one file. */
export function writeFile(files: WrittenFiles, path: string, text: string | null): void {
  if (files.size < FILES_MAX || files.has(path)) files.set(path, text)
}

function write(files: WrittenFiles, path: string, text: string | null, appends: boolean): void {
  const before = appends ? files.get(path) : ''
  writeFile(files, path, text === null || before === null ? null : (before ?? '') + text)
}

function copy(files: WrittenFiles, folder: string | null, [from = '', to = '', ...more]: readonly string[]): void {
  if (more.length > 0 || to === '') return
  const source = filePath(folder, from)
  const end = filePath(folder, to)
  const text = source === null ? undefined : files.get(source)
  if (text !== undefined && end !== null) writeFile(files, end, text)
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
