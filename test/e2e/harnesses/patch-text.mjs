/** An apply_patch text that adds one file. */
export function addFile(file, content) {
  return wrap([`*** Add File: ${file}`, ...linesOf(content).map((line) => `+${line}`)])
}

/** An apply_patch text that replaces whole lines of one file. */
export function updateFile(file, oldText, newText) {
  const lines = [...linesOf(oldText).map((line) => `-${line}`), ...linesOf(newText).map((line) => `+${line}`)]
  return wrap([`*** Update File: ${file}`, '@@', ...lines])
}

const wrap = (lines) => `${['*** Begin Patch', ...lines, '*** End Patch'].join('\n')}\n`
const linesOf = (text) => text.replace(/\n$/, '').split('\n')
