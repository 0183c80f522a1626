import { describe, expect, it } from 'vitest'
import { withExcluded, withoutExcluded } from './exclude-lines.ts'

const PATHS = ['.codex/hooks.json', '.opencode/plugins/bylaw.js']

describe('lines in info/exclude', () => {
  it.each(['', '# git ls-files\n*.log\n', '*.log\n\n'])('%j comes back as it was', (text) => {
    const after = withExcluded(text, PATHS)
    expect(after.split('\n')).toEqual(expect.arrayContaining(['/.codex/hooks.json', '/.opencode/plugins/bylaw.js']))
    expect(withExcluded(after, PATHS)).toBe(after)
    expect(withoutExcluded(after, PATHS)).toBe(text)
  })

  it('are added to those that stand there, and go one by one', () => {
    const one = withExcluded('*.log\n', PATHS.slice(0, 1))
    expect(withoutExcluded(withExcluded(one, PATHS), PATHS.slice(1))).toBe(one)
    expect(withoutExcluded(withExcluded('', PATHS), PATHS.slice(0, 1))).toContain('/.opencode/plugins/bylaw.js')
  })

  it('that a person wrote stay', () => {
    expect(withExcluded('/.codex/hooks.json\n', PATHS.slice(0, 1))).toBe('/.codex/hooks.json\n')
    expect(withoutExcluded('/.codex/hooks.json\n', PATHS)).toBe('/.codex/hooks.json\n')
  })

  it('begin on a line of their own', () => {
    expect(withExcluded('*.log', PATHS).split('\n')[0]).toBe('*.log')
    expect(withExcluded(null, PATHS.slice(0, 1))).toMatch(/^#.*\n\/\.codex\/hooks\.json\n$/)
  })
})
