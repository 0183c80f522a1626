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
      'a default or an alternative ignores what a function was given, and `-`, `+` and `:` mean the same to the reader',
    lines: ['O131', 'O1104', 'O473', 'O474'],
  },
  {
    reason: 'a quoted default is split like a bare one',
    lines: ['O469'],
  },
  {
    reason:
      '`"$*"` and `"${a[*]}"` are read as one word for each item; bash joins them with the first character of IFS',
    lines: ['O126', 'O459', 'O510', 'O1098'],
  },
  {
    reason: '`$a` of an array is its first element, not all',
    lines: ['O506'],
  },
  {
    reason: 'elements of an array that are set by their index, or unset, are not followed',
    lines: ['O516', 'O518', 'O1085'],
  },
  {
    reason: 'an empty `"$@"` or `"${a[@]}"` is read as one empty word; bash drops it',
    lines: ['O527', 'O549'],
  },
  {
    reason: 'an item that a glob made of `set --` is read as its pattern, and as known',
    lines: ['O553'],
  },
  {
    reason: 'an empty field between two separators of IFS is dropped',
    lines: ['O463'],
  },
  {
    reason: 'a variable that a function makes its own outlives the function, and begins with the value from outside',
    lines: ['O136', 'O1130', 'O1131', 'O1132'],
  },
  {
    reason: '`shift` in a loop is read once',
    lines: ['O156'],
  },
  {
    reason: 'a variable that was not exported is read in the inner shell, where it is empty',
    lines: ['O230', 'O418'],
  },
  {
    reason: '`declare` with -i, -u and -n changes what a variable holds',
    lines: ['O422', 'O423', 'O424'],
  },
  {
    reason: 'a sequence with a variable in it is no sequence to bash, but the variable is expanded',
    lines: ['O308'],
  },
  {
    reason: 'a tilde behind `=` of a plain word is expanded by bash',
    lines: ['O391'],
  },
  {
    reason: '`~+` is the working folder, not a home folder',
    lines: ['O392'],
  },
  {
    reason: '`command` goes past a function of the same name',
    lines: ['O1091'],
  },
  {
    reason: 'a later trap takes the place of an earlier one; the reader lists both bodies, for safety',
    lines: ['O603', 'O604'],
  },
  {
    reason: 'scripts expand no aliases by default; the reader takes them as used, as other shells do',
    lines: ['O616', 'O621'],
  },
  {
    reason: 'the word behind an alias that ends in a blank is looked up as an alias too',
    lines: ['O618'],
  },
  {
    reason: 'a script in a file is not read, also where the same text wrote it',
    lines: ['O668', 'O669', 'O670', 'O673', 'O674', 'O675', 'O1069'],
  },
  {
    reason: 'what a shell reads from a process substitution, another descriptor or the pipe of `tee` is not followed',
    lines: ['O273', 'O274', 'O1046', 'O1053'],
  },
  {
    reason: 'the input of `ssh` without words is the text of a remote shell',
    lines: ['O241'],
  },
  {
    reason: '`printf` and `echo -e` know more escapes than the reader, which takes the result for known',
    lines: ['O661'],
  },
  {
    reason: '`xargs` is read as one call with all items, split at blanks',
    lines: ['O763', 'O764', 'O768', 'O773', 'O774'],
  },
  {
    reason: '`find .` also finds `.` itself, which is read as `./*`',
    lines: ['O814'],
  },
  {
    reason: '`cd` is taken to work, and without CDPATH',
    lines: ['O919', 'O920', 'O921', 'O964'],
  },
  {
    reason: 'arithmetic runs the substitutions in an index that a quoted word or a variable holds',
    lines: ['O1058', 'O1059', 'O1060', 'O1061', 'O1062', 'O1063', 'O1064', 'O1066'],
  },
  {
    reason: 'text that bash runs from a variable of a certain name, a prompt or a callback',
    lines: ['O1057', 'O1067', 'O1068', 'O1070'],
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
