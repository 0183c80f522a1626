import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPlainCommand } from '../shell/plain-command.ts'
import { classifyCommand } from './classify-command.ts'
import { isQuietCommand } from './quiet-commands.ts'
import { RULE_LEVELS } from './rule-levels.ts'
import { RULES } from './rules.ts'

const read = (name: string) =>
  (JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as { command: string }[]).map(({ command }) => command)
const TEXTS = [
  ...['everyday-commands', 'everyday-commands-more', 'dangerous-commands'].flatMap(read),
  ...RULES.flatMap(({ hits, misses }) => [...hits, ...misses]),
]

function isQuiet(text: string): boolean {
  return readPlainCommand(text)?.commands.every(isQuietCommand) === true
}

describe('quiet commands', () => {
  it('are those in which no rule finds anything', () => {
    const quiet = TEXTS.filter(isQuiet)
    expect(quiet.length).toBeGreaterThan(60)
    for (const text of quiet) expect(classifyCommand(text).action, text).toBe('ALLOW')
  })

  it.each([
    'npm publish',
    'python3 -c "x"',
    'git branch -D x',
    'cat x | python3',
    'npm test > ~/.bashrc',
    'rm x',
    "ls 'a\u202eb'",
  ])('do not hold %s', (text) => expect(isQuiet(text)).toBe(false))
})

describe('the table of levels', () => {
  it('is what the rules say', () => {
    expect(RULE_LEVELS).toEqual(Object.fromEntries(RULES.map(({ id, level }) => [id, level])))
  })
})
