import type { Word } from '../../shell/simple-command.ts'

export type RmCall = {
  readonly recursive: boolean
  readonly force: boolean
  readonly operands: readonly Word[]
}

/**
 * The options and operands of `rm`, as the specification reads them: letters of a cluster count without case, long names
 * with case and, as getopt allows, cut short; nothing behind `--` is an option.
 */
export function readRm(args: readonly Word[]): RmCall {
  const end = args.findIndex(({ text }) => text === '--')
  const front = end < 0 ? args : args.slice(0, end)
  const options = front.filter(isOption)
  return {
    recursive: options.some(({ text }) => isLong(text, '--recursive') || /^-[^-]*r/i.test(text)),
    force: options.some(({ text }) => isLong(text, '--force') || /^-[^-]*f/i.test(text) || isOpenCluster(text)),
    operands: [...front.filter((word) => !isOption(word)), ...(end < 0 ? [] : args.slice(end + 1))],
  }
}

function isOption({ text }: Word): boolean {
  return text.length > 1 && text.startsWith('-')
}

/** `-r$X`: what comes may be an `f`. */
function isOpenCluster(text: string): boolean {
  return /^-[^-]*\*/.test(text)
}

function isLong(text: string, name: string): boolean {
  return text.length > 2 && name.startsWith(text)
}
