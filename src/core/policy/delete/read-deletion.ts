import type { Word } from '../../shell/simple-command.ts'
import { needsNoForce } from '../git/clean-setting.ts'
import { readGitCall } from '../git/read-git-call.ts'
import { gitOptionTable, optionInForce, readGitOptions } from '../git/read-git-options.ts'
import { oncePerCommand } from '../once-per-command.ts'
import { isOutside, isWholePlace } from '../places.ts'
import { joinPath, resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyContext, RuleHit } from '../rule.ts'
import { readFindDeletion } from './find-call.ts'
import { isListed } from './listed-items.ts'
import { readRm } from './rm-call.ts'

type Deletion = RuleHit & { readonly id: 'recursive-delete' | 'temporary-delete' | 'bulk-delete' }
type Reader = (command: PolicyCommand, context: PolicyContext) => Deletion | null

const RIMRAF = ['rimraf', 'del-cli', 'srm', 'wipe']
const REMOVE_ITEM = ['remove-item', 'ri']

/** From a program to what its words delete. `rm`, `rd` and `del` are also names of PowerShell. */
const READERS: Readonly<Record<string, Reader>> = {
  rm: readRmCall,
  shx: readShx,
  unlink: readUnlink,
  rmdir: readRemoveFolder,
  rd: readRemoveFolder,
  del: readRemoveFolder,
  erase: readRemoveFolder,
  find: readFind,
  git: readGitClean,
  rsync: readRsync,
  robocopy: readRobocopy,
  tar: readPackAway,
  bsdtar: readPackAway,
  gtar: readPackAway,
  zip: readPackAway,
  '7z': readPackAway,
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

/** Of programs that read patterns, lists or backslashes in their words themselves: only plain names are known. */
function hitPlain(command: PolicyCommand, id: Deletion['id'], operands: readonly Word[]): Deletion {
  const isPlain = operands.every(({ text }) => /^[\w@+-][\w.@+-]*(?:\/[\w@+-][\w.@+-]*)*$/.test(text))
  return hitAt(command, id, isPlain ? operands : [])
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

/** What `rm` without `-rf` may take that no one named: a glob elsewhere, what a list gave it, a whole home folder. */
function isWide(command: PolicyCommand, context: PolicyContext, word: Word, recursive: boolean): boolean {
  if (word.dynamic && word.text.includes('*') && !word.glob) return recursive ? false : isListed(command, context, word)
  const path = joinPath(command.command.folder, word.text)
  if (path === null) return false
  if (word.glob && /[*?[]/.test(word.text) && isOutside(path, context)) return true
  return recursive && (isWholePlace(path) || /^(?:\.\.\/?)+$/.test(path))
}

/** `shx rm` expands patterns itself. */
function readShx(command: PolicyCommand, context: PolicyContext): Deletion | null {
  const [verb, ...args] = command.args
  const found = verb?.text === 'rm' ? readRmCall({ ...command, args }, context) : null
  return found && hitPlain(command, found.id, readRm(args).operands)
}

function readUnlink(command: PolicyCommand, context: PolicyContext): Deletion | null {
  const item = command.args.find((word) => word.dynamic && !word.glob && isListed(command, context, word))
  return item === undefined ? null : hitAt(command, 'bulk-delete', command.args, item)
}

/** `rmdir /s`, `rd /s /q`, `del /s` of cmd.exe; PowerShell's switches on the same names. */
function readRemoveFolder(command: PolicyCommand, context: PolicyContext): Deletion | null {
  const isSwitch = ({ text }: Word) => /^(?:\/[a-z])+$/i.test(text)
  const recursive = command.args.filter(isSwitch).some(({ text }) => /\/s(?![a-z])/i.test(text))
  if (!recursive) return readRemoveItem(command, context)
  return hitPlain(
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
  const isKnown = command.args.every(({ text }) => !text.startsWith('-') || /^-(?:r\w*|fo\w*)$/i.test(text))
  return hitPlain(command, has('force', 3) ? 'recursive-delete' : 'bulk-delete', isKnown ? operands : [])
}

function readRimraf(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const isOption = ({ text }: Word) => text.startsWith('-')
  if (command.args.some(({ text }) => /^--?(?:h|help|v|version|dry-run)$/.test(text))) return null
  const operands = command.args.filter((word) => !isOption(word))
  const isPlain = command.name === 'srm' || command.name === 'wipe'
  if (isPlain && !command.args.some(({ text }) => /^-[a-z]*r|^--recursive/i.test(text))) return null
  return operands.length === 0 ? null : hitPlain(command, 'recursive-delete', operands)
}

function readFind(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const found = readFindDeletion(command.args)
  if (found === null) return null
  const here: Word = { text: '.', dynamic: false, span: found.at.span }
  const roots = found.roots.length === 0 ? [here] : found.roots
  return hitAt(command, found.limited ? 'bulk-delete' : 'recursive-delete', roots, found.at)
}

const CLEAN = gitOptionTable('f|force i|interactive n|dry-run d q|quiet e|exclude= x X')

/** `git clean -f`: files that git never had are not in git. Its operands are pathspecs, which reach anywhere. */
function readGitClean(command: PolicyCommand, context: PolicyContext): Deletion | null {
  const call = readGitCall(command)
  if (call?.verb !== 'clean') return null
  const given = readGitOptions(call.args, CLEAN)
  const deletes = optionInForce(given, 'force', 'interactive') !== null || needsNoForce(call, command, context)
  if (!deletes || given.help || optionInForce(given, 'dry-run') !== null) return null
  return hitAt(command, 'recursive-delete', [])
}

/** `rsync --delete` empties its last operand of all that the source does not have. */
function readRsync(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const flag = command.args.find(({ text }) => /^--del(?:ete(?:-\w+)*)?$|^--remove-(?:source|sent)-files$/.test(text))
  const dry = command.args.findLast(({ text }) => /^--(?:no-)?dry-run$|^-[a-zA-Z]*n/.test(text))
  const isDry = dry !== undefined && dry.text !== '--no-dry-run'
  return flag === undefined || isDry ? null : hitAt(command, 'bulk-delete', [], flag)
}

/** `robocopy SOURCE TARGET /MIR` empties the target of what the source does not have, `/MOVE` the source. */
function readRobocopy(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const flag = command.args.find(({ text }) => /^\/(?:mir|purge|move?)$/i.test(text))
  const dry = command.args.some(({ text }) => /^\/l$/i.test(text))
  return flag === undefined || dry ? null : hitAt(command, 'bulk-delete', [], flag)
}

/** `tar --remove-files`, `zip -m`, `7z a -sdel`: what was packed is deleted. */
function readPackAway(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const flags: Readonly<Record<string, RegExp>> = { zip: /^(?:-[a-zA-OQ-Z]*m[a-zA-Z]*|--move)$/, '7z': /^-sdel$/ }
  const flag = command.args.find(({ text }) => (flags[command.name] ?? /^--remove-f(?:i(?:l(?:es?)?)?)?$/).test(text))
  return flag === undefined ? null : hitAt(command, 'bulk-delete', [], flag)
}

/** `mv x /dev/null` */
function readMoveAway(command: PolicyCommand, _: PolicyContext): Deletion | null {
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  return operands.at(-1)?.text === '/dev/null' ? hitAt(command, 'bulk-delete', operands.slice(0, -1)) : null
}
