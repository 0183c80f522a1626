import { normalize } from 'node:path/posix'
import { baseName } from './base-name.ts'
import { commandTargets } from './command-targets.ts'
import { descriptorOf } from './descriptors.ts'
import { printedText } from './known-output.ts'
import { optionValue, readOptions } from './options.ts'
import { isDownloader, outputFeed } from './output-feed.ts'
import type { Call, Reader } from './reader.ts'
import type { Feed, SimpleCommand } from './simple-command.ts'
import { type Field, HERE, HOME, isSamePath, MANY, TEMPORARY } from './text-marks.ts'
import type { Output, Written, WrittenFiles } from './written.ts'

const FILES_MAX = 128
const TEXT_MAX = 64 * 1024
/** In front of a name in a folder that is not known. */
const SOMEWHERE = '?/'
/** Programs that leave the files they are given as they are. Any other may have changed them. */
const READERS: ReadonlySet<string> = new Set(
  (
    'sh bash zsh dash ksh ash . source exec eval cat echo printf chmod chown touch ls head tail wc grep rg test [ stat ' +
    'file less more diff cmp cd mkdir git node python python3 ruby perl deno bun docker shellcheck cp mv tee ln install ' +
    'curl wget dd sed jq cut tr set export read mktemp md5sum sha1sum sha256sum shasum sudo env trap'
  ).split(' '),
)
const COPIES: ReadonlySet<string> = new Set(['cp', 'mv', 'ln', 'install', 'link', 'gcp', 'gmv'])

/**
 * Notes what a command leaves in files: `echo text > f`, `cat > f <<EOF`, `… | tee f`, what it downloads, and copies of
 * such a file.
 */
export function noteWritten(reader: Reader, call: Call, fields: readonly Field[], command: SimpleCommand): void {
  const { files } = reader
  const name = baseName(command.words[0]?.text ?? '')
  if (files.size > 0 && (!READERS.has(name) || changesInPlace(command))) forgetFiles(reader, command, fields)
  if (call.outputs.length > 0) writeOutputs(reader, call.outputs, printed(command, call.stdin))
  if (name === 'tee' || name === 'sponge') noteTee(reader, call, command)
  else if (COPIES.has(name)) noteCopy(reader, call, command)
  else if (name === 'dd') noteDd(reader, call, command)
  else if (isDownloader(name)) noteDownload(reader, call, command)
}

/** Without words it writes nothing, but it makes the file. */
function printed(command: SimpleCommand, stdin: string | null): Written {
  if (command.words.length === 0) return { text: '', feed: null }
  const text = printedText(command, stdin)
  return { text, feed: text === null ? outputFeed([command]) : null }
}

export function writeOutputs(reader: Reader, outputs: readonly Output[], written: Written): void {
  for (const { path, appends } of outputs) write(reader, path, written, appends)
}

/** `perl -i`, `ruby -i`, `sed -i`. */
function changesInPlace({ words }: SimpleCommand): boolean {
  return /^(?:perl|ruby|sed)$/.test(words[0]?.text ?? '') && words.some(({ text }) => /^-[a-zA-Z]*i|^--in-p/.test(text))
}

function forgetFiles({ files }: Reader, { folder }: SimpleCommand, fields: readonly Field[]): void {
  for (const { text } of fields.slice(1)) {
    const path = text.startsWith('-') ? null : filePath(folder, text)
    const before = path === null ? undefined : files.get(path)
    if (path !== null && before !== undefined) {
      files.set(path, { text: null, feed: before.feed === 'download' ? 'download' : 'program' })
    }
  }
}

function operandsOf({ fields }: Call): readonly Field[] {
  return fields.slice(1).filter(({ text, glob }) => !glob && !text.startsWith('-'))
}

function inputWritten({ stdin, feed }: Call): Written {
  return { text: stdin, feed: stdin === null ? (feed ?? 'program') : null }
}

function noteTee(reader: Reader, call: Call, { folder }: SimpleCommand): void {
  const appends = call.fields.some(({ text }) => /^-[a-z]*a|^--append/.test(text))
  for (const { text } of operandsOf(call)) {
    const path = filePath(folder, text)
    if (path !== null) write(reader, path, inputWritten(call), appends)
  }
}

function noteDd(reader: Reader, call: Call, { folder }: SimpleCommand): void {
  const valueAt = (name: string) => call.fields.find(({ text }) => text.startsWith(name))?.text.slice(name.length)
  const [from, to] = [valueAt('if='), valueAt('of=')]
  const path = to === undefined ? null : filePath(folder, to)
  const source = from === undefined ? inputWritten(call) : sourceOf(reader, call, folder, from)
  if (path !== null && source !== undefined) write(reader, path, source, false)
}

/** What a copy is made of: a file of the text, or what the command reads. */
function sourceOf({ files }: Reader, call: Call, folder: string | null, name: string): Written | undefined {
  return descriptorOf(name) === 0 ? inputWritten(call) : findWritten(files, folder, name)
}

const COPY = {
  values: 'tSmog',
  long: ['target-directory', 'suffix', 'mode', 'owner', 'group', 'sparse', 'no-preserve'],
  mixed: true,
} as const

/** The last operand may be a folder or a name. */
function noteCopy(reader: Reader, call: Call, { folder }: SimpleCommand): void {
  const { options, operands } = readOptions(call.fields.slice(1), COPY)
  const into = optionValue(options, '-t', '--target-directory')
  const sources = into === null ? operands.slice(0, -1) : operands
  const end = into ?? operands.at(-1)
  if (end === undefined || end.glob || !reader.spend(operands.length * 8)) return
  for (const source of sources) {
    const written = source.glob ? undefined : sourceOf(reader, call, folder, source.text)
    const places = [end.text, `${end.text}/${baseName(source.text)}`]
    for (const place of places.slice(into === null ? 0 : 1)) {
      const path = filePath(folder, place)
      if (path === null) continue
      if (written !== undefined) write(reader, path, written, false)
      else if (reader.files.has(path)) write(reader, path, { text: null, feed: 'file' }, false)
    }
  }
}

const SAVED = { text: null, feed: 'download' } as const

/** The names are looked for with their marks, as words that are known. */
function noteDownload(reader: Reader, call: Call, command: SimpleCommand): void {
  const words = call.fields.map(({ text, span }) => ({ text: text.replaceAll(MANY, ''), dynamic: false, span }))
  const targets = commandTargets({ ...command, words, redirects: [], folder: '' }).map(({ path }) => path)
  const { options } = readOptions(call.fields.slice(1), { values: 'oO', long: ['output', 'out', 'output-document'] })
  const given = optionValue(options, '-o', '-O', '--output', '--out', '--output-document')
  const names = given === null || targets.includes(given.text) ? targets : [...targets, given.text]
  for (const name of names) {
    const path = filePath(command.folder, name)
    if (path !== null) write(reader, path, SAVED, false)
  }
}

/** Notes what one file holds. */
export function writeFile(reader: Reader, path: string, written: Written): void {
  const { files } = reader
  const isLong = written.text !== null && (written.text.length > TEXT_MAX || !reader.spend(written.text.length >> 3))
  if (files.size < FILES_MAX || files.has(path)) files.set(path, isLong ? { text: null, feed: 'program' } : written)
  else reader.faults.add('the command writes too many files to be followed')
}

function write(reader: Reader, path: string, written: Written, appends: boolean): void {
  if (path.startsWith('/dev/')) return
  // Two files of one name in folders that are not known may be one.
  const before = appends || path.startsWith(SOMEWHERE) ? reader.files.get(path) : undefined
  writeFile(reader, path, before === undefined ? written : joined(before, written))
}

const WORST: readonly (Feed | null)[] = ['download', 'program', 'file', null]

function joined(before: Written, after: Written): Written {
  if (before.text !== null && after.text !== null) return { text: before.text + after.text, feed: null }
  return { text: null, feed: WORST.find((feed) => feed === before.feed || feed === after.feed) ?? null }
}

/** What a file holds that the command line wrote before; undefined where it wrote none of that name. */
export function findWritten(files: WrittenFiles, folder: string | null, name: string): Written | undefined {
  const path = files.size === 0 ? null : filePath(folder, name)
  if (path === null) return undefined
  const found = files.get(path)
  if (found !== undefined) return found
  if (path.startsWith(TEMPORARY)) return files.get(SOMEWHERE + baseName(path))
  if (!path.startsWith(SOMEWHERE)) return undefined
  const end = path.slice(1)
  for (const [other, written] of files) if (other.endsWith(end) || other === end.slice(1)) return written
  return undefined
}

/** The path that stands for a file; null for a name that is not known. */
export function filePath(folder: string | null, name: string): string | null {
  const text = name.includes(MANY) ? name.replaceAll(MANY, '') : name
  if (text === '') return null
  const descriptor = descriptorOf(text)
  if (descriptor !== null) return `/dev/fd/${descriptor}`
  if (text.startsWith(HERE)) return folder === '' ? filePath('', `.${text.slice(1)}`) : null
  if (!isSamePath(text)) return null
  if (text.startsWith(HOME)) return normalize(`~${text.slice(1)}`)
  if (text.startsWith('/') || text.startsWith(TEMPORARY)) return normalize(text)
  if (folder === null) return SOMEWHERE + normalize(text)
  return normalize(folder === '' ? text : `${folder}/${text}`)
}
