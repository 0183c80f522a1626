import { describe, expect, it } from 'vitest'
import { isOurCommand, quoteWord, shellCommand, splitWords } from './our-command.ts'

const PROGRAM = {
  kind: 'absolute',
  node: '/opt/node/bin/node',
  bundle: "/home/dev/it's here/hook.cjs",
  stateHome: '/home/dev/.local/state',
} as const

describe('the registered command', () => {
  it('names absolute paths, drops two variables and fixes the state folder', () => {
    expect(shellCommand('codex', PROGRAM)).toBe(
      "/usr/bin/env -u NODE_OPTIONS -u NODE_EXTRA_CA_CERTS XDG_STATE_HOME=/home/dev/.local/state /opt/node/bin/node '/home/dev/it'\\''s here/hook.cjs' hook codex",
    )
  })

  it('is looked up on PATH where it is shared, and refuses where it is missing', () => {
    const command = shellCommand('claude-code', { kind: 'on-path' })
    expect(command).toMatch(/^command -v bylaw .*exit 2; }; exec \/usr\/bin\/env .*bylaw hook claude-code$/)
    expect(shellCommand('claude-code', { kind: 'on-path' }, 1)).toContain('exit 1;')
  })
})

describe('telling our command from others', () => {
  const ours = [
    shellCommand('codex', PROGRAM),
    shellCommand('codex', { kind: 'on-path' }),
    shellCommand('codex', { kind: 'on-path' }, 1),
    'bylaw hook codex',
    "'/opt/hdr/bin/hdr' hook codex",
    '/usr/bin/node "/opt/my tools/hook.cjs" hook codex',
  ]
  it.each(ours)('takes %s for ours', (command) => {
    expect(isOurCommand(command, 'codex')).toBe(true)
  })

  const others = [
    shellCommand('claude-code', PROGRAM),
    'true # bylaw hook codex',
    'echo bylaw hook codex',
    'bylaw hook codex || true',
    'bylaw hook codex; exit 0',
    'bylaw hook codex &',
    'bylaw hook codex > /dev/null',
    'bylaw hook $(echo codex)',
    '/usr/bin/env NODE_OPTIONS=--require=/tmp/x.cjs bylaw hook codex',
    '/usr/bin/env XDG_STATE_HOME=relative bylaw hook codex',
    '/usr/bin/env true bylaw hook codex',
    'node -e 0 hook codex',
    `${shellCommand('codex', PROGRAM)} extra`,
    'hook codex',
    '',
  ]
  it.each(others)('does not take %s for ours', (command) => {
    expect(isOurCommand(command, 'codex')).toBe(false)
  })
})

describe('shell words', () => {
  it.each(['a', "it's", 'a b', '', '$HOME', 'ü', '"', '\\', '~/x', '*'])('reads back %j as it was quoted', (word) => {
    expect(splitWords(quoteWord(word))).toEqual([word])
  })

  it.each(['a $b', 'a|b', 'a;b', '`a`', 'a>b', 'a\nb', '(a)', '~/x', 'a*', '"$x"', "'open"])('refuses %j', (text) => {
    expect(splitWords(text)).toBeNull()
  })
})
