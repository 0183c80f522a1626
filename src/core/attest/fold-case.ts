/** The two letters whose way up and down again is another than their folding. */
const OTHERWISE: Readonly<Record<string, string>> = { ı: 'ı', ẞ: 'ss' }

/**
 * A text in which two texts are equal exactly where their full case foldings (Unicode, status C and F) are. One character
 * at a time: a lower-cased word would end in another sigma. Letters newer than this Node's Unicode stay as they are.
 */
export function foldCase(text: string): string {
  return Array.from(text, (one) => OTHERWISE[one] ?? one.toUpperCase().toLowerCase()).join('')
}
