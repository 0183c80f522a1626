import type { Run } from './inner-run.ts'
import { hasOption, type OptionSpec, optionValue, readOptions } from './options.ts'
import { joinFields, shellRun, textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import { DOWNLOAD, type Field, UNKNOWN } from './text-marks.ts'

/** Long names are taken whole, for `--tag` is none of `--tagstring`. */
const SPEC: OptionSpec = {
  values: 'jNnLSadIPCsE',
  exact: true,
  long: (
    'jobs max-args max-replace-args max-procs max-chars max-lines delay timeout joblog results retries colsep id ' +
    'workdir wd arg-file halt halt-on-error memfree memsuspend tmpdir tempdir load env tagstring nice trim rpl ' +
    'basefile return sshlogin sshloginfile slf sshdelay transferfile trc block block-size recstart recend regexp ' +
    'profile arg-sep arg-file-sep delimiter termseq limit compress-program decompress-program semaphorename ' +
    'semaphoretimeout header shard bin filter sqlmaster sqlworker sqlandworker ssh template cleanup'
  ).split(' '),
}
const SEPARATOR = /^:{3,4}\+?$/
const ITEMS_MAX = 32

/** `parallel [options] COMMAND ::: items`; without a command the items are texts for a shell. */
export function readParallel(call: Call): Run | undefined {
  const { options, operands } = readOptions(call.fields.slice(1), SPEC)
  const found = operands.findIndex(({ text }) => SEPARATOR.test(text))
  const words = found < 0 ? operands : operands.slice(0, found)
  if (hasOption(options, '--pipe', '--spreadstdin', '--pipepart')) return readPiped(call, words)
  const file = optionValue(options, '-a', '--arg-file')
  if (found < 0 && file === null && words.length === 0 && call.stdin === null) return shellRun(call)
  const lists = found < 0 ? [file === null ? inputItems(call) : fileItems(file)] : itemLists(operands.slice(found))
  const mark = optionValue(options, '-I')?.text || '{}'
  const span = operands[0]?.span ?? call.span
  const command = words.map(({ text }) => text).join(' ')
  const rounds = combined(lists) ?? [lists.map(() => (call.feed === 'download' ? DOWNLOAD : UNKNOWN))]
  return {
    self: true,
    parts: rounds.map((items) => textPart({ text: withItems(command, mark, items), glob: false, span })),
  }
}

/** `--pipe`: the command reads the lines itself. */
function readPiped({ span }: Call, words: readonly Field[]): Run | undefined {
  if (words.length === 0) return undefined
  const part = textPart({ ...joinFields(words), span })
  return { self: true, parts: [part] }
}

/** Null for items that are not known. */
type Items = readonly string[] | null

function inputItems({ stdin }: Call): Items {
  return stdin === null ? null : stdin.split('\n').filter((line) => line !== '')
}

function fileItems({ content }: Field): Items {
  return content === undefined ? null : content.split('\n').filter((line) => line !== '')
}

/** The lists behind `:::`, and the files behind `::::`. */
function itemLists(words: readonly Field[]): readonly Items[] {
  const lists: Items[] = []
  let files = false
  for (const word of words) {
    if (SEPARATOR.test(word.text)) {
      files = word.text.startsWith('::::')
      lists.push([])
      continue
    }
    const before = lists.pop() ?? null
    const items = files ? fileItems(word) : word.glob ? null : [word.text]
    lists.push(before === null || items === null || before.length > ITEMS_MAX ? null : [...before, ...items])
  }
  return lists
}

/** One round for each item, or for each pair of items of several lists; null for too many, or what is not known. */
function combined(lists: readonly Items[]): readonly (readonly string[])[] | null {
  let rounds: readonly (readonly string[])[] = [[]]
  if (lists.length > 4) return null
  for (const items of lists) {
    if (items === null || items.length === 0 || rounds.length * items.length > ITEMS_MAX) return null
    rounds = rounds.flatMap((round) => items.map((item) => [...round, item]))
  }
  return rounds
}

const PLACE = /\{(\d{0,2})[^{}\s]{0,16}\}/g

/** An item is quoted, but not where it is the command itself. */
function withItems(command: string, mark: string, items: readonly string[]): string {
  if (command === '') return items.join(' ')
  const quoted = items.map((item) =>
    item === UNKNOWN || item === DOWNLOAD ? item : `'${item.replaceAll("'", `'\\''`)}'`,
  )
  const itemAt = (at: number, number: string): string => {
    const chosen = at === 0 ? items : quoted
    return number === '' || number === '0' ? chosen.join(' ') : (chosen[Number(number) - 1] ?? '')
  }
  const named = mark === '{}' ? command : command.replaceAll(mark, '{}')
  const filled = named.replace(PLACE, (_, number: string, at: number) => itemAt(at, number))
  return filled === named ? `${command} ${quoted.join(' ')}` : filled
}
