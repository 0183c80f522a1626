import { existsSync, ftruncateSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashLine } from '../src/core/events/event-line.ts'
import { type AppendSteps, openEventLogs } from '../src/store/event-log-store.ts'
import { type EventScene, openEventScene } from './support/event-scene.ts'

const ROUND = {
  initial: 'active',
  transitions: [{ from: 'active', event: 'evidence_recorded', to: 'active', gate: 'fresh-evidence' }],
}

let scene: EventScene
beforeEach(() => {
  scene = openEventScene()
})
afterEach(() => scene.dispose())

const path = () => join(scene.folder, '.hpp/events.jsonl')
const log = () => readFileSync(path(), 'utf8')
const append = (type: string, ...more: readonly string[]) => scene.run(['event', 'append', '--type', type, ...more])

/** A chained log of so many events, as long lines where `padding` is given. */
function chainedLog(count: number, padding = ''): string {
  let head = hashLine(Buffer.from(''))
  const lines: string[] = []
  for (let seq = 1; seq <= count; seq++) {
    const data = padding === '' ? '{}' : `{"p":"${padding}"}`
    lines.push(`{"data":${data},"id":"event:${seq}","prev_sha256":"${head}","seq":${seq},"type":"evidence_recorded"}`)
    head = hashLine(Buffer.from(lines.at(-1) as string))
  }
  return `${lines.join('\n')}\n`
}

describe('a log that was cut', () => {
  it('at any byte of its last three lines is whole, or names its torn line, and repair brings the rest back', async () => {
    for (const type of ['work_started', 'evidence_recorded', 'check_passed', 'human_approved']) await append(type)
    const whole = log()
    const ends = [...whole].flatMap((character, at) => (character === '\n' ? [at + 1] : []))
    for (let size = ends[0] as number; size < whole.length; size += 1) {
      scene.writeLog(whole)
      truncateSync(path(), size)
      const lines = ends.filter((end) => end <= size + 1).length
      const isWhole = ends.includes(size) || ends.includes(size + 1)
      const { exit, stdout } = await scene.run(['event', 'verify', '--json'])
      const report = JSON.parse(stdout) as { status: string; events: number; first_divergent: string | null }
      expect(report, `cut at ${size}`).toMatchObject({
        status: isWhole ? 'intact' : 'broken',
        events: lines,
        first_divergent: isWhole ? null : `line ${lines + 1}`,
      })
      expect(exit).toBe(isWhole ? 0 : 2)
      if (isWhole) continue
      expect((await append('verified')).exit).toBe(2)
      expect(log()).toBe(whole.slice(0, size))
      if (size % 40 !== 0) continue
      const repaired = await scene.run(['event', 'repair', '--json'])
      const { quarantine } = JSON.parse(repaired.stdout) as { quarantine: string }
      expect(log() + readFileSync(join(scene.folder, quarantine), 'utf8')).toBe(whole.slice(0, size))
      expect((await scene.run(['event', 'verify'])).exit).toBe(0)
    }
  })

  it('is left alone by repair where nothing was cut off, or something else is wrong', async () => {
    await append('work_started')
    const before = log()
    expect(await scene.run(['event', 'repair'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('nothing to'),
    })
    scene.writeLog(`no json\n${before}`)
    expect((await scene.run(['event', 'repair'])).exit).toBe(2)
    expect(log()).toBe(`no json\n${before}`)
    expect(existsSync(join(scene.folder, '.hpp/quarantine'))).toBe(false)
  })
})

describe('a write that fails', () => {
  const failing = (at: 'write' | 'sync', withPart: boolean): AppendSteps => ({
    write: (fd, bytes) => {
      if (at === 'sync') return writeAt(fd, bytes)
      if (!withPart || bytes.length <= 20) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
      return writeAt(fd, bytes.subarray(0, bytes.length - 20))
    },
    sync: () => {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    },
    truncate: ftruncateSync,
  })
  const writeAt = (fd: number, bytes: Uint8Array) => {
    writeFileSync(fd, bytes)
    return bytes.length
  }

  it.each([
    ['write', false],
    ['write', true],
    ['sync', true],
  ] as const)('at %s (part of it: %s) is refused and leaves the log as it was', async (at, withPart) => {
    await append('work_started')
    const before = log()
    const ran = await scene.run(['event', 'append', '--type', 'evidence_recorded'], failing(at, withPart))
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('could not be written') })
    expect(log()).toBe(before)
    expect((await append('evidence_recorded')).exit).toBe(0)
  })

  it('and cannot be taken back leaves a torn line that is named', async () => {
    await append('work_started')
    const steps = failing('write', true)
    const stuck: AppendSteps = {
      ...steps,
      truncate: () => {
        throw new Error('EIO')
      },
    }
    const ran = await scene.run(['event', 'append', '--type', 'evidence_recorded'], stuck)
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('event repair') })
    expect((await scene.run(['status'])).stderr).toContain('cut off')
    expect((await scene.run(['event', 'repair'])).exit).toBe(0)
    expect((await append('evidence_recorded')).exit).toBe(0)
  })
})

describe('a disk that takes the name of the lock but not its text', () => {
  it('refuses the event, leaves the log as it was and no lock behind', async () => {
    await append('work_started')
    const before = log()
    const startOf = () => {
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    }
    const place = { project: scene.folder, name: '.hpp/events.jsonl' }
    const write = openEventLogs({ startOf, now: () => new Date() }).append(place, () => {
      throw new Error('nothing is planned without the lock')
    })
    await expect(write).rejects.toMatchObject({ fault: { code: 'event/not-writable' } })
    expect(log()).toBe(before)
    expect(existsSync(`${path()}.lock`)).toBe(false)
  })
})

describe('the next command that status shows', () => {
  it('quotes the words of the manifest, so that copying it runs nothing else', async () => {
    scene.dispose()
    const go = { from: 'idle', event: "go; touch it's", to: 'busy', gate: 'a' }
    scene = openEventScene({ initial: 'idle', transitions: [go] })
    for (const command of ['status', 'resume']) {
      expect((await scene.run([command])).stdout).toContain("bylaw event append --type 'go; touch it'\\''s'")
    }
    expect((await append(go.event)).exit).toBe(0)
  })
})

describe('a log whose last line has no end', () => {
  it.each(['   ', '\r', '\t\n '])('and is blank (%j) gets its end before the next event', async (blank) => {
    await append('work_started')
    scene.writeLog(log() + blank)
    expect((await append('evidence_recorded')).exit).toBe(0)
    expect(log().split('\n').at(-2)).toMatch(/^\{"data"/)
    const { head_sha256: head } = JSON.parse((await scene.run(['event', 'verify', '--json'])).stdout)
    expect(readFileSync(`${path()}.checkpoint`, 'utf8')).toContain(head)
    expect((await append('check_passed')).exit).toBe(0)
    expect((await scene.run(['event', 'verify'])).stdout).toContain('intact: 3 events')
  })
})

describe('what is no place for a log', () => {
  it('a link in place of the folder or the log is refused', async () => {
    const other = join(scene.folder, '..')
    symlinkSync(other, join(scene.folder, '.hpp'))
    expect(await append('work_started')).toMatchObject({ exit: 2, stderr: expect.stringContaining('is a link') })
    expect(existsSync(join(other, 'events.jsonl'))).toBe(false)
  })

  it.each(['../x', 'a/b', '', '.x', 'a b', 'x'.repeat(81)])('the work %j is refused', async (work) => {
    expect((await append('work_started', '--work', work)).exit).toBe(2)
    expect(existsSync(join(scene.folder, '.hpp'))).toBe(false)
  })

  it('each piece of work has a log of its own', async () => {
    expect((await append('work_started', '--work', 'ITEM-1')).exit).toBe(0)
    expect((await scene.run(['status', '--work', 'ITEM-1'])).stdout).toContain('HPP status: active')
    expect((await scene.run(['status'])).stdout).toContain('HPP status: planned')
    expect((await scene.run(['status', '--work', 'ITEM-1'])).stdout).toContain(
      'append --work ITEM-1 --type evidence_recorded',
    )
  })
})

describe('the checkpoint', () => {
  beforeEach(() => {
    scene.dispose()
    scene = openEventScene(ROUND)
  })
  const add = () => append('evidence_recorded', '--json')
  const events = (stdout: string) => (JSON.parse(stdout) as { event_count: number; history: string[] }).event_count

  it('saves the reading of a long log, and any line behind it still counts', async () => {
    scene.writeLog(chainedLog(200, 'x'.repeat(2000)))
    expect(events((await add()).stdout)).toBe(201)
    const second = await add()
    expect(events(second.stdout)).toBe(202)
    expect((JSON.parse(second.stdout) as { history: string[] }).history).toHaveLength(1)
    expect((await scene.run(['event', 'verify'])).stdout).toContain('intact: 202 events')
  })

  it('that does not fit, or is none, is made anew', async () => {
    scene.writeLog(chainedLog(200, 'x'.repeat(2000)))
    await add()
    for (const text of ['', '{', '{"schema":"bylaw.event-checkpoint/v1"}', 'x'.repeat(100_000)]) {
      writeFileSync(`${path()}.checkpoint`, text)
      expect((await add()).exit, text.slice(0, 20)).toBe(0)
    }
    scene.writeLog(chainedLog(190, 'y'.repeat(2000)))
    expect(events((await add()).stdout)).toBe(191)
    expect((await scene.run(['event', 'verify'])).stdout).toContain('intact: 191 events')
  })

  it('does not hide a line that was torn or forged behind it', async () => {
    scene.writeLog(chainedLog(200, 'x'.repeat(2000)))
    await add()
    const before = log()
    writeFileSync(path(), `${before}{"data":{},"id"`)
    expect((await add()).stdout).toContain('cut off')
    writeFileSync(
      path(),
      `${before}{"data":{},"id":"event:202","prev_sha256":"${'0'.repeat(64)}","seq":202,"type":"x"}\n`,
    )
    expect((await add()).stdout).toContain('hash chain broken at event:202')
  })

  it('remembers that there was a chain: a log whose links were taken out is refused', async () => {
    await add()
    await add()
    scene.writeLog(log().replaceAll(/"prev_sha256":"[0-9a-f]{64}",/g, ''))
    expect((await scene.run(['event', 'verify'])).stdout).toContain('its links were taken out')
    expect((await scene.run(['status'])).exit).toBe(2)
    expect((await add()).exit).toBe(2)
  })
})
