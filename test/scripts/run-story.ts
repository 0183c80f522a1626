import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseStory, renderStory, type Step } from './parse-story.ts'

const PROGRAM = resolve('dist/bylaw.cjs')
const CLOCK = resolve('test/support/fixed-clock.cjs')

type Scene = {
  readonly work: string
  readonly home: string
  readonly environment: Record<string, string>
  readonly files: Map<string, string>
  readonly update: boolean
  stdin: string
  stdout: string
  stderr: string
  exitCode: number
}

/** Runs one story in a scratch git repository. Returns its text, with new goldens where `update` is set. */
export async function runStory(text: string, update: boolean): Promise<string> {
  const story = parseStory(text)
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-story-')))
  const scene = openScene(root, story.files, update)
  try {
    await run(scene, 'git', ['init', '-q', '-b', 'main', '.'])
    for (const [name, content] of story.files) if (!name.startsWith('golden')) place(scene, name, content)
    for (const step of story.steps) await play(scene, step)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  return renderStory(story.script, scene.files)
}

function openScene(root: string, files: ReadonlyMap<string, string>, update: boolean): Scene {
  const home = join(root, 'home')
  const work = join(root, 'work')
  mkdirSync(home)
  mkdirSync(work)
  const who = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  }
  const environment = {
    ...who,
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
    STORY_NOW: '2026-11-02T12:00:00Z',
    EXAMPLES: resolve('examples'),
    TZ: 'UTC',
  }
  return { work, home, environment, files: new Map(files), update, stdin: '', stdout: '', stderr: '', exitCode: 0 }
}

function place(scene: Scene, name: string, content: string): void {
  const path = join(scene.work, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const VERBS: Readonly<Record<string, (scene: Scene, step: Step) => void | Promise<void>>> = {
  exec: async (scene, { negated, words: [file = '', ...args] }) => {
    if (file === 'bylaw') await runOrphaned(scene, [process.execPath, '--require', CLOCK, PROGRAM, ...args])
    else await run(scene, file, args)
    expect(negated === (scene.exitCode !== 0), `exit code ${scene.exitCode}\n${scene.stdout}${scene.stderr}`)
  },
  exit: (scene, { words: [code] }) =>
    expect(scene.exitCode === Number(code), `exit code ${scene.exitCode}, not ${code}`),
  stdin: (scene, { words: [name = ''] }) => {
    scene.stdin = readFileSync(join(scene.work, name), 'utf8')
  },
  stdout: (scene, step) => matches(scene.stdout, step),
  stderr: (scene, step) => matches(scene.stderr, step),
  cmp: (scene, { words: [one = '', other = ''] }) => compare(scene, one, other),
  exists: (scene, { negated, words }) => {
    for (const name of words)
      expect(existsSync(join(scene.work, name)) !== negated, `${name}: ${negated ? 'is' : 'is not'} there`)
  },
  cp: (scene, { words: [from = '', to = ''] }) => {
    mkdirSync(dirname(join(scene.work, to)), { recursive: true })
    copyFileSync(join(scene.work, from), join(scene.work, to))
  },
  env: (scene, { words }) => {
    for (const word of words) scene.environment[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1)
  },
}

async function play(scene: Scene, step: Step): Promise<void> {
  const verb = VERBS[step.verb]
  try {
    expect(verb !== undefined, `unknown verb ${step.verb}`)
    await verb?.(scene, step)
  } catch (error) {
    throw new Error(`line ${step.line}: ${step.verb} ${step.words.join(' ')}: ${(error as Error).message}`)
  }
}

function expect(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

function matches(text: string, { negated, words: [pattern = ''] }: Step): void {
  expect(new RegExp(pattern, 'mu').test(text) !== negated, `${negated ? 'found' : 'not found'} in\n${text}`)
}

/** A name that starts with `golden` is a file of the story, written anew on update; the others lie in the work folder. */
function compare(scene: Scene, one: string, other: string): void {
  const actual =
    one === 'stdout' ? scene.stdout : one === 'stderr' ? scene.stderr : readFileSync(join(scene.work, one), 'utf8')
  if (scene.update && other.startsWith('golden')) scene.files.set(other, actual)
  const wanted = other.startsWith('golden') ? scene.files.get(other) : readFileSync(join(scene.work, other), 'utf8')
  expect(actual === wanted, `they differ. Found:\n${actual}\nwanted:\n${wanted}`)
}

/**
 * The program looks at its ancestors to tell a person from an agent. The suite may itself run under an agent, so the
 * shell in between ends at once and leaves the program without ancestors; its exit code comes back through a file.
 */
async function runOrphaned(scene: Scene, argv: readonly string[]): Promise<void> {
  const codeFile = join(scene.home, 'exit-code')
  const script = 'exec 3<&0; { "$@" <&3; echo $? >"$0"; } &'
  await run(scene, 'sh', ['-c', script, codeFile, ...argv])
  scene.exitCode = Number(readFileSync(codeFile, 'utf8'))
}

function run(scene: Scene, file: string, args: readonly string[]): Promise<void> {
  return new Promise((settle, fail) => {
    const child = spawn(file, [...args], { cwd: scene.work, env: scene.environment })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.stdin.on('error', () => undefined)
    child.stdin.end(scene.stdin)
    child.on('error', fail)
    child.on('close', (code) => {
      const read = (chunks: readonly Buffer[]) =>
        Buffer.concat([...chunks])
          .toString('utf8')
          .replaceAll(scene.work, '$WORK')
      Object.assign(scene, { stdin: '', stdout: read(out), stderr: read(err), exitCode: code ?? -1 })
      settle()
    })
  })
}
