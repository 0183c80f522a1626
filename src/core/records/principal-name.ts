// What a reader takes for a Latin letter, as written: a capital Η looks like H, a small η like n.
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ...pairs('АаВвЕеЅѕІіЈјКкМмНнОоРрСсТтУуХхԀԁԚԛԜԝҺһҮүѴѵЄє', 'AaBbEeSsIiJjKkMmHhOoPpCcTtYyXxDdQqWwHhYyVvEe'),
  ...pairs('ЬьӀӏгпҽ', 'bbllrne'),
  // Greek
  ...pairs('ΑαΒβΕεΖΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχ', 'AaBbEeZHnIiKkMuNvOoPpTtYuXx'),
  ...pairs('γσςωϲϹϳͿ', 'yocwcCjJ'),
])

const PLAIN = /^[\x20-\x7e]*$/
const NOT_SEEN = /[\p{Mn}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu

/** One form for all spellings of one name (records.md 13): compatibility forms, outer blanks and letter case aside. */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.trim().toLowerCase()
  return name.normalize('NFKC').trim().toLowerCase()
}

/**
 * A text that two names share where a reader could take one for the other (records-ours.md b): marks and characters
 * that are not seen are dropped, Cyrillic and Greek letters become the Latin ones they look like. `''` where nothing is
 * seen at all.
 */
export function lookAlikeKey(name: string): string {
  if (PLAIN.test(name)) return name.trim().toLowerCase()
  const seen = toLatin(toLatin(name).normalize('NFKD').replace(NOT_SEEN, ''))
  return seen.toLowerCase().normalize('NFKD').replace(NOT_SEEN, '').trim()
}

function toLatin(text: string): string {
  return Array.from(text, (letter) => LOOK_ALIKES.get(letter) ?? letter).join('')
}

function pairs(letters: string, latin: string): (readonly [string, string])[] {
  const to = Array.from(latin)
  return Array.from(letters, (letter, at) => [letter, to[at] ?? letter] as const)
}
