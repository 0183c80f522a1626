import { knownOutputs, printedText } from './known-output.ts'
import { outputFeed } from './output-feed.ts'
import type { Reader } from './reader.ts'
import type { Written } from './written.ts'

/** What the commands of a group or a function print together that were listed from a place on. */
export function printedSince(reader: Reader, from: number): Written {
  const { commands, lastStdin } = reader
  if (!reader.spend(commands.length - from)) return { text: null, feed: 'program' }
  const printing = commands.slice(from).filter(({ words }) => words.length > 0)
  const [only, ...others] = printing
  if (only === undefined) return { text: '', feed: null }
  const text = others.length === 0 ? printedText(only, lastStdin) : knownOutputs(printing, lastStdin)
  return { text, feed: text === null ? outputFeed(printing) : null }
}
