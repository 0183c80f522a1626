import { parsePatch } from '../patch/parse-patch.ts'
import { hasOption, type OptionSpec, optionValue, readOptions } from './options.ts'
import type { SimpleCommand } from './simple-command.ts'
import { literal, type TargetReader, type Touch, touchValue } from './target-reader.ts'

/** `apply_patch` with the patch on its standard input or as its argument. */
export const applyPatchTargets: TargetReader = (args, command) => {
  const text = command.stdin ?? args.map((word) => word.text).join('\n')
  return parsePatch(text).operations.flatMap((operation): Touch[] => {
    if (operation.kind === 'delete') return [{ place: literal(operation.path), action: 'delete' }]
    if (operation.kind !== 'move') return [{ place: literal(operation.path), action: 'write' }]
    return [
      { place: literal(operation.path), action: 'move-from' },
      { place: literal(operation.to), action: 'move-to' },
    ]
  })
}

const PATCH: OptionSpec = {
  values: 'BdDFgioprVxYz',
  long: [
    'directory',
    'input',
    'output',
    'strip',
    'prefix',
    'suffix',
    'reject-file',
    'fuzz',
    'ifdef',
    'get',
    'quoting-style',
  ],
  mixed: true,
}

export const patchTargets: TargetReader = (args, command) => {
  const { options, operands } = readOptions(args, PATCH)
  if (hasOption(options, '--dry-run')) return []
  const folder = optionValue(options, '-d', '--directory')
  const output = touchValue(options, ['-o', '--output', '-r', '--reject-file'], 'write')
  return [...output, ...patched(operands[0], command, Number(optionValue(options, '-p', '--strip')?.text ?? 0))].map(
    (touch) => ({
      ...touch,
      below: folder,
    }),
  )
}

function patched(file: Touch['place'] | undefined, command: SimpleCommand, strip: number): readonly Touch[] {
  if (file !== undefined) return [{ place: file, action: 'write' }]
  return command.stdin === null ? [{ place: literal('.'), action: 'tree' }] : diffTargets(command.stdin, strip)
}

const HEADER = /^(?:--- |\+\+\+ |rename (?:from|to) |copy to )([^\t\n\r]+)/gm

/** The files that the headers of a diff name. */
export function diffTargets(diff: string, strip: number): readonly Touch[] {
  const touches = new Map<string, Touch>()
  for (const [line, named = ''] of diff.matchAll(HEADER)) {
    const text = named.trim()
    const path = /^[rc]/.test(line) ? text : stripped(text, strip)
    const action = line.startsWith('rename from') ? 'move-from' : 'write'
    if (text !== '/dev/null') touches.set(`${action} ${path}`, { place: literal(path), action })
  }
  return touches.size > 0 ? [...touches.values()] : [{ place: literal('.'), action: 'tree' }]
}

function stripped(path: string, strip: number): string {
  return Number.isInteger(strip) && strip > 0 ? path.split('/').slice(strip).join('/') || path : path
}
