import { baseName } from './base-name.ts'
import { findStartsEnd } from './find-words.ts'
import { hasOption, type OptionSpec, optionValue, readOptions } from './options.ts'
import type { Word } from './simple-command.ts'
import {
  literal,
  type Place,
  placeIn,
  type TargetAction,
  type TargetReader,
  type Touch,
  touchAll,
  touchValue,
} from './target-reader.ts'

/** Every operand, whatever the options say. */
export function operandTargets(action: TargetAction, spec: OptionSpec = {}): TargetReader {
  return (args) => touchAll(readOptions(args, { mixed: true, ...spec }).operands, action)
}

/** The first operand says how, the others are the files. */
export const modeTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args.map(unflag), { mixed: true, long: ['reference', 'from'] })
  const files = hasOption(options, '--reference') ? operands : operands.slice(1)
  return [...touchAll(files, 'write'), ...(hasOption(options, '-R', '--recursive') ? touchAll(files, 'tree') : [])]
}

/** A mode such as `-w` or `-rwx` is an operand that looks like an option. */
function unflag(word: Word): Word {
  return /^-[rwxXstugo]+$/.test(word.text) ? { ...word, text: word.text.slice(1) } : word
}

/** `-i` alone, with a suffix, or at the end of a cluster, as `sed` takes it. */
const SED: OptionSpec = { values: 'efl', glued: 'i', long: ['expression', 'file', 'line-length'], mixed: true }

export const sedTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, SED)
  if (!hasOption(options, '-i', '--in-place')) return []
  const script = hasOption(options, '-e', '-f', '--expression', '--file')
  return touchAll(script ? operands : operands.slice(1), 'write')
}

/** Letters of `perl` and `ruby`: `0`, `l`, `F` and the like take what is glued on, `i` ends the cluster. */
const PERL: OptionSpec = { values: 'eE', glued: 'iIMmxCFDdlVTr' }

export const perlTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, PERL)
  if (!options.some(({ name }) => name === '-i')) return []
  return touchAll(hasOption(options, '-e', '-E') ? operands : operands.slice(1), 'write')
}

export const yqTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, { values: 'pIo', mixed: true })
  return hasOption(options, '-i', '--inplace', '--in-place') ? touchAll(operands.slice(1), 'write') : []
}

export const ddTargets: TargetReader = (args) =>
  args.flatMap((word) =>
    word.text.startsWith('of=') ? [{ place: { ...word, text: word.text.slice(3) }, action: 'write' }] : [],
  )

export const sortTargets: TargetReader = (args) => {
  const spec = {
    values: 'kotSTs',
    long: ['key', 'output', 'field-separator', 'buffer-size', 'temporary-directory', 'sort'],
    mixed: true,
  }
  return touchValue(readOptions(args, { ...spec, values: 'kotST' }).options, ['-o', '--output'], 'write')
}

const CURL: OptionSpec = {
  values: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
  long: [
    'output',
    'output-dir',
    'dump-header',
    'cookie-jar',
    'trace',
    'trace-ascii',
    'stderr',
    'data',
    'data-raw',
    'data-binary',
    'data-urlencode',
    'form',
    'header',
    'user',
    'user-agent',
    'request',
    'url',
    'proxy',
    'cookie',
    'max-time',
    'retry',
    'connect-timeout',
    'upload-file',
    'write-out',
    'config',
    'json',
    'cacert',
    'cert',
    'key',
    'referer',
    'range',
    'resolve',
  ],
  mixed: true,
}

export const curlTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, CURL)
  const folder = optionValue(options, '--output-dir')
  const named = touchValue(options, ['-o', '--output'], 'write')
  const byUrl = hasOption(options, '-O', '--remote-name', '--remote-name-all')
    ? touchAll(operands.map(urlName), 'write')
    : []
  const inFolder = [...named, ...byUrl].map((touch) => (folder === null ? touch : { ...touch, below: folder }))
  return [
    ...inFolder,
    ...touchValue(
      options,
      ['-D', '-c', '--dump-header', '--cookie-jar', '--trace', '--trace-ascii', '--stderr'],
      'write',
    ),
  ]
}

const WGET: OptionSpec = {
  values: 'aABDeGiIloOPQRtTUwX',
  long: [
    'output-document',
    'output-file',
    'append-output',
    'directory-prefix',
    'input-file',
    'header',
    'user-agent',
    'tries',
    'timeout',
    'user',
    'password',
    'post-data',
    'post-file',
    'level',
    'accept',
    'reject',
    'wait',
    'base',
    'method',
    'body-data',
  ],
  mixed: true,
}

export const wgetTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, WGET)
  const logs = touchValue(options, ['-o', '-a', '--output-file', '--append-output'], 'write')
  const document = touchValue(options, ['-O', '--output-document'], 'write')
  if (document.length > 0) return [...document, ...logs]
  const folder = optionValue(options, '-P', '--directory-prefix')
  const saved = touchAll(operands.map(urlName), 'write').map((touch) =>
    folder === null ? touch : { ...touch, below: folder },
  )
  return [...saved, ...logs]
}

function urlName(url: Word): Place {
  const path = url.text.replace(/^[a-z]+:\/\//, '').replace(/[?#].*$/s, '')
  const name = path.includes('/') ? baseName(path) : ''
  return { text: name || 'index.html', dynamic: url.dynamic }
}

const TAR: OptionSpec = {
  values: 'fCTXbgHIKNVF',
  long: [
    'file',
    'directory',
    'files-from',
    'exclude',
    'exclude-from',
    'transform',
    'strip-components',
    'owner',
    'group',
    'mode',
    'mtime',
    'use-compress-program',
    'format',
  ],
  mixed: true,
}

export const tarTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(
    args.map((word, at) => (at === 0 && /^[A-Za-z]+$/.test(word.text) ? dashed(word) : word)),
    TAR,
  )
  if (hasOption(options, '-x', '--extract', '--get')) {
    if (hasOption(options, '-O', '--to-stdout')) return []
    const folder = optionValue(options, '-C', '--directory')
    const members = operands.map((member) => ({ place: member, action: 'write', below: folder }) as const)
    return [{ place: folder ?? literal('.'), action: 'tree' }, ...members]
  }
  return hasOption(options, '-c', '-r', '-u', '-A', '--create', '--append', '--update', '--delete')
    ? touchValue(options, ['-f', '--file'], 'write')
    : []
}

/** `tar xzf file`: the first word is a cluster without a dash. */
function dashed(word: Word): Word {
  const letters = word.text.replace('f', '')
  return { ...word, text: `-${letters}${word.text.includes('f') ? 'f' : ''}` }
}

export const unzipTargets: TargetReader = (args) => {
  const { options } = readOptions(args, { values: 'dxP', mixed: true })
  if (hasOption(options, '-l', '-t', '-p', '-v', '-Z', '-z', '-c')) return []
  return [{ place: optionValue(options, '-d') ?? literal('.'), action: 'tree' }]
}

export const compressTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, { values: 'STd', glued: 'T', mixed: true })
  const keeps = hasOption(options, '-c', '-k', '-l', '-t', '--stdout', '--keep', '--list', '--test')
  return keeps ? [] : touchAll(operands, 'delete')
}

const FIND_FILES = ['-fprint', '-fprint0', '-fls', '-fprintf']

/** `find … -delete`: everything below its starting points, or what the name test lets through. */
export const findTargets: TargetReader = (args) => {
  const starts = args.slice(0, findStartsEnd(args)).filter(({ text }) => !text.startsWith('-'))
  const written = args.flatMap((word, at): Touch[] => {
    const file = args[at + 1]
    return FIND_FILES.includes(word.text) && file !== undefined ? [{ place: file, action: 'write' }] : []
  })
  if (!args.some(({ text }) => text === '-delete')) return written
  const places = starts.length === 0 ? [literal('.')] : starts
  const names = args.filter((_, at) => /^-i?name$/.test(args[at - 1]?.text ?? ''))
  if (names.length === 0) return [...written, ...touchAll(places, 'delete')]
  const found = places.flatMap((place) => names.flatMap((name) => foundBelow(place, name)))
  return [...written, ...touchAll(places, 'tree'), ...touchAll(found, 'delete')]
}

function foundBelow(start: Place, name: Word): readonly Place[] {
  const pattern: Place = /[*?[]/.test(name.text) ? { text: name.text, dynamic: true, glob: true } : name
  const deeper = placeIn(start, { text: '*', dynamic: true, glob: true })
  return [placeIn(start, pattern), placeIn(deeper, pattern)]
}
