/** Starting points stand between the options of `find` itself and the first test. */
export function findStartsEnd(words: readonly { readonly text: string }[]): number {
  const end = words.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLPD]$|^-O\d$/.test(text))
  return end < 0 ? words.length : end
}
