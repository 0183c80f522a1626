import { hasOption, type OptionSpec, type Options, optionValue, readOptions } from './options.ts'
import { diffTargets } from './patch-targets.ts'
import type { SimpleCommand, Word } from './simple-command.ts'
import { literal, placeIn, type TargetReader, type Touch, touchAll, touchValue } from './target-reader.ts'

const GLOBAL: OptionSpec = { values: 'Cc', long: ['git-dir', 'work-tree', 'namespace', 'super-prefix', 'config-env'] }

type GitCall = { readonly args: readonly Word[]; readonly command: SimpleCommand }
type Verb = (call: GitCall) => readonly Touch[]

const WHOLE: readonly Touch[] = [{ place: literal('.'), action: 'tree' }]
const whole: Verb = () => WHOLE

/** What a verb of git does to files of the work tree; a verb that is not here does nothing to them. */
const VERBS: Readonly<Record<string, Verb>> = {
  checkout: ({ args }) => checkout(args),
  restore: ({ args }) => restore(args),
  switch: ({ args }) => switchBranch(args),
  stash: ({ args }) => stash(args),
  reset: ({ args }) =>
    hasOption(readOptions(args, { mixed: true }).options, '--hard', '--merge', '--keep') ? WHOLE : [],
  clean: ({ args }) => clean(args),
  rm: ({ args }) => remove(args),
  mv: ({ args }) => move(args),
  apply: ({ args, command }) => apply(args, command),
  merge: whole,
  rebase: whole,
  pull: whole,
  am: whole,
  revert: whole,
  'cherry-pick': whole,
  bisect: whole,
  'read-tree': whole,
  'checkout-index': whole,
  'sparse-checkout': whole,
  'filter-branch': whole,
  diff: output,
  log: output,
  show: output,
  'format-patch': output,
  archive: output,
}

/** Reads `git [options] VERB …`; `-C` and `--work-tree` say which folder its paths start from. */
export const gitTargets: TargetReader = (words, command) => {
  const { options, operands } = readOptions(words, GLOBAL)
  const verb = operands[0]?.text ?? ''
  const read = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (read === undefined) return []
  const below = folderOf(options)
  return read({ args: operands.slice(1), command }).map((touch) => ({ ...touch, below, title: `git ${verb}` }))
}

function folderOf(options: Options<Word>['options']): Word | null {
  const folders = options.flatMap(({ name, value }) => (name === '-C' && value !== null ? [value] : []))
  const [first, ...rest] = folders
  const tree = optionValue(options, '--work-tree')
  const last = tree === null ? rest : [...rest, tree]
  if (first === undefined) return tree
  return last.reduce((at, next) => (next.text.startsWith('/') ? next : joinWords(at, next)), first)
}

function joinWords(at: Word, next: Word): Word {
  return { text: `${at.text}/${next.text}`, dynamic: at.dynamic || next.dynamic, span: next.span }
}

/** Pathspecs with magic (`:/`, `:!x`) reach anywhere. Git reads globs itself, so quoted ones are globs too. */
function paths(words: readonly Word[], action: Touch['action']): readonly Touch[] {
  if (words.some(({ text }) => text.startsWith(':'))) return WHOLE
  return touchAll(
    words.map((word) => (!word.dynamic && /[*?[]/.test(word.text) ? { ...word, dynamic: true, glob: true } : word)),
    action,
  )
}

const CHECKOUT: OptionSpec = {
  values: 'bB',
  long: ['orphan', 'conflict', 'pathspec-from-file', 'recurse-submodules'],
  mixed: true,
}

function checkout(args: readonly Word[]): readonly Touch[] {
  const end = args.findIndex(({ text }) => text === '--')
  if (end >= 0) return args.length > end + 1 ? paths(args.slice(end + 1), 'write') : WHOLE
  const { options, operands } = readOptions(args, CHECKOUT)
  if (hasOption(options, '-b', '-B', '--orphan')) return operands.length > 0 ? WHOLE : []
  const [first, ...rest] = operands
  if (rest.length > 0) return paths(operands, 'write')
  return first !== undefined && looksLikePath(first.text) ? paths([first], 'write') : WHOLE
}

/** One operand may be a branch or a file: a dot in front or the end of a file name tells. */
function looksLikePath(text: string): boolean {
  return /^[./:]|\/$|\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(text)
}

function restore(args: readonly Word[]): readonly Touch[] {
  const { options, operands } = readOptions(args, {
    values: 's',
    long: ['source', 'pathspec-from-file', 'conflict'],
    mixed: true,
  })
  if (hasOption(options, '-S', '--staged') && !hasOption(options, '-W', '--worktree')) return []
  return operands.length > 0 ? paths(operands, 'write') : WHOLE
}

function switchBranch(args: readonly Word[]): readonly Touch[] {
  const { options, operands } = readOptions(args, {
    values: 'cC',
    long: ['create', 'force-create', 'orphan', 'conflict'],
    mixed: true,
  })
  const makes = hasOption(options, '-c', '-C', '--create', '--force-create')
  return makes && operands.length === 0 ? [] : WHOLE
}

const STASH_READS = ['list', 'show', 'drop', 'clear', 'create', 'store']

function stash(args: readonly Word[]): readonly Touch[] {
  const verb = args[0]?.text ?? ''
  if (STASH_READS.includes(verb)) return []
  if (verb !== 'push') return WHOLE
  const { operands } = readOptions(args.slice(1), { values: 'm', long: ['message', 'pathspec-from-file'], mixed: true })
  return operands.length > 0 ? paths(operands, 'write') : WHOLE
}

function clean(args: readonly Word[]): readonly Touch[] {
  const { options, operands } = readOptions(args, { values: 'e', long: ['exclude'], mixed: true })
  if (hasOption(options, '-n', '--dry-run')) return []
  return operands.length > 0 ? paths(operands, 'delete') : WHOLE
}

function remove(args: readonly Word[]): readonly Touch[] {
  const { options, operands } = readOptions(args, { long: ['pathspec-from-file'], mixed: true })
  return hasOption(options, '--cached', '-n', '--dry-run') ? [] : paths(operands, 'delete')
}

function move(args: readonly Word[]): readonly Touch[] {
  const { options, operands } = readOptions(args, { mixed: true })
  const last = operands[operands.length - 1]
  const sources = operands.slice(0, -1)
  if (last === undefined || hasOption(options, '-n', '--dry-run')) return []
  return [
    ...touchAll(sources, 'move-from'),
    ...touchAll([last, ...sources.map((source) => placeIn(last, source))], 'move-to'),
  ]
}

function apply(args: readonly Word[], command: SimpleCommand): readonly Touch[] {
  const spec = { values: 'pC', long: ['exclude', 'include', 'directory', 'whitespace'], mixed: true }
  const { options, operands } = readOptions(args, spec)
  const looks = hasOption(options, '--check', '--stat', '--numstat', '--summary', '--cached')
  if (looks && !hasOption(options, '--apply')) return []
  const strip = Number(optionValue(options, '-p')?.text ?? 1)
  const known = operands.length === 0 && command.stdin !== null && !hasOption(options, '--directory')
  return known ? diffTargets(command.stdin, strip) : WHOLE
}

function output({ args }: GitCall): readonly Touch[] {
  const { options } = readOptions(args, { values: 'o', long: ['output', 'output-directory'], mixed: true })
  return touchValue(options, ['-o', '--output', '--output-directory'], 'write')
}
