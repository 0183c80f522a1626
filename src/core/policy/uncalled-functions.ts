import { parseCommandLine } from '../shell/parse-command-line.ts'

const DEFINITION = /(?:^|[\s;&|({])(?:function[ \t]+([\w.:@+-]{1,80})|([\w.:@+-]{1,80})[ \t]*\([ \t]*\))/g
const FUNCTIONS_MAX = 50

/** Functions that a text defines and does not call itself: what calls them stands elsewhere. */
export function uncalledFunctions(text: string): readonly string[] {
  const found = [...text.matchAll(DEFINITION)].slice(0, FUNCTIONS_MAX)
  if (found.length === 0) return []
  const ran = parseCommandLine(text).commands.filter(({ nesting }) => nesting.includes('function'))
  const names = found.flatMap(({ 0: { length }, 1: first, 2: second, index }, at) => {
    const end = found[at + 1]?.index ?? text.length
    const isCalled = ran.some(({ span }) => span[0] >= index + length && span[0] < end)
    return isCalled ? [] : [first ?? second ?? '']
  })
  return [...new Set(names)].filter((name) => isFunction(text, name))
}

/** The words of a definition may stand in quotes: then a call of the name is one of a program. */
function isFunction(text: string, name: string): boolean {
  const { commands } = parseCommandLine(`${text}\n\n${name}`)
  return !commands.some(({ span, words }) => span[0] > text.length && words[0]?.text === name)
}
