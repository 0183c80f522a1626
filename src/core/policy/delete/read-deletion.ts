import type { Word } from '../../shell/simple-command.ts'
import { oncePerCommand } from '../once-per-command.ts'
import { isOutside, isWholePlace } from '../places.ts'
import { joinPath, resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyContext, RuleHit } from '../rule.ts'
import { readFindDeletion } from './find-call.ts'
import { readRm } from './rm-call.ts'

type Deletion = RuleHit & { readonly id: 'recursive-delete' | 'temporary-delete' | 'bulk-delete' }
type Reader = (command: PolicyCommand, context: PolicyContext) => Deletion | null

const RIMRAF = ['rimraf', 'del-cli', 'srm', 'wipe']
const REMOVE_ITEM = ['remove-item', 'ri']

/** From a program to what its words delete. `rm`, `rd` and `del` are also names of PowerShell. */
const READERS: Readonly<Record<string, Reader>> = {
  rm: readRmCall,
  shx: (command, context) =>
    command.args[0]?.text === 'rm' ? readRmCall({ ...command, args: command.args.slice(1) }, context) : null,
  unlink: readUnlink,
  rmdir: readRemoveFolder,
  rd: readRemoveFolder,
  del: readRemoveFolder,
  erase: readRemoveFolder,
  find: readFind,
  git: readGitClean,
  rsync: readRsync,
  mv: readMoveAway,
  ...Object.fromEntries(RIMRAF.map((name) => [name, readRimraf])),
  ...Object.fromEntries(REMOVE_ITEM.map((name) => [name, readRemoveItem])),
}

export const DELETING_PROGRAMS = Object.keys(READERS)

const readDeletion = oncePerCommand(
  (command, context: PolicyContext) => READERS[command.name]?.(command, context) ?? null,
)

/** Finds the deletions that a rule is about. */
export function findDeletions(id: Deletion['id']): (command: PolicyCommand, context: PolicyContext) => RuleHit | null {
  return (command, context) => {
    const found = readDeletion(command, context)
    return found?.id === id ? found : null
  }
}

function hitAt(command: PolicyCommand, id: Deletion['id'], operands: readonly Word[], at?: Word): Deletion {
  const paths = operands.map((word) => resolvePath(command.command, word))
  return { id, span: at?.span ?? command.command.span, subjects: { paths: paths.length === 0 ? [null] : paths } }
}

function readRmCall(command: PolicyCommand, context: PolicyContext): Deletion | null {
  const { recursive, force, operands } = readRm(command.args)
  if (recursive && force) {
    const fresh = operands.length > 0 && operands.every(({ temporary, text }) => temporary && !text.includes('..'))
    return hitAt(command, fresh ? 'temporary-delete' : 'recursive-delete', operands)
  }
  const wide = operands.find((word) => isWide(command, context, word, recursive))
  return wide === undefined ? null : hitAt(command, 'bulk-delete', operands, wide)
}

/** What `rm` without `-rf` may take that no one named: a glob elsewhere, the items of `xargs`, a whole home folder. */
function isWide(command: PolicyCommand, context: PolicyContext, word: Word, recursive: boolean): boolean {
  if (word.dynamic && word.text.includes('*') && !word.glob) return recursive ? false : isItem(command, word)
  const path = joinPath(command.command.folder, word.text)
  if (path === null) return false
  if (word.glob && /[*?[]/.test(word.text) && isOutside(path, context)) return true
  return recursive && (isWholePlace(path) || /^(?:\.\.\/?)+$/.test(path))
}

function isItem({ command }: PolicyCommand, word: Word): boolean {
  return word.text === '*' && command.wrappers.some(([name]) => /(?:^|\/)(?:xargs|parallel)$/.test(name?.text ?? ''))
}

function readUnlink(command: PolicyCommand): Deletion | null {
  const item = command.args.find((word) => word.dynamic && isItem(command, word))
  return item === undefined ? null : hitAt(command, 'bulk-delete', command.args, item)
}

/** `rmdir /s`, `rd /s /q`, `del /s` of cmd.exe; PowerShell's switches on the same names. */
function readRemoveFolder(command: PolicyCommand, context: PolicyContext): Deletion | null {
  const isSwitch = ({ text }: Word) => /^(?:\/[a-z])+$/i.test(text)
  const recursive = command.args.filter(isSwitch).some(({ text }) => /\/s(?![a-z])/i.test(text))
  if (!recursive) return readRemoveItem(command, context)
  return hitAt(
    command,
    'recursive-delete',
    command.args.filter((word) => !isSwitch(word)),
  )
}

/** Switches of PowerShell are known by their beginnings: `-r`, `-Rec`, `-fo`. */
function readRemoveItem(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const has = (name: string, least: number) =>
    command.args.some(
      ({ text }) => text.length >= least && `-${name}`.startsWith(text.toLowerCase().replace(/:\$?true$/, '')),
    )
  if (!has('recurse', 2)) return null
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  return hitAt(command, has('force', 3) ? 'recursive-delete' : 'bulk-delete', operands)
}

function readRimraf(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const isOption = ({ text }: Word) => text.startsWith('-')
  if (command.args.some(({ text }) => /^--?(?:h|help|v|version|dry-run)$/.test(text))) return null
  const operands = command.args.filter((word) => !isOption(word))
  const isPlain = command.name === 'srm' || command.name === 'wipe'
  if (isPlain && !command.args.some(({ text }) => /^-[a-z]*r|^--recursive/i.test(text))) return null
  return operands.length === 0 ? null : hitAt(command, 'recursive-delete', operands)
}

function readFind(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const found = readFindDeletion(command.args)
  if (found === null) return null
  const here: Word = { text: '.', dynamic: false, span: found.at.span }
  const roots = found.roots.length === 0 ? [here] : found.roots
  return hitAt(command, found.limited ? 'bulk-delete' : 'recursive-delete', roots, found.at)
}

/** `git clean -f`: files that git never had are not in git. */
function readGitClean(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const words = command.args.map(({ text }) => text)
  const verb = gitVerbAt(words)
  if (words[verb]?.toLowerCase() !== 'clean') return null
  const args = command.args.slice(verb + 1)
  const end = args.findIndex(({ text }) => text === '--')
  const options = (end < 0 ? args : args.slice(0, end)).filter(({ text }) => text.startsWith('-'))
  const has = (letter: string, long: string) =>
    options.some(({ text }) =>
      text.startsWith('--') ? text.length > 3 && long.startsWith(text) : text.includes(letter),
    )
  const forced = has('f', '--force') || has('i', '--interactive') || /clean\.requireforce=false/i.test(words.join(' '))
  if (!forced || has('n', '--dry-run')) return null
  const operands = args.filter((word, at) => !options.includes(word) && word.text !== '--' && !isExclude(args[at - 1]))
  return hitAt(command, 'recursive-delete', operands, command.args[verb])
}

function isExclude(word: Word | undefined): boolean {
  return word !== undefined && /^(?:-[a-z]*e|--exclude)$/.test(word.text)
}

/** The place of the verb behind the options of `git` itself. */
function gitVerbAt(words: readonly string[]): number {
  let at = 0
  while (/^-/.test(words[at] ?? ''))
    at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(words[at] ?? '') ? 2 : 1
  return at
}

/** `rsync --delete` empties its last operand of all that the source does not have. */
function readRsync(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const flag = command.args.find(({ text }) => /^--del(?:ete(?:-\w+)*)?$/.test(text))
  const dry = command.args.some(({ text }) => text === '--dry-run' || /^-[a-zA-Z]*n/.test(text))
  const last = command.args.filter(({ text }) => !text.startsWith('-')).at(-1)
  return flag === undefined || dry || last === undefined ? null : hitAt(command, 'bulk-delete', [last], flag)
}

/** `mv x /dev/null` */
function readMoveAway(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  return operands.at(-1)?.text === '/dev/null' ? hitAt(command, 'bulk-delete', operands.slice(0, -1)) : null
}
