// The two corpora of the policy benchmark: lines that a careful person wants stopped, and harmless everyday lines.
import { existsSync, readFileSync } from 'node:fs'

const CASES = new URL('../test/cases/', import.meta.url)

/** Each a list of `{id, command}`; lines that need a fact beside their text are left out. */
export function readCorpora() {
  const dangerous = existsSync(new URL('dangerous-commands.json', CASES)) ? 'dangerous-commands' : 'shell-policy'
  return {
    dangerous: [dangerous].flatMap(readLines).filter(({ verdict }) => verdict !== 'ALLOW'),
    everyday: ['everyday-commands', 'everyday-commands-more'].flatMap(readLines).filter(isHarmless),
  }
}

const isHarmless = ({ verdict }) => verdict === 'ALLOW'

function readLines(name) {
  const url = new URL(`${name}.json`, CASES)
  if (!existsSync(url)) return []
  return JSON.parse(readFileSync(url, 'utf8'))
    .map(({ id, command, input = { command }, expect }) => ({ id, input, verdict: expect.verdict }))
    .filter(({ input }) => Object.keys(input).join() === 'command')
    .map(({ id, input, verdict }) => ({ id, command: input.command, verdict }))
}
