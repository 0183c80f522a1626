import type { InnerPart, Run } from './inner-run.ts'
import { type OptionSpec, type Options, readOptions } from './options.ts'
import { joinFields, textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import type { Field } from './text-marks.ts'

const GLOBAL: OptionSpec = {
  values: 'Cc',
  long: ['git-dir', 'work-tree', 'namespace', 'super-prefix', 'config-env', 'shallow-file', 'attr-source'],
}

/** A verb's options whose value is a text for a shell. `operands`: what its operands are. */
type VerbRow = OptionSpec & {
  readonly text?: readonly string[]
  /** Options whose value is a setting, as that of `-c` in front of the verb. */
  readonly settings?: readonly string[]
  readonly operands?: 'texts' | 'words' | 'joined'
}

const UPLOAD: VerbRow = {
  values: 'ucbojXS',
  long: ['upload-pack', 'branch', 'origin', 'depth', 'config', 'filter', 'jobs', 'template'],
  text: ['-u', '--upload-pack'],
  mixed: true,
}
const RECEIVE: VerbRow = {
  values: 'o',
  long: ['receive-pack', 'exec', 'repo', 'remote'],
  text: ['--receive-pack', '--exec'],
  mixed: true,
}
const FILTERS = [
  'setup',
  'env-filter',
  'tree-filter',
  'index-filter',
  'parent-filter',
  'msg-filter',
  'commit-filter',
  'tag-name-filter',
]

const VERBS: Readonly<Record<string, VerbRow>> = {
  rebase: {
    values: 'xsXC',
    long: ['exec', 'onto', 'strategy', 'strategy-option'],
    text: ['-x', '--exec'],
    mixed: true,
  },
  bisect: { operands: 'words' },
  submodule: { operands: 'joined' },
  'filter-branch': { values: 'd', long: FILTERS, text: FILTERS.map((name) => `--${name}`) },
  difftool: { values: 'xtU', long: ['extcmd', 'tool'], text: ['-x', '--extcmd'], mixed: true },
  grep: { values: 'efABCm', glued: 'O', long: ['max-depth'], text: ['-O', '--open-files-in-pager'], mixed: true },
  clone: { ...UPLOAD, settings: ['-c', '--config'] },
  fetch: { ...UPLOAD, values: 'joX' },
  'fetch-pack': { ...UPLOAD, text: ['--upload-pack', '--exec'], long: ['upload-pack', 'exec', 'depth', 'filter'] },
  'ls-remote': { ...UPLOAD, values: 'o', text: ['--upload-pack', '--exec'], long: ['upload-pack', 'exec', 'sort'] },
  pull: { ...UPLOAD, values: 'jsX' },
  push: RECEIVE,
  'send-pack': { ...RECEIVE, values: '' },
  'upload-archive': { long: ['exec'], text: ['--exec'], mixed: true },
  archive: { values: 'o', long: ['exec', 'remote', 'output', 'prefix', 'format'], text: ['--exec'], mixed: true },
}

/** Keys of the configuration whose value git gives to a shell. */
const KEYS =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|gitproxy|fsmonitor|alternaterefscommand)|sequence\.editor|diff\.external|interactive\.difffilter|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack)|tar\..*\.command|pager\.\S+|credential\..*helper|gpg\..*program|(?:diff|merge|filter|difftool|mergetool|man|browser|trailer|sendemail)\..*(?:command|cmd|textconv|driver|clean|smudge|process))$/i
const VARIABLES =
  /^(?:GIT_(?:SSH|SSH_COMMAND|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|PAGER|EDITOR|VISUAL)$/
/** Values that switch something, and name no program. */
const SWITCH = /^(?:true|false|yes|no|on|off|\d*)$/i

/** The texts that a call of git gives to a shell: of its configuration, its verbs and its environment. */
export function readGit(call: Call): Run | undefined {
  const { options, operands } = readOptions(call.fields.slice(1), GLOBAL)
  const [verb, ...args] = operands
  const parts = [
    ...call.assignments.flatMap(({ name, value }) => (VARIABLES.test(name) && value !== null ? [value] : [])).map(text),
    ...options.flatMap(({ name, value }) => (name === '-c' && value !== null ? configTexts(value) : [])).map(text),
    ...(verb === undefined ? [] : [...aliasParts(call, options, verb, args), ...verbParts(verb, args)]),
  ]
  return parts.length === 0 ? undefined : { self: true, parts }
}

function text(field: Field): InnerPart {
  return textPart(field)
}

function configTexts(setting: Field): readonly Field[] {
  const equals = setting.text.indexOf('=')
  const key = setting.text.slice(0, Math.max(equals, 0))
  const value = setting.text.slice(equals + 1)
  if (!KEYS.test(key) || SWITCH.test(value)) return []
  const isHelper = /^credential\./i.test(key)
  // A helper without `!` or a path is the name of a `git-credential-…`.
  if (isHelper && !/^[!/]/.test(value)) return []
  return [{ ...setting, text: value.replace(/^!/, '') }]
}

/** `-c alias.NAME=VALUE NAME args`: words of git, or with `!` a text for a shell. */
function aliasParts(
  call: Call,
  options: Options<Field>['options'],
  verb: Field,
  args: readonly Field[],
): readonly InnerPart[] {
  const start = `alias.${verb.text}=`.toLowerCase()
  const given = options.findLast(({ name, value }) => name === '-c' && startsWith(value ?? undefined, start))?.value
  const [git] = call.fields
  if (!given || git === undefined) return []
  const value = { ...given, text: given.text.slice(start.length) }
  if (value.text.startsWith('!'))
    return [textPart(joinFields([{ ...value, text: value.text.slice(1) }, ...args.map(quoted)]))]
  // What stands in front of the alias holds for its words too; the alias itself is used up, so that it always ends.
  const folders = options.filter(({ name }) => name === '-C')
  const [folder] = folders.length === 1 ? folders : []
  const front = frontWords(call, verb).flatMap((word, at, all) => {
    const isUsed = (index: number) =>
      (all[index]?.text === '-c' && startsWith(all[index + 1], start)) || (folder && all[index]?.text === '-C')
    return isUsed(at) || isUsed(at - 1) ? [] : [quoted(word).text]
  })
  const split = { ...value, text: [...front, value.text].join(' ') }
  const part: InnerPart = { kind: 'words', nesting: 'alias', fields: args, split, head: git }
  return [folder?.value ? { ...part, folder: folder.value } : part]
}

function frontWords({ fields }: Call, verb: Field): readonly Field[] {
  return fields.slice(1, Math.max(1, fields.indexOf(verb)))
}

function startsWith(word: Field | undefined, start: string): boolean {
  return word?.text.toLowerCase().startsWith(start) === true
}

function quoted(field: Field): Field {
  return { ...field, text: `'${field.text.replaceAll("'", `'\\''`)}'` }
}

function verbParts(verb: Field, args: readonly Field[]): readonly InnerPart[] {
  const row = Object.hasOwn(VERBS, verb.text) ? VERBS[verb.text] : undefined
  if (row === undefined) return []
  if (row.operands === 'words') return bisectParts(args)
  if (row.operands === 'joined') return submoduleParts(args)
  const { options, operands } = readOptions(args, row)
  const texts = options.flatMap(({ name, value }) =>
    value !== null && value.text !== '' && row.text?.includes(name) ? [value] : [],
  )
  const settings = options.flatMap(({ name, value }) =>
    value !== null && row.settings?.includes(name) ? configTexts(value) : [],
  )
  return [...texts, ...settings, ...operands.flatMap(transportText)].map(text)
}

/** `ext::TEXT` is a repository behind a program; `% ` stands for a blank inside of a word. */
function transportText(field: Field): readonly Field[] {
  return field.text.startsWith('ext::') ? [{ ...field, text: field.text.slice(5).replaceAll('% ', '\\ ') }] : []
}

function bisectParts(args: readonly Field[]): readonly InnerPart[] {
  if (args[0]?.text !== 'run' || args.length < 2) return []
  return [{ kind: 'words', nesting: 'wrapper', fields: args.slice(1), input: 'none' }]
}

function submoduleParts(args: readonly Field[]): readonly InnerPart[] {
  const [verb, ...rest] = readOptions(args, {}).operands
  const { operands } = readOptions(rest, {})
  return verb?.text === 'foreach' && operands.length > 0 ? [textPart(joinFields(operands))] : []
}
