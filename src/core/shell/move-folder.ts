import { type Field, HERE, HOME, hasMark } from './text-marks.ts'

/** No path is longer; one that grew with every `cd` of a long text would cost its square. */
const LENGTH_MAX = 4096

/** Where a relative or absolute path leads from a folder; null where that cannot be known. `..` is left as it is. */
export function movedFolder(from: string | null, to: Field): string | null {
  if (to.text.startsWith(HERE) && from === '') return movedFolder('', { ...to, text: `.${to.text.slice(1)}` })
  if (to.text.startsWith(HOME) && !to.glob && !hasMark(to.text.slice(1)))
    return /^(?:\/|$)/.test(to.text.slice(1)) ? `~${to.text.slice(1)}` : null
  if (to.glob || hasMark(to.text)) return null
  if (to.text === '' || to.text === '.' || to.text === './') return from
  if (to.text.startsWith('/')) return to.text
  if (to.text.startsWith('~')) return movedFolder(from, { ...to, text: `./${to.text}` })
  if (from === null) return null
  if (from.length + to.text.length > LENGTH_MAX) return null
  return from === '' ? to.text : `${from.endsWith('/') ? from.slice(0, -1) : from}/${to.text}`
}
