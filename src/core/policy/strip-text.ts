/** Outer blanks as Python strips them; line ends of Windows are those of a shell. */
export function stripText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  let start = 0
  let end = lines.length
  while (start < end && BLANK.test(lines.charAt(start))) start += 1
  while (end > start && BLANK.test(lines.charAt(end - 1))) end -= 1
  return lines.slice(start, end)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators U+001C to U+001F are blanks in Python
const BLANK = /[^\S\ufeff]|[\u001c-\u001f\u0085]/

/** Every line is blank or a comment. */
export function isComment(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
}
