import type { Word } from '../../shell/simple-command.ts'
import { readFindDeletion } from '../delete/find-call.ts'
import { readRm } from '../delete/rm-call.ts'
import { isOutside, isWholePlace } from '../places.ts'
import { joinPath, resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyContext, PolicyRule, RuleHit } from '../rule.ts'

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

const PROGRAMS = Object.keys(READERS)

function finder(id: Deletion['id']): (command: PolicyCommand, context: PolicyContext) => RuleHit | null {
  return (command, context) => {
    const found = READERS[command.name]?.(command, context) ?? null
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

export const DELETE_RULES: readonly PolicyRule[] = [
  {
    id: 'recursive-delete',
    level: 'BLOCK',
    area: 'delete',
    reason: 'recursive deletion requires an explicit recovery plan',
    programs: PROGRAMS,
    find: finder('recursive-delete'),
    hits: [
      'rm -rf dist',
      'rm -r dir -f',
      'rm --rec --for x',
      'RM -RF x',
      '\\rm -rf x',
      'C:\\tools\\rm -rf x',
      'r\\m -rf x',
      'rm$IFS-rf$IFS/tmp/x',
      'find . -type f -delete',
      'find . -name x -o -delete',
      'find old -type f -exec rm -f {} +',
      'git clean -fdx',
      'git -C app clean --force',
      'git -c clean.requireForce=false clean -d',
      'rmdir /S /Q C:\\data',
      'del /f /s /q C:\\data',
      'Remove-Item -Recurse -Force C:\\data',
      'rm -Recurse -Force C:\\data',
      'rimraf build',
      'T=$(mktemp -d); rm -rf "$T" src',
      'T=$(mktemp -d); rm -rf "$T/../src"',
    ],
    misses: [
      'rm -r x',
      'rm -f x',
      'rm -- -rf',
      'rm -r -- -f',
      'rm --RECURSIVE --FORCE x',
      'echo rm -rf /',
      'git rm -rf dir',
      'rmdir /srv/empty',
      'rmdir -p a/b',
      'git clean -nfdx',
      'git clean -fdX --dry-run',
      'find . -name "*.bak" -print',
      "find . -name '*.pyc' -delete",
      'rimraf --help',
      'docker run --rm -rf image',
      'T=$(mktemp -d); rm -rf "$T"',
    ],
  },
  {
    id: 'temporary-delete',
    level: 'MANUAL',
    area: 'delete',
    reason: 'a temporary folder of this text is deleted as a whole',
    programs: PROGRAMS,
    find: finder('temporary-delete'),
    hits: [
      'T=$(mktemp -d); rm -rf "$T"',
      'tmp=`mktemp -d -t x`; trap \'rm -rf "$tmp"\' EXIT',
      'rm -rf "$(mktemp -d)/x"',
    ],
    misses: ['T=$(mktemp -d); rm -r "$T"', 'T=$(mktemp); rm -f "$T"', 'rm -rf "$TMPDIR"'],
  },
  {
    id: 'bulk-delete',
    level: 'MANUAL',
    area: 'delete',
    reason: 'it deletes more than the text names',
    programs: PROGRAMS,
    find: finder('bulk-delete'),
    hits: [
      'rm -f ~/Documents/*.pdf',
      'rm ../*.log',
      'rm -f /var/log/*.gz',
      'rm -r ~',
      'rm -r /',
      'find . -name "*.log" | xargs rm',
      'git ls-files | xargs -n1 unlink',
      "find . -name '*.pyc' -delete",
      "find . \\( -name '*.o' -o -name '*.a' \\) -delete",
      'find logs -mtime +30 -exec rm {} \\;',
      'Remove-Item -Recurse C:\\data',
      'rsync -a --delete empty/ data/',
      'mv notes /dev/null',
    ],
    misses: [
      'rm -f *.o app',
      'rm -f "$tmp"',
      'rm -r dist',
      'rm ../notes.txt',
      "find . -name '*.log' -print",
      'rsync -an --delete a/ b/',
      'echo a.txt | xargs rm',
    ],
  },
]
