import { baseName } from './base-name.ts'
import { copyTargets, installTargets, linkTargets, moveTargets, rsyncTargets, scpTargets } from './copy-targets.ts'
import {
  compressTargets,
  curlTargets,
  ddTargets,
  findTargets,
  modeTargets,
  operandTargets,
  perlTargets,
  sedTargets,
  sortTargets,
  tarTargets,
  unzipTargets,
  wgetTargets,
  yqTargets,
} from './file-targets.ts'
import { gitTargets } from './git-targets.ts'
import { applyPatchTargets, patchTargets } from './patch-targets.ts'
import type { SimpleCommand, Word } from './simple-command.ts'
import type { Place, TargetAction, TargetReader, Touch } from './target-reader.ts'

/** A path that a simple command writes, deletes, moves or replaces, as far as its words tell. */
export type CommandTarget = {
  /** Joined to the command's folder; `..` is left as it is. `~` leads where a dynamic path begins with it. */
  readonly path: string
  /** The path holds `*` for something not known, a glob, a home folder, or starts in a folder that is not known. */
  readonly dynamic: boolean
  /** The path depends on something the text does not say, and is no glob. */
  readonly unknown: boolean
  readonly action: TargetAction
  /** What did it, for messages: the program's name, `git VERB`, or the redirection. */
  readonly command: string
}

/** One flat table from a program's base name to the reader of its words. */
const READERS: Readonly<Record<string, TargetReader>> = {
  tee: operandTargets('write'),
  sponge: operandTargets('write'),
  touch: operandTargets('write', { values: 'drt', long: ['date', 'reference', 'time'] }),
  truncate: operandTargets('write', { values: 'sr', long: ['size', 'reference'] }),
  mkdir: operandTargets('write', { values: 'm', long: ['mode'] }),
  shred: operandTargets('write', { values: 'ns', long: ['iterations', 'size', 'random-source'] }),
  mkfifo: operandTargets('write', { values: 'm', long: ['mode'] }),
  mknod: operandTargets('write', { values: 'm', long: ['mode'] }),
  chattr: operandTargets('write'),
  setfacl: operandTargets('write', { values: 'mxMX' }),
  ed: operandTargets('write', { values: 'p' }),
  ex: operandTargets('write', { values: 'cTu' }),
  vi: operandTargets('write', { values: 'cTu' }),
  vim: operandTargets('write', { values: 'cTuS' }),
  rm: operandTargets('delete'),
  rmdir: operandTargets('delete'),
  unlink: operandTargets('delete'),
  chmod: modeTargets,
  chown: modeTargets,
  chgrp: modeTargets,
  sed: sedTargets,
  gsed: sedTargets,
  perl: perlTargets,
  ruby: perlTargets,
  yq: yqTargets,
  mv: moveTargets,
  cp: copyTargets,
  ln: linkTargets,
  install: installTargets,
  scp: scpTargets,
  rsync: rsyncTargets,
  dd: ddTargets,
  sort: sortTargets,
  curl: curlTargets,
  wget: wgetTargets,
  tar: tarTargets,
  unzip: unzipTargets,
  gzip: compressTargets,
  gunzip: compressTargets,
  bzip2: compressTargets,
  xz: compressTargets,
  find: findTargets,
  git: gitTargets,
  patch: patchTargets,
  apply_patch: applyPatchTargets,
  applypatch: applyPatchTargets,
}

/**
 * The files that a simple command writes, deletes, moves or replaces. A last operand that may be a folder or a name gives
 * both readings. What a program decides by itself (`make`, `python -c`) is not seen, nor is what happens on another machine.
 */
export function commandTargets(command: SimpleCommand): readonly CommandTarget[] {
  if (command.nesting.includes('remote')) return []
  const name = command.words[0]
  const base = name === undefined || name.dynamic ? '' : baseName(name.text)
  const reader = Object.hasOwn(READERS, base) ? READERS[base] : undefined
  const touches = reader?.(command.words.slice(1), command) ?? []
  return [...redirectTouches(command), ...touches].flatMap((touch) =>
    toTargets(touch, command.folder, touch.title ?? base),
  )
}

const WRITING = ['>', '>>', '>|', '&>', '&>>', '<>', '>&']

function redirectTouches(command: SimpleCommand): readonly Touch[] {
  return command.redirects.flatMap(({ operator, target }): Touch[] => {
    if (target === null || !WRITING.includes(operator)) return []
    if (operator === '>&' && /^(?:\d+-?|-)$/.test(target.text)) return []
    return [{ place: target, action: 'write', title: `redirection ${operator}` }]
  })
}

const DEVICE = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/.*|zero|full)$/

function toTargets(touch: Touch, folder: string | null, command: string): readonly CommandTarget[] {
  const { place, action, below } = touch
  if (place.text === '' || DEVICE.test(place.text)) return []
  const start = below ? joined(folder, below) : null
  const at = start === null ? { folder, dynamic: false } : { folder: start.path, dynamic: start.dynamic }
  const found = joined(at.folder, place)
  const dynamic = found.dynamic || at.dynamic
  const unknown = dynamic && !(place.dynamic && place.glob === true && folder !== null)
  const target = { path: found.path, dynamic, unknown, action, command }
  const rest = place.dynamic && !place.glob ? /^\*\/+(.+)$/s.exec(place.text)?.[1] : undefined
  return rest === undefined ? [target] : [target, { ...target, path: rest }]
}

/**
 * A path below a folder. What starts with something not known may lie anywhere and is left alone (`toTargets` adds the
 * reading in which the unknown part is the folder of the call); so is a path in a folder that is not known.
 */
function joined(folder: string | null, place: Place): { readonly path: string; readonly dynamic: boolean } {
  const { text, dynamic } = place
  const anywhere = dynamic && (text.startsWith('~') || (text.startsWith('*') && !place.glob))
  if (text.startsWith('/') || anywhere) return { path: text, dynamic }
  const relative = text.startsWith('~') ? `./${text}` : text
  if (folder === null) return { path: relative, dynamic: true }
  if (folder === '') return { path: relative, dynamic }
  if (text === '.') return { path: folder, dynamic }
  return { path: `${folder.replace(/(.)\/+$/, '$1')}/${relative}`.replace(/^\/\//, '/'), dynamic }
}

const PROGRAMS = /^(?:bylaw|hdr|hpp)(?:\.[cm]?js)?(?:@.*)?$/
const LAUNCHERS = /^(?:node|nodejs|npx|npm|pnpm|pnpx|yarn|bun|bunx|deno|tsx)$/
const PERSONAL = ['accept', 'add', 'revise', 'retire']

/**
 * The verb, where a command calls one of our verbs that are for people (`decisions accept|add|revise|retire`), however our
 * program is called: by a path, through `node` or a package runner, or by a word that is not known. `*` for a verb that is
 * not known.
 */
export function hasOwnWriteVerb(command: SimpleCommand): string | null {
  const [name, ...args] = command.words
  if (name === undefined || !(name.dynamic || isOurs(name) || launches(command))) return null
  const at = args.findIndex(({ text }) => text === 'decisions')
  if (at < 0) return null
  const verb = args.slice(at + 1).find(({ text }) => !text.startsWith('-'))
  if (verb?.dynamic) return isOurs(name) || args.slice(0, at).some(isOurs) ? '*' : null
  return verb !== undefined && PERSONAL.includes(verb.text) ? verb.text : null
}

function launches({ words, wrappers }: SimpleCommand): boolean {
  return [words, ...wrappers].some(([name]) => LAUNCHERS.test(baseName(name?.text ?? '')))
}

function isOurs(word: Word): boolean {
  return PROGRAMS.test(baseName(word.text).toLowerCase())
}
