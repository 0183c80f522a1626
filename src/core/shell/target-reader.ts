import { baseName } from './base-name.ts'
import type { Option } from './options.ts'
import type { SimpleCommand, Word } from './simple-command.ts'

/**
 * What happens at a path: `write` creates or changes it, `link` makes it one end of a link, `tree` touches files below it
 * that the text does not name.
 */
export type TargetAction = 'write' | 'delete' | 'move-from' | 'move-to' | 'link' | 'tree'

/** A target before its path is joined to the command's folder. */
export type Touch = {
  readonly place: Place
  readonly action: TargetAction
  /** The folder that a relative place starts from, below the command's own. */
  readonly below?: Word | null
  /** What the command is called in messages, where that is not its program's name. */
  readonly title?: string
}
export type Place = Pick<Word, 'text' | 'dynamic' | 'glob'>

/** Reads the words behind a command word. */
export type TargetReader = (args: readonly Word[], command: SimpleCommand) => readonly Touch[]

export function touchAll(places: readonly Place[], action: TargetAction): readonly Touch[] {
  return places.map((place) => ({ place, action }))
}

export function touchValue(
  options: readonly Option<Word>[],
  names: readonly string[],
  action: TargetAction,
): readonly Touch[] {
  return options.flatMap(({ name, value }) =>
    value !== null && names.includes(name) ? [{ place: value, action }] : [],
  )
}

/** A place with the text that the command line spells out. */
export function literal(text: string): Place {
  return { text, dynamic: false }
}

/** The place that a file of this name takes inside a folder. */
export function placeIn(folder: Place, name: Place): Place {
  const base = baseName(name.text.replace(/(.)\/+$/, '$1'))
  const text = `${folder.text.replace(/(.)\/+$/, '$1')}/${base}`
  const dynamic = folder.dynamic || name.dynamic
  if (!dynamic) return { text, dynamic }
  const glob = (!folder.dynamic || folder.glob === true) && (!name.dynamic || name.glob === true)
  return glob ? { text, dynamic, glob: true } : { text, dynamic }
}

/** `host:path`, as programs that copy over a network write it. */
export function isRemote(place: Place): boolean {
  return /^[^/]*:/.test(place.text)
}
