import type { Mutant } from './mutant.ts'
import { type TextPlace, TextPlaces } from './text-place.ts'

export type Application =
  | ({ readonly kind: 'applied'; readonly text: string } & TextPlace)
  | { readonly kind: 'not-applied' }

/**
 * The text with the change of a mutant in it, and where that is. Occurrences may overlap; at a place the text must
 * begin with what is looked for. Everything outside of the change stays as it is (protocol-a 6b).
 */
export function applyMutant(
  text: string,
  mutant: Pick<Mutant, 'find' | 'replace' | 'place'>,
  places = new TextPlaces(text),
): Application {
  const at = offsetOf(text, mutant, places)
  if (at === null) return { kind: 'not-applied' }
  const { find, replace } = mutant
  return { kind: 'applied', text: text.slice(0, at) + replace + text.slice(at + find.length), ...places.placeOf(at) }
}

function offsetOf(text: string, { find, place }: Pick<Mutant, 'find' | 'place'>, places: TextPlaces): number | null {
  if (place.kind === 'position') {
    const at = places.offsetOf(place)
    return at !== null && text.startsWith(find, at) ? at : null
  }
  let at = -1
  for (let left = place.occurrence; left > 0; left -= 1) {
    at = text.indexOf(find, at + 1)
    if (at === -1) return null
  }
  return at
}
