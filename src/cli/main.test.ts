import { describe, expect, test } from 'vitest'
import { decisionFile, entry, fakeWorld } from '../../test/support/fake-world.ts'
import { Refusal } from '../core/fault.ts'
import { DECISION_KIND_TEXT } from '../core/records/decision-kind.ts'
import { DECISION_SCHEMA_TEXT } from '../core/records/decision-schema.ts'
import { renderDeclaration } from '../core/records/workspace-declaration.ts'
import { GROUPS, type Group } from './catalogue.ts'
import { type Command, defineCommand } from './define-command.ts'
import { main } from './main.ts'
import { argument, option } from './options.ts'

async function run(argv: readonly string[], groups: readonly Group[] = GROUPS, world = fakeWorld()) {
  const seen = { out: '', err: '' }
  const streams = {
    out: (text: string) => {
      seen.out += text
    },
    err: (text: string) => {
      seen.err += text
    },
    terminal: { isTerminal: false, columns: null, environment: {} },
  }
  return { exitCode: await main(argv, streams, async () => world, groups), ...seen }
}

function groupOf(command: Command): Group {
  return { name: command.path.split(' ')[0] ?? '', summary: 'a test', load: async () => [command] }
}

const echo = defineCommand({
  path: 'echo',
  summary: 'gives back what was typed',
  arguments: { first: argument.required('FIRST', 'a word'), second: argument.optional('SECOND', 'another') },
  options: {
    loud: option.toggle('louder'),
    name: option.text('NAME', 'a name'),
    tag: option.list('TAG', 'tags'),
    size: option.choice(['small', 'large'], 'a size'),
  },
  examples: ['bylaw echo a'],
  run: async (world, input) => ({ ...input, cwd: world.cwd }),
  renderText: (report) => JSON.stringify(report),
  exit: () => 'ok',
})

const restful = defineCommand({
  path: 'run',
  summary: 'runs another program',
  arguments: { rest: argument.rest('COMMAND', 'what to run') },
  options: { name: option.text('NAME', 'a name'), tag: option.list('TAG', 'tags'), loud: option.toggle('louder') },
  examples: ['bylaw run -- a'],
  run: async (_world, input) => input,
  renderText: (report) => JSON.stringify(report),
  exit: () => 'ok',
})

const failing = (error: unknown): Group =>
  groupOf(
    defineCommand({
      path: 'fail',
      summary: 'fails',
      arguments: {},
      options: {},
      examples: ['bylaw fail'],
      run: async () => {
        throw error
      },
      renderText: () => '',
      exit: () => 'ok',
    }),
  )

describe('main', () => {
  test('hands every argument and option over, absent ones too', async () => {
    const groups = [groupOf(echo)]
    const empty = { first: 'a', second: null, loud: false, name: null, tag: [], size: null, cwd: '/project' }
    expect(JSON.parse((await run(['echo', 'a'], groups)).out)).toEqual(empty)
    const argv = ['echo', '--tag', 'x', 'a', '--loud', '--tag=y', 'b', '--name', '', '--size', 'large', '--json']
    const full = { ...empty, second: 'b', loud: true, name: '', tag: ['x', 'y'], size: 'large' }
    expect(JSON.parse((await run(argv, groups)).out)).toEqual(full)
    expect(JSON.parse((await run(['echo', '--', '--loud'], groups)).out)).toEqual({ ...empty, first: '--loud' })
    expect(JSON.parse((await run(['-C', '/project', 'echo', 'a'], groups)).out).cwd).toBe('/project')
  })

  test.each([
    [['run', 'node', '--json', '-C', 'x'], { name: null, tag: [], loud: false }, ['node', '--json', '-C', 'x']],
    [['run', '--', '--loud'], { name: null, tag: [], loud: false }, ['--loud']],
    [
      ['run', '--name', 'a', '--loud', '--tag=x', 'b', '--', 'c'],
      { name: 'a', tag: ['x'], loud: true },
      ['b', '--', 'c'],
    ],
    [['run', '-C', '/project', '--json'], { name: null, tag: [], loud: false }, []],
    [
      ['-C', '/project', 'run', '--tag', '--', 'a', '--', ''],
      { name: null, tag: ['--'], loud: false },
      ['a', '--', ''],
    ],
  ])('takes the words of another program as they are: %j', async (argv, options, rest) => {
    const { out } = await run(argv, [groupOf(restful)])
    expect(JSON.parse(out)).toEqual({ ...options, rest })
  })

  test('an option that is none is told of, not taken for a program', async () => {
    expect(await run(['run', '--nmae', 'x'], [groupOf(restful)])).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('did you mean --name?'),
    })
  })

  test.each<[string, unknown, number, RegExp, string]>([
    [
      'refusal',
      new Refusal({ code: 'no-log', message: 'gone\u001b[2J', hint: 'do this', at: { file: 'a', line: 3 } }),
      2,
      /^bylaw: no-log: a:3: gone\\e\[2J\n {2}hint: do this\n$/,
      'no-log',
    ],
    [
      'usage',
      new Refusal({ code: 'usage/bad', message: 'no such thing' }),
      3,
      /^bylaw: usage: no such thing\n$/,
      'usage/bad',
    ],
    [
      'bug',
      new TypeError('x is undefined'),
      3,
      /^bylaw: internal error: TypeError: x is undefined at .*main\.test\.ts/,
      'internal',
    ],
    ['bug', 'a text', 3, /^bylaw: internal error: a text/, 'internal'],
  ])('a %s is told on stderr, or as one document', async (kind, error, exitCode, text, code) => {
    const plain = await run(['fail'], [failing(error)])
    expect([plain.exitCode, plain.out]).toEqual([exitCode, ''])
    expect(plain.err).toMatch(text)
    const json = await run(['fail', '--json'], [failing(error)])
    expect([json.exitCode, json.err]).toEqual([exitCode, ''])
    expect(JSON.parse(json.out).error).toMatchObject({ kind, code })
  })

  test('only the named group is loaded, and help opens no world', async () => {
    const trap: Group = { name: 'trap', summary: 'never loaded', load: () => Promise.reject(new Error('loaded')) }
    expect((await run(['--help'], [trap, groupOf(echo)])).out).toContain('trap')
    expect((await run(['echo', 'a'], [trap, groupOf(echo)])).exitCode).toBe(0)
  })

  test('--json and another format exclude each other', async () => {
    expect(
      (await run(['validate', '--json', '--format', 'sarif'])).err +
        (await run(['validate', '--json', '--format', 'sarif'])).out,
    ).toContain('exclude each other')
    expect((await run(['validate', '--json', '--format', 'json'], GROUPS, fakeWorld({ log: {} }))).exitCode).toBe(0)
  })
})

describe('every command', () => {
  const commands = Promise.all(GROUPS.map((group) => group.load())).then((lists) => lists.flat())

  test('has its own path, a summary and options that fit 80 columns of help', async () => {
    const paths = (await commands).map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const command of await commands) {
      const help = await run([...command.path.split(' '), '--help'])
      expect(help.exitCode).toBe(0)
      expect(help.out).toContain(`Examples:\n  bylaw ${command.path}`)
      for (const line of help.out.split('\n'))
        expect(line.length, `${command.path}: ${line}`).toBeLessThanOrEqual(line.startsWith('  bylaw') ? 100 : 80)
      expect(command.summary).toMatch(/^[^A-Z].*[^.]$/)
    }
  })

  test('has examples that can be read as they stand', async () => {
    for (const command of await commands) {
      for (const example of command.examples) {
        const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
        expect(words[0]).toBe('bylaw')
        const { exitCode } = await run(words.slice(1), GROUPS, fakeWorld({ log: SOME, files: RECORDS }))
        expect(exitCode, example).not.toBe(3)
      }
    }
  })
})

/** A workspace with the decision kind, and no record yet. */
const RECORDS = {
  'chant.workspace.json': renderDeclaration('w', 'docs/decisions/decision.kind.mjs'),
  'docs/decisions/decision.kind.mjs': DECISION_KIND_TEXT,
  'docs/decisions/decision.schema.json': DECISION_SCHEMA_TEXT,
}

const SOME = {
  'HDR-003.json': decisionFile('HDR-003', entry({ kind: 'path_exists', path: 'a' })),
  'HDR-004.json': decisionFile('HDR-004', entry()),
}
