/** Names that are left out of a copy of the tree, at any depth (protocol-a 6b). */
export const LEFT_OUT: readonly string[] = ['.git', '.hpp', '__pycache__', 'node_modules', '.venv', 'venv', '.tox']

/** Whether a path leads through a folder that the copy leaves out. */
export function isLeftOutPath(path: string): boolean {
  return path.split(/[/\\]/).some((part) => LEFT_OUT.includes(part))
}
