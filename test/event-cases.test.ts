import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AppendSteps } from '../src/store/event-log-store.ts'
import { openEventScene } from './support/event-scene.ts'

type Input = {
  readonly op: string
  readonly log?: string | null
  readonly log_generate?: readonly [
    string,
    { readonly seq: number; readonly type: string; readonly data_bytes: number },
  ]
  readonly log_generate_lines?: number
  readonly loop?: unknown
  readonly event_type?: string
  readonly event?: { readonly type: string; readonly data: unknown }
  readonly lock?: unknown
  readonly fault?: string
}
type Case = {
  readonly id: string
  readonly title: string
  readonly input: Input
  readonly expect: Readonly<Record<string, unknown>>
}
const CASES = JSON.parse(readFileSync('test/cases/event-log.json', 'utf8')) as readonly Case[]

/** C234 has a test of its own below; C235, 4 processes of 50 events, is played with 32 of 200 in test/faults. */
const APART = ['two-writers', 'parallel']

function logOf(input: Input): string | null {
  if (input.log_generate !== undefined) {
    const [first, { seq, type, data_bytes }] = input.log_generate
    const line = { seq, id: `event:${seq}`, type, data: { pad: 'x'.repeat(data_bytes) } }
    return `${first}\n${JSON.stringify(line)}\n`
  }
  if (input.log_generate_lines === undefined) return input.log ?? null
  const line = (seq: number) => JSON.stringify({ seq, id: `event:${seq}`, type: input.event_type, data: {} })
  return `${Array.from({ length: input.log_generate_lines }, (_, at) => line(at + 1)).join('\n')}\n`
}

/** A disk on which every write stops after 20 bytes. */
const FULL: AppendSteps = {
  write: (fd, bytes) => {
    if (bytes.length <= 20) throw new Error('ENOSPC: no space left on device')
    writeFileSync(fd, bytes.subarray(0, 20))
    throw new Error('ENOSPC: no space left on device')
  },
  sync: () => undefined,
  truncate: () => {
    throw new Error('EIO')
  },
}

async function play({ input }: Case) {
  const scene = openEventScene(input.loop ?? null)
  const before = logOf(input)
  if (before !== null) scene.writeLog(before)
  const lock = join(scene.folder, '.hpp/events.jsonl.lock')
  if (input.lock !== undefined) {
    mkdirSync(join(scene.folder, '.hpp'), { recursive: true })
    writeFileSync(lock, '999999999 -\n')
    utimesSync(lock, new Date(0), new Date(0))
  }
  const data = JSON.stringify(input.event?.data ?? {})
  const argv =
    input.op === 'append' ? ['event', 'append', '--type', input.event?.type ?? '', '--data', data] : ['status']
  const steps = input.fault === undefined ? undefined : FULL
  const ran = await scene.run([...argv, '--json'], steps)
  const shown = await scene.run(['event', 'verify', '--json'])
  let after: string | null = null
  try {
    after = readFileSync(join(scene.folder, '.hpp/events.jsonl'), 'utf8')
  } catch {
    // there is no log
  }
  scene.dispose()
  return {
    ...ran,
    before,
    after,
    chain: JSON.parse(shown.stdout) as { events: number; first_divergent: string | null },
  }
}

describe('cases of the event log', () => {
  it('C234 stale writer', async () => {
    const { input } = CASES.find(({ id }) => id === 'C234') as Case
    const scene = openEventScene()
    scene.writeLog(input.log as string)
    const append = (type: string) => scene.run(['event', 'append', '--type', type])
    // Both are under way before either writes; each takes its number from the file when the lock is its own.
    const ran = await Promise.all([append('evidence_recorded'), append('check_passed')])
    expect(ran.map(({ exit }) => exit)).toEqual([0, 0])
    const lines = readFileSync(join(scene.folder, '.hpp/events.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2, 3])
    scene.dispose()
  })

  it.each(
    CASES.filter(({ input }) => !APART.includes(input.op)).map((one) => [`${one.id} ${one.title}`, one] as const),
  )('%s', async (_, one) => {
    const wanted = one.expect
    const { exit, stdout, stderr, before, after, chain } = await play(one)
    expect(exit, stdout + stderr).toBe(wanted['ok'] === true ? 0 : 2)
    if (wanted['code'] === 'corrupt') expect(stdout).toContain(`corrupt event log at line ${wanted['line']}`)
    if (wanted['written'] === false || wanted['file_unchanged'] === true) expect(after).toBe(before)
    if (wanted['file_created'] === false) expect(after).toBeNull()
    if (wanted['count'] !== undefined) expect(chain.events).toBe(wanted['count'])
    if (wanted['seq'] !== undefined) expect(chain.events).toBe(wanted['seq'])
    if (wanted['lines_after'] !== undefined)
      expect(after?.trimEnd().split('\n')).toHaveLength(wanted['lines_after'] as number)
    if (Array.isArray(wanted['order'])) expect(chain.events).toBe(wanted['order'].length)
    if (one.input.log_generate_lines !== undefined) expect(chain.events).toBe(one.input.log_generate_lines)
    if (wanted['each_line_parses'] === true) for (const line of after?.trimEnd().split('\n') ?? []) JSON.parse(line)
    if (wanted['state'] !== undefined) expect(JSON.parse(stdout)).toMatchObject({ state: wanted['state'] })
    if (one.input.fault !== undefined) expect(chain.first_divergent).toBe('line 2')
  })
})
