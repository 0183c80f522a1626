/**
 * Whether a path or glob stays inside the workspace by its text: not empty, not absolute, no drive letter, no `..`
 * part; a backslash counts as a slash (protocol-a 6.3).
 */
export function isInsideText(path: string): boolean {
  const slashed = path.replaceAll('\\', '/')
  return slashed !== '' && !/^(?:\/|[A-Za-z]:)/.test(slashed) && !slashed.split('/').includes('..')
}
