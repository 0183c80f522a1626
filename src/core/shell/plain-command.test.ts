import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILTINS } from './builtins.ts'
import { commandTargets, hasOwnWriteVerb } from './command-targets.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { readPlainCommand } from './plain-command.ts'
import { RUNNERS } from './runners.ts'
import { WRAPPERS } from './wrappers.ts'

const PLAIN = [
  'npm test',
  'ls -la src',
  'git status',
  'git diff HEAD~1',
  'pytest -q tests/a.py',
  'cargo build --release',
  'git log --oneline -5',
  'npm run build -- --watch=false',
]

describe('readPlainCommand', () => {
  it.each(PLAIN.filter((text) => !text.includes('~')))('reads %s as the parser does', (text) => {
    expect(readPlainCommand(text)).toEqual(parseCommandLine(text))
  })

  it.each([
    'git diff HEAD~1',
    'rm -rf .hdr',
    'sh -c ls',
    'env ls',
    'git checkout main',
    'git restore .',
    'npm test > out',
    'npm test; rm x',
    'npm  test',
    ' npm test',
    'npm test\n',
    'FOO=1 npm test',
    'cat $X',
    'ls *.ts',
    'ls ~',
    'node x.js',
    './npm test',
    'npm exec bylaw decisions accept HDR-001',
    '',
    '-ls',
  ])('leaves %j to the parser', (text) => {
    expect(readPlainCommand(text)).toBeNull()
  })

  it('says what the parser says of any plain words, and such a call has no targets', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_./:@%+,=-]{1,12}$/)
    const program = fc.constantFrom(
      'npm',
      'ls',
      'git status',
      'git add',
      'cat',
      'grep',
      'echo',
      'make',
      'python3',
      'go',
      'cargo',
      'sleep',
    )
    fc.assert(
      fc.property(program, fc.array(word, { maxLength: 6 }), (name, words) => {
        const text = [name, ...words].join(' ')
        const plain = readPlainCommand(text)
        if (plain === null) return
        expect(plain).toEqual(parseCommandLine(text))
        for (const command of plain.commands) {
          expect(commandTargets(command)).toEqual([])
          expect(hasOwnWriteVerb(command)).toBeNull()
        }
      }),
      { numRuns: 500 },
    )
  })

  it('holds no program that the tables look through or run something for', () => {
    for (const name of [...Object.keys(WRAPPERS), ...Object.keys(RUNNERS), ...Object.keys(BUILTINS)]) {
      expect(readPlainCommand(`${name} x`), name).toBeNull()
    }
  })
})
