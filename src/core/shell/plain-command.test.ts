import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../test/support/random-runs.ts'
import { BUILTINS } from './builtins.ts'
import { commandTargets, hasOwnWriteVerb } from './command-targets.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { readPlainCommand } from './plain-command.ts'
import { RUNNERS } from './runners.ts'
import type { ShellReading } from './simple-command.ts'
import { VERB_RUNNERS } from './verb-runners.ts'
import { WRAPPERS } from './wrappers.ts'

/** What a policy reads of a text. */
const seen = ({ commands, faults }: ShellReading) => ({
  commands: commands.map(({ words, folder, piped, nesting, wrappers, assignments }) => ({
    words: words.map(({ text, dynamic }) => ({ text, dynamic })),
    folder,
    piped,
    nesting,
    wrappers,
    assignments,
  })),
  faults,
})

/** Programs that are plain with some words only. */
const CONDITIONAL = ['find', 'cmake']

describe('readPlainCommand', () => {
  it.each([
    'npm test',
    'ls -la src',
    'git status',
    'pytest -q tests/a.py',
    'cargo build --release',
    'git log --oneline -5',
    'npm run build -- --watch=false',
    'cd src && npm test -- --run "a b" | tail -3',
    "grep -rn 'a.*$b' src | head -20",
    'npm run lint && npm test',
    'npm run lint ; npm test 2>&1 | tail -40',
    'cargo test > /dev/null 2>&1',
    'ls 2>/dev/null',
    "echo '' && pwd",
    "sed -n '1,20p' src/a.ts",
    'sort -u a.txt | head -3',
    'find . -name "*.ts" -type f -not -path "./x/*" | wc -l',
    'node scripts/a.mjs --out b',
    'npx tsc --noEmit -p .',
    'cd src && npx vitest run a.test.ts 2>&1 | tail -5',
  ])('reads %s as the parser does', (text) => {
    const plain = readPlainCommand(text)
    expect(plain).not.toBeNull()
    expect(plain && seen(plain)).toEqual(seen(parseCommandLine(text)))
    expect(plain?.commands.map((command) => command.words.map((word) => word.span))).toEqual(
      parseCommandLine(text).commands.map((command) => command.words.map((word) => word.span)),
    )
  })

  it.each([
    'git diff HEAD~1',
    'git diff --output=.hdr/decisions/HDR-001.json',
    'git log -p --output .hdr/decisions/HDR-001.json',
    'git show --outp=x HEAD',
    'git diff -o x',
    'rm -rf .hdr',
    'sh -c ls',
    'env ls',
    'git checkout main',
    'git restore .',
    'npm test > out',
    'npm test; rm x',
    'npm test && rm x',
    'npm test | tee x',
    'npm  test',
    ' npm test',
    'npm test ',
    'npm test\n',
    'npm test &',
    'npm test && ',
    '&& npm test',
    'FOO=1 npm test',
    'cat $X',
    'cat "$X"',
    'cat "a\\"b"',
    'cat "`x`"',
    'cat a"b"',
    "cat 'a'b",
    'ls *.ts',
    'ls ~',
    'node -e x',
    'node',
    'sed -i s/a/b/ f',
    "sed -n '1w x' f",
    'sed -n 1p -i f',
    'sort -o x y',
    'sort -uo x y',
    'find . -delete',
    'find . -name x -exec rm',
    'find . -fprint x',
    'npx rimraf x',
    'cmake -E rm -rf x',
    'npx -y tsc',
    'npx npm exec x',
    '"npm" test',
    './npm test',
    'cd',
    'cd src',
    'cd "src" && ls',
    'cd - && ls',
    'ls && cd src && ls',
    'npm exec bylaw decisions accept HDR-001',
    "npm exec bylaw 'decisions' accept HDR-001",
    '',
    '-ls',
  ])('leaves %j to the parser', (text) => {
    expect(readPlainCommand(text)).toBeNull()
  })

  it('says what the parser says of any plain list, and its calls have no targets', () => {
    const bare = fc.stringMatching(/^[A-Za-z0-9_./:@%+,=-]{1,10}$/)
    const quoted = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9_./:@%+,=() -]{0,8}$/).map((text) => `"${text}"`),
      fc.stringMatching(/^[ -&(-~]{0,8}$/).map((text) => `'${text}'`),
    )
    const option = fc.constantFrom(
      ...['-o', '-ox', '--output=x', '--output', '--outp', '-O', '-w', '--write', '-i', '--fix', '--out-dir=x', '-f'],
      ...['-exec', '--pre', '-c', '-F', '-C', '--no-index', '-T', '--upload-pack=x', '--exec=x', '-m', '-p'],
    )
    const program = fc.constantFrom(
      'npm',
      'ls',
      'git status',
      'git add',
      'git diff',
      'git log --oneline',
      'git show',
      'git blame',
      'git fetch',
      'git commit',
      'git rev-parse',
      'tree',
      'rg',
      'eslint',
      'prettier',
      'pytest',
      'cargo',
      'tsc',
      'seq',
      'head',
      'cat',
      'grep',
      'echo',
      'make',
      'python3',
      'go',
      'php',
      'pip',
      'deno',
      'diff',
      'jq',
      'sort',
      'find .',
      'sed -n 1p',
      'node a.js',
      'npx tsc',
      'npx vitest',
    )
    const call = fc
      .tuple(
        program,
        fc.array(fc.oneof(bare, bare, quoted, option, fc.constantFrom('2>&1', '>/dev/null', '> /dev/null')), {
          maxLength: 5,
        }),
      )
      .map(([name, words]) => [name, ...words].join(' '))
    const list = fc
      .tuple(
        fc.option(fc.constantFrom('cd src &&', 'cd ../a/b &&', 'cd /x ;')),
        call,
        fc.array(fc.tuple(fc.constantFrom('&&', '|', ';'), call), { maxLength: 3 }),
      )
      .map(([cd, first, rest]) => [...(cd ? [cd] : []), first, ...rest.flat()].join(' '))
    let read = 0
    fc.assert(
      fc.property(list, (text) => {
        const plain = readPlainCommand(text)
        if (plain === null) return
        read += 1
        expect(seen(plain)).toEqual(seen(parseCommandLine(text)))
        for (const command of parseCommandLine(text).commands) {
          expect(commandTargets(command)).toEqual([])
          expect(hasOwnWriteVerb(command)).toBeNull()
        }
      }),
      { numRuns: randomRuns(4_000) },
    )
    expect(read).toBeGreaterThan(randomRuns(1_000))
  })

  it('holds no program that the tables look through or run something for', () => {
    for (const name of [...Object.keys(WRAPPERS), ...Object.keys(RUNNERS), ...Object.keys(BUILTINS)]) {
      if (!Object.hasOwn(VERB_RUNNERS, name) && !CONDITIONAL.includes(name))
        expect(readPlainCommand(`${name} x`), name).toBeNull()
    }
    for (const [name, { verbs }] of Object.entries(VERB_RUNNERS)) {
      for (const verb of Object.keys(verbs)) {
        expect(readPlainCommand(`${name} ${verb} y`), verb).toBeNull()
        expect(readPlainCommand(`${name} --z ${verb} y`), verb).toBeNull()
      }
    }
  })
})
