/** Outer blanks as Python strips them; line ends of Windows are those of a shell. */
export function stripText(text: string): string {
  return stripBlanks(text.replaceAll('\r\n', '\n'))
}

/** Outer blanks as Python strips them, and nothing else. */
export function stripBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && BLANK.test(text.charAt(start))) start += 1
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators U+001C to U+001F are blanks in Python
const BLANK = /[^\S\ufeff]|[\u001c-\u001f\u0085]/

/** Every line is blank or a comment. */
export function isComment(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
}
