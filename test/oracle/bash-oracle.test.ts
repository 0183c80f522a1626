// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell commands
//
// The oracle asks bash itself. Every line of test/cases/oracle-commands.json is run in a scratch folder whose PATH holds only
// stubs that write down how they were called (stubs.ts), and every call must be among the commands that
// `parseCommandLine` found: word by word, in the folder that the reader claims; a word that the reader does not know matches
// anything. What was read and did not run is a difference too, unless the line is marked with `branch`.
//
// A difference is mended in src/core/shell or stands in KNOWN with its reason; one that is gone must leave the table.
// A new line: append it to the cases with the next id, run `npx vitest run test/oracle`, read the message.
// Another corpus: `await consultOracle(lines)` and `showAnswer`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { consultOracle, type OracleAnswer, type OracleLine } from './consult-oracle.ts'
import { lineRefusal } from './line-refusal.ts'
import { showAnswer } from './show-answer.ts'

const LINES = JSON.parse(readFileSync('test/cases/oracle-commands.json', 'utf8')) as readonly OracleLine[]
/** The stubs hand over to the programs of a Linux system. */
const canRun = process.platform === 'linux' && spawnSync('bash', ['-c', ':']).status === 0
const TIMEOUT_MS = 120_000

type Known = { readonly reason: string; readonly lines: readonly string[] }

/** Where bash and the reader differ, and why that stays. */
const KNOWN: readonly Known[] = [
  {
    reason:
      'a variable that was not exported is not known in an inner shell, for the environment may hold one too; `[*]` is a pattern to the oracle',
    lines: ['O230', 'O418'],
  },
  {
    reason: 'a later trap takes the place of an earlier one; the reader lists both bodies, for safety',
    lines: ['O603', 'O604'],
  },
  {
    reason:
      'an alias and the program of its name are both listed: scripts expand no aliases by default, other shells do',
    lines: ['O616', 'O619', 'O621'],
  },
  {
    reason: '`cd` is taken to work',
    lines: ['O919', 'O920', 'O921'],
  },
  {
    reason: 'programs in other languages are not read',
    lines: ['O1026'],
  },
]

/** Lines that the reader says it cannot read. */
const UNREADABLE: readonly string[] = []

const known = new Set(KNOWN.flatMap(({ lines }) => lines))

describe.skipIf(!canRun)('what bash runs', () => {
  let answers: ReadonlyMap<string, OracleAnswer> = new Map()
  beforeAll(async () => {
    answers = await consultOracle(LINES)
  }, TIMEOUT_MS)

  const shown = (matches: (answer: OracleAnswer, line: OracleLine) => boolean): readonly string[] =>
    LINES.flatMap((line) => {
      const answer = answers.get(line.id)
      return answer !== undefined && matches(answer, line) ? [showAnswer(line, answer)] : []
    })

  it('is asked for every line', () => {
    expect(answers.size).toBe(LINES.length)
    expect(shown(({ kind }) => kind === 'refused' || kind === 'timed-out')).toEqual([])
  })

  it('is readable', () => {
    expect(shown(({ kind }, { id }) => kind === 'unreadable' && !UNREADABLE.includes(id))).toEqual([])
  })

  it('is what the reader finds', () => {
    expect(shown(({ kind }, { id }) => kind === 'differs' && !known.has(id))).toEqual([])
  })

  it('still differs where the table says so', () => {
    expect(shown(({ kind }, { id }) => kind !== 'differs' && known.has(id))).toEqual([])
    expect(shown(({ kind }, { id }) => kind !== 'unreadable' && UNREADABLE.includes(id))).toEqual([])
  })
})

describe('the corpus', () => {
  it('holds at least 320 lines, each once', () => {
    expect(LINES.length).toBeGreaterThanOrEqual(320)
    expect(new Set(LINES.map(({ id }) => id)).size).toBe(LINES.length)
    expect(new Set(LINES.map(({ command }) => command)).size).toBe(LINES.length)
  })

  it('has each known difference in one row', () => {
    const listed = KNOWN.flatMap(({ lines }) => lines)
    expect(listed.filter((id) => !LINES.some((line) => line.id === id))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })
})

describe.skipIf(!canRun)('the oracle', () => {
  const ask = async (command: string, commands: readonly string[], branch = false) => {
    const read = commands.map((text) => ({
      words: text.split(' ').map((word) => ({ text: word, dynamic: word.includes('*'), span: [0, 0] as const })),
      wrappers: [],
      assignments: [],
      redirects: [],
      stdin: null,
      span: [0, 0] as const,
      nesting: [],
      folder: '',
      piped: false,
    }))
    const line: OracleLine = { id: 'T', command, ...(branch ? { branch: true } : {}) }
    return (await consultOracle([line], () => ({ commands: read, faults: [] }))).get('T')?.kind
  }

  it.each([
    ['rm a', ['rm a'], 'agrees'],
    ['rm a', [], 'differs'],
    ['rm a', ['rm b'], 'differs'],
    ['rm a b', ['rm a'], 'differs'],
    ['rm a b', ['rm *'], 'agrees'],
    ['rm a', ['*'], 'agrees'],
    ['rm a', ['rm a', 'git b'], 'differs'],
    ['cd src; rm a', ['rm a'], 'differs'],
    ['rm a & sleep 0.05; git b', ['rm a', 'sleep 0.05', 'git b'], 'agrees'],
    ['(sleep 0.1; rm a) > out.txt 2>&1 &', ['sleep 0.1'], 'differs'],
  ] as const)('takes %j read as %j: it %s', async (command, read, kind) => {
    expect(await ask(command, read)).toBe(kind)
  })

  it('lets a branch be read that did not run', async () => {
    expect(await ask('rm a || git b', ['rm a', 'git b'])).toBe('differs')
    expect(await ask('rm a || git b', ['rm a', 'git b'], true)).toBe('agrees')
  })
})

describe('lines that are not run', () => {
  it.each([
    '/bin/rm a',
    'rm a > /etc/passwd',
    'x=/etc; rm $x',
    'cat "/etc/passwd"',
    'cd ../..; rm a',
    'PATH=src rm a',
    'unset PATH; rm a',
    'env -i rm a',
    'env - rm a',
    'command -p rm a',
    'exec -c rm a',
    'bash -lc "rm a"',
    'find . -delete',
    'kill -9 -1',
    ':(){ :|:& };:',
    'cat < /dev/tcp/host/80',
  ])('refuses %j', (command) => expect(lineRefusal(command)).not.toBeNull())

  it.each([
    'rm a > /dev/null 2>&1',
    'bash /dev/stdin',
    'rm "$HOME"/x',
    'env -i PATH="$PATH" rm a',
    'cd ../src',
    'command -v rm',
    'f() { rm a; }; f & wait',
    'echo a/b',
  ])('takes %j', (command) => expect(lineRefusal(command)).toBeNull())
})
