import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitCommands } from './split-commands.ts'

describe('splitCommands', () => {
  it.each([
    [
      'one a line, without blanks and comments',
      'ls\n\n# rm -rf /\n  pwd\r\n',
      [
        [1, 'ls'],
        [4, '  pwd'],
      ],
    ],
    [
      'a loop over lines',
      'for a in b; do\n ls\ndone\npwd',
      [
        [1, 'for a in b; do\n ls\ndone'],
        [4, 'pwd'],
      ],
    ],
    [
      'a heredoc',
      "cat <<'E'\nrm -rf /\nE\nls",
      [
        [1, "cat <<'E'\nrm -rf /\nE"],
        [4, 'ls'],
      ],
    ],
    [
      'a heredoc with tabs',
      'cat <<-E\n\ta\n\tE\nls',
      [
        [1, 'cat <<-E\n\ta\n\tE'],
        [4, 'ls'],
      ],
    ],
    [
      'heredocs whose marks are quoted in other ways',
      'cat <<\\E\nrm -rf /\nE\ncat << "E O F" | tr a b\nrm -rf /\nE O F\nls',
      [
        [1, 'cat <<\\E\nrm -rf /\nE'],
        [4, 'cat << "E O F" | tr a b\nrm -rf /\nE O F'],
        [7, 'ls'],
      ],
    ],
    [
      'a mark of the byte order',
      '\ufeffrm -rf src\nls',
      [
        [1, 'rm -rf src'],
        [2, 'ls'],
      ],
    ],
    [
      'the output of history',
      '    1  rm -rf src\n   12* ls -l\n  345  # note\n\n 1000  echo 12  34\n',
      [
        [1, 'rm -rf src'],
        [2, 'ls -l'],
        [5, 'echo 12  34'],
      ],
    ],
    [
      'numbers that do not stand on every line',
      '  1  rm -rf src\nls',
      [
        [1, '  1  rm -rf src'],
        [2, 'ls'],
      ],
    ],
    [
      'a backslash',
      'rm \\\n -rf x\nls',
      [
        [1, 'rm \\\n -rf x'],
        [3, 'ls'],
      ],
    ],
    [
      'a quote',
      'echo "a\nb"\nls',
      [
        [1, 'echo "a\nb"'],
        [3, 'ls'],
      ],
    ],
    [
      'what is never closed stands alone',
      'echo "a\nls\npwd',
      [
        [1, 'echo "a'],
        [2, 'ls'],
        [3, 'pwd'],
      ],
    ],
  ] as const)('%s', (_, text, wanted) => {
    expect(splitCommands(text).map(({ line, text: command }) => [line, command])).toEqual(wanted)
  })

  it('loses no line but blank ones and comments, and never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ls', 'echo "', 'if x; then', 'fi', 'cat <<E', 'E', '', '# x', 'a \\')),
        (lines) => {
          const kept = splitCommands(lines.join('\n')).flatMap(({ text }) => text.split('\n'))
          const wanted = lines.filter((line) => line === 'ls')
          expect(kept.filter((line) => line === 'ls')).toEqual(wanted)
        },
      ),
      { numRuns: 100 },
    )
  })
})
