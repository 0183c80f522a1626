/** A relative path without `.` parts and doubled slashes; an absolute one stays as it is. */
export function plainPath(path: string): string {
  if (path.startsWith('/')) return path
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

/**
 * Whether a path or glob stays inside the workspace by its text: not empty, not absolute, no drive letter, no `..`
 * part; a backslash counts as a slash (protocol-a 6.3).
 */
export function isInsideText(path: string): boolean {
  const slashed = path.replaceAll('\\', '/')
  return slashed !== '' && !/^(?:\/|[A-Za-z]:)/.test(slashed) && !slashed.split('/').includes('..')
}
