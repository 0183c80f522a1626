import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEventScene, type Ran } from './support/event-scene.ts'

type Step = {
  readonly argv: readonly string[]
  readonly exit: number
  readonly json?: Readonly<Record<string, unknown>>
  readonly stdout?: string
  readonly stderr_has?: readonly string[]
}
type Vector = {
  readonly name: string
  readonly kind: string
  readonly initial_log?: string
  readonly initial_log_base64?: string
  readonly log_path_is_directory?: boolean
  readonly loop?: unknown
  readonly steps: readonly Step[]
  readonly final: {
    readonly hpp_dir_exists: boolean
    readonly log_exists: boolean
    readonly log?: string
    readonly log_base64?: string
  }
}
const VECTORS = JSON.parse(readFileSync('test/vectors/hpp-events.json', 'utf8')) as readonly Vector[]

/** Where ours answers otherwise, by vector: the exits, what is said, the log afterwards, and why. */
const OURS: Readonly<
  Record<string, { exits: readonly number[]; said: readonly string[]; log: string | null; why: string }>
> = {
  'NaN in data is accepted and written': {
    exits: [2],
    said: ['data must be a JSON object'],
    log: null,
    why: 'the line would be no JSON',
  },
  'lone surrogate in data': {
    exits: [2, 0],
    said: ['data must be a JSON object', 'planned'],
    log: null,
    why: 'refused before an empty log is made',
  },
  'stripping the last link only': {
    exits: [2],
    said: ['broken'],
    log: 'as before',
    why: 'a log does not go back to having no chain (E5)',
  },
  'seq true at line 1 is accepted': {
    exits: [2, 2],
    said: ['line 1', 'non-contiguous seq'],
    log: 'as before',
    why: 'true is no number',
  },
  'duplicate keys: the last wins': {
    exits: [2, 2],
    said: ['line 1', 'more than once'],
    log: 'as before',
    why: 'two readers would see two events (C231)',
  },
  'append after leading blank lines corrupts the log': {
    exits: [0, 0, 0],
    said: ['', 'active', 'intact'],
    log: 'one line more',
    why: 'the next line has the number of its place (E3)',
  },
  'append after a trailing blank line corrupts the log': {
    exits: [0, 0],
    said: ['', 'approved'],
    log: 'one line more',
    why: 'the next line has the number of its place (E3)',
  },
  'append after a missing final newline corrupts the log': {
    exits: [0, 0, 0],
    said: ['', 'approved', 'intact'],
    log: 'one line more',
    why: 'the line is ended first (E2)',
  },
  'log path is a directory': {
    exits: [2, 2],
    said: ['is no file', 'is no file'],
    log: null,
    why: 'it is a refusal that a person can act on, not a bug',
  },
  'a state outside the six names is an internal error': {
    exits: [0, 0],
    said: ['', 'building'],
    log: 'one line more',
    why: 'a manifest may name its own states (E10)',
  },
  'the last of two transitions with the same state and event wins': {
    exits: [2, 2],
    said: ['two transitions take work_started', 'two transitions take work_started'],
    log: null,
    why: 'a loop that can be read in two ways is refused',
  },
}

function initialLog(vector: Vector): Buffer | null {
  if (vector.initial_log_base64 !== undefined) return Buffer.from(vector.initial_log_base64, 'base64')
  return vector.initial_log === undefined ? null : Buffer.from(vector.initial_log)
}

async function play(vector: Vector) {
  const scene = openEventScene(vector.loop ?? null)
  const before = initialLog(vector)
  if (before !== null) scene.writeLog(before)
  const path = join(scene.folder, '.hpp/events.jsonl')
  if (vector.log_path_is_directory) mkdirSync(path, { recursive: true })
  const ran: Ran[] = []
  for (const { argv } of vector.steps) {
    // The original prints JSON where ours prints for people.
    const json = argv[0] !== 'status' && !argv.includes('--json') ? ['--json'] : []
    ran.push(await scene.run([...argv, ...json]))
  }
  const isFile = existsSync(path) && vector.log_path_is_directory !== true
  const after = isFile ? readFileSync(path) : null
  const folderExists = existsSync(join(scene.folder, '.hpp'))
  scene.dispose()
  return { ran, before, after, folderExists }
}

const lines = (log: Buffer | null) =>
  (log ?? Buffer.from(''))
    .toString('latin1')
    .split('\n')
    .filter((line) => line.trim() !== '')

describe('the vectors of the event log', () => {
  it.each(VECTORS.filter(({ name }) => !Object.hasOwn(OURS, name)).map((vector) => [vector.name, vector] as const))(
    '%s',
    async (_, vector) => {
      const { ran, after, folderExists } = await play(vector)
      for (const [at, step] of vector.steps.entries()) {
        const got = ran[at] as Ran
        expect(got.exit, `${step.argv.join(' ')}: ${got.stderr}${got.stdout}`).toBe(step.exit)
        if (step.json !== undefined) expect(JSON.parse(got.stdout)).toMatchObject(step.json)
        if (step.stdout !== undefined) expect(`${got.stdout.split('\n')[0]}\n`).toBe(step.stdout)
        // Words of the original's own prefix stand for the program's name.
        for (const words of step.stderr_has ?? [])
          if (words !== 'hpp:') expect(got.stdout + got.stderr).toContain(words)
      }
      expect(folderExists).toBe(vector.final.hpp_dir_exists)
      const { log, log_base64 } = vector.final
      if (log !== undefined) expect(after?.toString('utf8')).toBe(log)
      if (log_base64 !== undefined) expect(after?.toString('base64')).toBe(log_base64)
      if (!vector.final.log_exists) expect(after).toBeNull()
    },
  )

  it.each(Object.entries(OURS))('ours: %s', async (name, ours) => {
    const vector = VECTORS.find((one) => one.name === name) as Vector
    const { ran, before, after } = await play(vector)
    expect(ran.map(({ exit }) => exit)).toEqual(ours.exits)
    for (const [at, words] of ours.said.entries()) expect(`${ran[at]?.stdout}${ran[at]?.stderr}`).toContain(words)
    if (ours.log === null) expect(after).toBeNull()
    else if (ours.log === 'as before') expect(after).toEqual(before)
    else expect(lines(after)).toHaveLength(lines(before).length + 1)
  })
})
