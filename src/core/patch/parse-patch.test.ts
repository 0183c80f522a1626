import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePatch } from './parse-patch.ts'

const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')

describe('parsePatch', () => {
  it.each<{ readonly title: string; readonly text: string; readonly operations: readonly unknown[] }>([
    {
      title: 'an added file with each line and a line feed',
      text: patch('*** Add File: a.json', '+{', '+', '+ +x', '+}'),
      operations: [{ kind: 'write', path: 'a.json', text: '{\n\n +x\n}\n' }],
    },
    {
      title: 'an added file without lines as an empty file',
      text: patch('*** Add File: a'),
      operations: [{ kind: 'write', path: 'a', text: '' }],
    },
    {
      title: 'the new side of each chunk of an update',
      text: patch('*** Update File: a', '@@ def f', ' x', '-y', '+z', '@@', '+end', '*** End of File'),
      operations: [{ kind: 'edit', path: 'a', pieces: ['x\nz', 'end'] }],
    },
    {
      title: 'a change without @@',
      text: patch('*** Update File: a', '-x', '+y', '', ' z'),
      operations: [{ kind: 'edit', path: 'a', pieces: ['y\n\nz'] }],
    },
    {
      title: 'a move with a change',
      text: patch('*** Update File: a', '*** Move to: b', '@@', '-x', '+y'),
      operations: [{ kind: 'move', path: 'a', to: 'b', pieces: ['y'] }],
    },
    {
      title: 'a move without a change',
      text: patch('*** Update File: a', '*** Move to: .hdr/decisions/HDR-003.json'),
      operations: [{ kind: 'move', path: 'a', to: '.hdr/decisions/HDR-003.json', pieces: [] }],
    },
    {
      title: 'a deletion',
      text: patch('*** Delete File: a b/c.txt'),
      operations: [{ kind: 'delete', path: 'a b/c.txt' }],
    },
    {
      title: 'quotes, a home sign and dots as they are written',
      text: patch(
        '*** Delete File: "a"',
        '*** Delete File: ~/x',
        '*** Delete File: a/../b/./c',
        '*** Delete File: a:b',
      ),
      operations: ['"a"', '~/x', 'a/../b/./c', 'a:b'].map((path) => ({ kind: 'delete', path })),
    },
    {
      title: 'carriage returns before line feeds',
      text: patch('*** Add File: a', '+x', '*** Update File: b', '@@', '-x', '+y').replaceAll('\n', '\r\n'),
      operations: [
        { kind: 'write', path: 'a', text: 'x\n' },
        { kind: 'edit', path: 'b', pieces: ['y'] },
      ],
    },
    {
      title: 'blanks around markers',
      text: '\n  *** Begin Patch \n\t*** Delete File: a  \n  *** End Patch  \n',
      operations: [{ kind: 'delete', path: 'a' }],
    },
    {
      title: 'a next line character around markers, which Rust trims',
      text: patch('\u0085*** Delete File: a\u0085'),
      operations: [{ kind: 'delete', path: 'a' }],
    },
    {
      title: 'a heredoc around it',
      text: `<<'EOF'\n${patch('*** Delete File: a')}EOF`,
      operations: [{ kind: 'delete', path: 'a' }],
    },
    {
      title: 'text around it',
      text: `Here it is:\n***\n${patch('*** Delete File: a')}That was it.\n`,
      operations: [{ kind: 'delete', path: 'a' }],
    },
    {
      title: 'an environment line',
      text: patch('*** Environment ID: e1', '*** Delete File: a'),
      operations: [{ kind: 'delete', path: 'a' }],
    },
    {
      title: 'two patches one after the other',
      text: patch('*** Add File: a', '+a') + patch('*** Delete File: b'),
      operations: [
        { kind: 'write', path: 'a', text: 'a\n' },
        { kind: 'delete', path: 'b' },
      ],
    },
    {
      title: 'markers inside added lines as content',
      text: patch('*** Add File: a', '+*** Delete File: b', '+*** End Patch'),
      operations: [{ kind: 'write', path: 'a', text: '*** Delete File: b\n*** End Patch\n' }],
    },
    {
      title: 'a padded header inside an update both as header and as context',
      text: patch('*** Update File: a', '@@', ' *** Delete File: b', '+y', '*** Delete File: c'),
      operations: [
        { kind: 'edit', path: 'a', pieces: ['*** Delete File: b\ny'] },
        { kind: 'delete', path: 'b' },
        { kind: 'delete', path: 'c' },
      ],
    },
    {
      title: 'a padded end inside an update both as end and as context',
      text: patch('*** Update File: a', '@@', ' *** End Patch', ' *** other stars', '+y'),
      operations: [{ kind: 'edit', path: 'a', pieces: ['*** End Patch\n*** other stars\ny'] }],
    },
    {
      title: 'a padded move inside an update',
      text: patch('*** Update File: a', ' *** Move to: b', '@@', '+y'),
      operations: [{ kind: 'move', path: 'a', to: 'b', pieces: ['*** Move to: b', 'y'] }],
    },
    {
      title: 'a padded end of file inside an update',
      text: patch('*** Update File: a', '@@', '+y', '\t*** End of File', '*** Delete File: b'),
      operations: [
        { kind: 'edit', path: 'a', pieces: ['y'] },
        { kind: 'delete', path: 'b' },
      ],
    },
  ])('reads $title', ({ text, operations }) => {
    expect(parsePatch(text)).toEqual({ operations, unreadable: null })
  })

  it.each<{ readonly title: string; readonly text: string; readonly paths: readonly string[]; readonly wrong: string }>(
    [
      { title: 'no begin', text: '*** Delete File: a\n', paths: ['a'], wrong: 'outside of' },
      { title: 'no begin and no file', text: 'hello', paths: [], wrong: 'no "*** Begin Patch"' },
      { title: 'no end', text: '*** Begin Patch\n*** Delete File: a\n', paths: ['a'], wrong: 'no "*** End Patch"' },
      { title: 'no file', text: patch(), paths: [], wrong: 'names no file' },
      {
        title: 'no path',
        text: patch('*** Delete File: ', '*** Delete File: b'),
        paths: ['b'],
        wrong: 'line 2 names no',
      },
      { title: 'another letter case', text: patch('*** delete file: a'), paths: ['a'], wrong: 'line 2 spells' },
      { title: 'no blank behind the stars', text: patch('***Delete File:a'), paths: ['a'], wrong: 'line 2 spells' },
      { title: 'a stray move', text: patch('*** Move to: a'), paths: ['a'], wrong: 'line 2 moves no file' },
      {
        title: 'two moves of one file',
        text: patch('*** Update File: a', '*** Move to: b', '*** Move to: c'),
        paths: ['a', 'b', 'c'],
        wrong: 'line 4 moves no file',
      },
      {
        title: 'content under a deletion',
        text: patch('*** Delete File: a', '+x'),
        paths: ['a'],
        wrong: 'line 3 is no part',
      },
      {
        title: 'a bare line in an update',
        text: patch('*** Update File: a', 'x', '+y'),
        paths: ['a'],
        wrong: 'line 3 is no part',
      },
      {
        title: 'an unknown marker',
        text: patch('*** Add File: a', '+x', '*** Foo', '+y', '*** Delete File: b'),
        paths: ['a', 'b'],
        wrong: 'line 4 starts with ***',
      },
      {
        title: 'an end of file under a deletion',
        text: patch('*** Delete File: a', '*** End of File'),
        paths: ['a'],
        wrong: 'line 3 ends a file',
      },
      {
        title: 'a begin with more text behind it',
        text: '*** Begin Patch now\n*** Delete File: a\n*** End Patch',
        paths: ['a'],
        wrong: 'outside of',
      },
    ],
  )('lists what it sees and says what is wrong with $title', ({ text, paths, wrong }) => {
    const read = parsePatch(text)
    expect(pathsOf(text)).toEqual(paths)
    expect(read.unreadable).toContain(wrong)
  })

  it('leaves out of an added file what stands behind an unknown marker', () => {
    const text = patch('*** Add File: a', '+x', '*** Foo', '+y')
    expect(parsePatch(text).operations).toEqual([{ kind: 'write', path: 'a', text: 'x\n' }])
  })

  it('does not claim to know an added text on which consumers disagree', () => {
    const read = parsePatch(patch('*** Add File: a', '+x', ' *** Update File: b', '@@', '+y'))
    expect(read.operations[0]).toEqual({ kind: 'write', path: 'a', text: null })
    expect(read.operations[1]).toEqual({ kind: 'edit', path: 'b', pieces: ['y'] })
    expect(read.unreadable).toContain('two files')
  })

  it('goes on with an added file behind a padded line of stars', () => {
    const read = parsePatch(patch('*** Add File: a', '+x', ' *** stars', '+y'))
    expect(read.operations).toEqual([{ kind: 'write', path: 'a', text: 'x\ny\n' }])
    expect(read.unreadable).toContain('line 4')
  })

  it('takes a move without a source for a write with an unknown text', () => {
    expect(parsePatch(patch('*** Move to: a')).operations).toEqual([{ kind: 'write', path: 'a', text: null }])
  })

  it('never throws, whatever the text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '*** Begin Patch',
        '*** End Patch',
        '*** Update File: a',
        '*** Add File: b',
        '*** Move to: c',
        '@@',
      ),
      fc.constantFrom(' *** Delete File: d', '*** End of File', '+x', '-x', ' x', '', '***', 'EOF'),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const read = parsePatch(lines.join(end))
        expect(read.operations.length).toBeLessThanOrEqual(lines.length)
      }),
    )
  })

  it('finds every path of a generated patch under padding, carriage returns and wrapping', () => {
    fc.assert(
      fc.property(
        fc.array(generatedOperation, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', ' ', '\t', '   '),
        fc.constantFrom('', '  ', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(['', ''], ["<<'EOF'\n", '\nEOF'], ['Sure:\n\n', '\n\nDone.'], ['\n\n', '\n']),
        (operations, before, after, end, [open = '', close = '']) => {
          const lines = ['*** Begin Patch', ...operations.flatMap((one) => one.lines), '*** End Patch']
          const padded = lines.map((line) => (line.startsWith('***') ? `${before}${line}${after}` : line))
          const text = open + padded.join(end) + close
          expect(pathsOf(text)).toEqual(operations.flatMap((one) => one.paths))
          for (const one of operations)
            if (one.text !== null)
              expect(parsePatch(text).operations).toContainEqual(expect.objectContaining({ text: one.text }))
        },
      ),
    )
  })

  it('reads megabytes of the worst lines in a moment', () => {
    const worst = [`${' '.repeat(500_000)}x`, ' *** Update File: a', '+x', ' *** Add File: b', '+x', '   '.repeat(1000)]
    const text = Array.from({ length: 20_000 }, (_, index) => worst[(index % 4) + 1]).join('\n')
    const started = performance.now()
    parsePatch(`*** Begin Patch\n*** Update File: z\n${text}\n${worst[0]}\n${worst[5]}`)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

function pathsOf(text: string): readonly string[] {
  return parsePatch(text).operations.flatMap((one) => (one.kind === 'move' ? [one.path, one.to] : [one.path]))
}

type Generated = { readonly lines: readonly string[]; readonly paths: readonly string[]; readonly text: string | null }

const word = fc.stringMatching(/^[a-zA-Z0-9._-]{1,8}$/)
const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const content = fc.string().map((text) => text.replace(/[\r\n]/g, ''))
const change = fc.tuple(fc.constantFrom('+', '-', ' '), content).map(([sign, text]) => {
  return `${sign}${text.replace(/^\s*[*]/, '')}`
})
const generatedOperation: fc.Arbitrary<Generated> = fc.oneof(
  fc.tuple(path, fc.array(content)).map(([to, lines]) => ({
    lines: [`*** Add File: ${to}`, ...lines.map((line) => `+${line}`)],
    paths: [to],
    text: lines.map((line) => `${line}\n`).join(''),
  })),
  path.map((gone) => ({ lines: [`*** Delete File: ${gone}`], paths: [gone], text: null })),
  fc.tuple(path, fc.array(change)).map(([at, lines]) => {
    return { lines: [`*** Update File: ${at}`, '@@', ...lines], paths: [at], text: null }
  }),
  fc.tuple(path, path, fc.array(change)).map(([at, to, lines]) => {
    return { lines: [`*** Update File: ${at}`, `*** Move to: ${to}`, ...lines], paths: [at, to], text: null }
  }),
)
