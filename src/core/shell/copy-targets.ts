import { hasOption, type OptionSpec, optionValue, readOptions } from './options.ts'
import type { Word } from './simple-command.ts'
import { isRemote, type Place, placeIn, type TargetReader, type Touch, touchAll } from './target-reader.ts'

type Copy = { readonly sources: readonly Word[]; readonly ends: readonly Place[] }

const COPY: OptionSpec = { values: 'tS', long: ['target-directory', 'suffix', 'sparse', 'no-preserve'], mixed: true }
const RECURSIVE = ['-r', '-R', '-a', '--recursive', '--archive']

/**
 * Sources, and every place that they may end at: the last operand may be a folder or a name, which only the disk tells.
 */
function readCopy(args: readonly Word[], spec: OptionSpec): Copy {
  const { options, operands } = readOptions(args, spec)
  const folder = optionValue(options, '-t', '--target-directory')
  if (folder !== null) return { sources: operands, ends: operands.map((source) => placeIn(folder, source)) }
  const sources = operands.slice(0, -1)
  const last = operands[operands.length - 1]
  if (last === undefined || sources.length === 0) return { sources: operands, ends: [] }
  if (hasOption(options, '-T', '--no-target-directory')) return { sources, ends: [last] }
  return { sources, ends: [last, ...sources.map((source) => placeIn(last, source))] }
}

export const copyTargets: TargetReader = (args) => {
  const { sources, ends } = readCopy(args, COPY)
  const { options } = readOptions(args, COPY)
  const links = hasOption(options, '-l', '-s', '--link', '--symbolic-link')
  const written = touchAll(ends, 'write')
  const trees = hasOption(options, ...RECURSIVE)
    ? touchAll(ends.slice(sources.length > 0 ? -sources.length : 0), 'tree')
    : []
  return [...written, ...trees, ...(links ? touchAll(sources, 'link') : [])]
}

export const moveTargets: TargetReader = (args) => {
  const { sources, ends } = readCopy(args, COPY)
  return [...touchAll(sources, 'move-from'), ...touchAll(ends, 'move-to')]
}

/** Both ends count: who writes to a link writes to what it leads to. */
export const linkTargets: TargetReader = (args) => {
  const { sources, ends } = readCopy(args, COPY)
  const here = ends.length === 0 ? sources.map((source) => placeIn({ text: '.', dynamic: false }, source)) : []
  return touchAll([...sources, ...ends, ...here], 'link')
}

const INSTALL: OptionSpec = {
  values: 'mogStb',
  long: ['mode', 'owner', 'group', 'target-directory', 'suffix'],
  mixed: true,
}

export const installTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, INSTALL)
  return touchAll(hasOption(options, '-d', '--directory') ? operands : readCopy(args, INSTALL).ends, 'write')
}

export const scpTargets: TargetReader = (args) => {
  const { ends } = readCopy(args, { values: 'cFiJloPSX', mixed: true })
  return touchAll(ends, 'write').filter(({ place }) => !isRemote(place))
}

const RSYNC: OptionSpec = {
  values: 'efBTM',
  long: [
    'rsh',
    'filter',
    'exclude',
    'exclude-from',
    'include',
    'include-from',
    'files-from',
    'block-size',
    'temp-dir',
    'backup-dir',
    'suffix',
    'rsync-path',
    'compare-dest',
    'copy-dest',
    'link-dest',
    'log-file',
    'out-format',
    'partial-dir',
    'max-size',
    'min-size',
    'timeout',
    'port',
    'bwlimit',
    'chmod',
    'chown',
    'modify-window',
    'info',
    'debug',
    'password-file',
  ],
  mixed: true,
}

export const rsyncTargets: TargetReader = (args) => {
  const { options, operands } = readOptions(args, RSYNC)
  const last = operands[operands.length - 1]
  const sources = operands.slice(0, -1)
  if (last === undefined || sources.length === 0 || hasOption(options, '-n', '--dry-run')) return []
  const removed = hasOption(options, '--remove-source-files') ? touchAll(sources, 'move-from') : []
  if (isRemote(last)) return removed
  const named = sources.filter((source) => !/\/\.?$|^\.{1,2}$/.test(source.text)).map((source) => placeIn(last, source))
  const touched: Touch[] = [{ place: last, action: 'tree' }, ...touchAll([last, ...named], 'write')]
  return [...touched, ...removed]
}
