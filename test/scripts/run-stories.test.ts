import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseStory } from './parse-story.ts'
import { runStory } from './run-story.ts'

const FOLDER = join('test', 'scripts')
const update = process.env['UPDATE'] === '1'
const stories = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.story'))
  .sort()

describe('stories', () => {
  // The longest starts thirty processes, with others at its side: on a busy machine that is more than 20 s.
  test.concurrent.each(stories)('%s', { timeout: 60_000 }, async (name) => {
    const path = join(FOLDER, name)
    const before = readFileSync(path, 'utf8')
    const after = await runStory(before, update)
    if (update && after !== before) writeFileSync(path, after)
  })

  test('a story that does not come out as written fails at its line', async () => {
    await expect(runStory('exec git status\n\nstdout no-such-text\n', false)).rejects.toThrow(
      /^line 3: stdout no-such-text/,
    )
    await expect(runStory('!exec git status\n', false)).rejects.toThrow(/^line 1: exec git status: exit code 0/)
    await expect(runStory('cmp a golden\n-- a --\n1\n-- golden --\n2\n', false)).rejects.toThrow(/they differ/)
    await expect(runStory('dance\n', false)).rejects.toThrow(/unknown verb dance/)
  })

  test('words keep what stands in single quotes', () => {
    expect(parseStory("exec bylaw --title 'It''s done' ''").steps[0]?.words).toEqual([
      'bylaw',
      '--title',
      "It's done",
      '',
    ])
  })
})
