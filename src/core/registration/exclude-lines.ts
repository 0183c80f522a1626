const HEAD = '# bylaw hooks install: these files hold paths of this machine'

/** The text of `info/exclude` with a line per path, below one line that says whose they are. Idempotent. */
export function withExcluded(text: string | null, paths: readonly string[]): string {
  const before = text ?? ''
  const lines = before.split('\n')
  const missing = paths.map(lineOf).filter((line) => !lines.includes(line))
  if (missing.length === 0) return before
  const at = lines.indexOf(HEAD)
  if (at !== -1) return [...lines.slice(0, at + 1), ...missing, ...lines.slice(at + 1)].join('\n')
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${gap}${[HEAD, ...missing].join('\n')}\n`
}

/** Takes out only lines that stand below our own line, and that line with the last of them. */
export function withoutExcluded(text: string, paths: readonly string[]): string {
  const lines = text.split('\n')
  const at = lines.indexOf(HEAD)
  if (at === -1) return text
  const block = lines.slice(at + 1)
  const length = block.findIndex((line) => !line.startsWith('/'))
  const ours = length === -1 ? block : block.slice(0, length)
  const gone = paths.map(lineOf)
  const kept = ours.filter((line) => !gone.includes(line))
  const head = kept.length === 0 ? [] : [HEAD]
  return [...lines.slice(0, at), ...head, ...kept, ...block.slice(ours.length)].join('\n')
}

function lineOf(path: string): string {
  return `/${path}`
}
