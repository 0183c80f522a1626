import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assembleLog } from '../../src/core/decisions/read-decision-log.ts'
import { appendEntry } from '../../src/core/decisions/write-decision-file.ts'
import { readLogFolder } from '../../src/store/read-log-folder.ts'
import { hook, judge, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'
import { call, event, patch, sessionStart, wireCall, writeCall } from './calls.ts'

type Files = Readonly<Record<string, unknown>>
type Case = {
  readonly id: string
  readonly title: string
  readonly input: {
    readonly op: string
    readonly files?: Files
    readonly files_text?: Readonly<Record<string, string>>
    readonly existing?: Files
    readonly write?: Files
    readonly edit?: { readonly path: string }
    readonly symlinks?: Readonly<Record<string, string>>
    readonly baseline?: Files
    readonly then?: Files
    readonly then_text_transform?: string
    readonly id?: string
  }
  readonly expect: {
    readonly decision?: string
    readonly reason_mentions?: string
    readonly integrity?: 'ok' | 'fail'
    readonly names?: readonly string[]
    readonly current_title?: string
    readonly code?: string
    readonly ok?: boolean
    readonly current?: number
  }
}

const CASES = JSON.parse(readFileSync('test/cases/decision-files.json', 'utf8')) as readonly Case[]
const PURE = 'src/core/decisions/decision-files.test.ts'
const HARNESSES = ['claude-code', 'codex', 'opencode'] as const

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.dispose())

const render = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const writeAll = (files: Files = {}) => {
  for (const [path, value] of Object.entries(files)) scratch.write(path, render(value))
}
const prompt = () => event(scratch, 'UserPromptSubmit', { prompt: 'go on' })
const log = () => {
  const folder = readLogFolder(scratch.repo)
  return assembleLog({ files: folder?.files ?? [], others: folder?.others ?? [] })
}

/** What an agent is about to do, in every harness. */
function attempts({ write, edit }: Case['input'], harness: (typeof HARNESSES)[number]): readonly unknown[] {
  const written = Object.entries(write ?? {}).map(([path, value]) => writeCall(scratch, harness, path, render(value)))
  if (!edit) return written
  const file = join(scratch.repo, edit.path)
  if (harness === 'codex') return [patch(scratch, [`*** Update File: ${edit.path}`, '@@', '-a', '+b'])]
  if (harness === 'opencode')
    return [wireCall(scratch, 'edit', { filePath: edit.path, oldString: 'a', newString: 'b' })]
  return [
    call(scratch, 'Edit', { file_path: file, old_string: 'a', new_string: 'b' }),
    call(scratch, 'Write', { file_path: file, content: '{}' }),
  ]
}

async function checkCall({ input, expect: expected }: Case): Promise<void> {
  mkdirSync(join(scratch.repo, '.hdr/decisions'), { recursive: true })
  writeAll(input.existing)
  for (const [path, target] of Object.entries(input.symlinks ?? {})) symlinkSync(target, join(scratch.repo, path))
  for (const harness of HARNESSES) {
    for (const payload of attempts(input, harness)) {
      const reply = await hook(scratch, harness, payload)
      expect(meaning(reply)).toBe(expected.decision)
      expect(reply.stderr).toMatch(/HDR-0\d\d/i)
      if (expected.reason_mentions) expect(reply.stderr).toContain(expected.reason_mentions)
    }
  }
}

async function checkSession({ input, expect: expected }: Case): Promise<void> {
  writeAll(input.baseline)
  await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
  for (const path of Object.keys(input.baseline ?? {})) {
    const text = readFileSync(join(scratch.repo, path), 'utf8')
    if (input.then_text_transform) writeFileSync(join(scratch.repo, path), text.replaceAll('\n', '\r\n'))
    else if (input.then?.[path] === undefined) rmSync(join(scratch.repo, path))
  }
  writeAll(input.then)
  const { findings } = await judge(scratch, 'claude-code', prompt())
  const broken = findings.filter((finding) => finding.startsWith('LOG-INTEGRITY'))
  expect(broken.length === 0 ? 'ok' : 'fail').toBe(expected.integrity)
  for (const name of expected.names ?? []) expect(broken.join('\n')).toContain(name)
  const run = await hook(scratch, 'claude-code', call(scratch, 'Bash', { command: 'npm test' }))
  expect(meaning(run)).toBe(expected.integrity === 'ok' ? 'allow' : 'deny')
  const restarted = await hook(scratch, 'claude-code', event(scratch, 'SessionStart', { source: 'resume' }))
  if (expected.current_title) expect(restarted.stdout).toContain(expected.current_title)
}

/** The log folder is a link out of the repository. */
async function checkOutside({ input, expect: expected }: Case): Promise<void> {
  for (const [path, target] of Object.entries(input.symlinks ?? {})) {
    const link = join(scratch.repo, path)
    mkdirSync(dirname(link), { recursive: true })
    mkdirSync(join(dirname(link), target), { recursive: true })
    symlinkSync(target, link)
  }
  expect(log().findings.map(({ code, severity }) => [code, severity])).toContainEqual([expected.code, 'error'])
  const started = await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
  expect(started.stdout).toContain('.hdr/decisions')
  expect(meaning(await hook(scratch, 'claude-code', call(scratch, 'Write', { file_path: 'a', content: '' })))).toBe(
    'deny',
  )
}

/** What the turn's end says of the work tree and of the files. */
async function checkStop({ input, expect: expected }: Case): Promise<void> {
  mkdirSync(join(scratch.repo, '.hdr/decisions'), { recursive: true })
  writeAll(input.files)
  for (const [path, text] of Object.entries(input.files_text ?? {})) scratch.write(path, text)
  await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
  const reply = await hook(scratch, 'claude-code', event(scratch, 'Stop', { stop_hook_active: false }))
  expect(reply.stdout === '').toBe(expected.ok)
  if (expected.ok === false) {
    expect(reply.stdout).toMatch(/HDR-001 .*missing\.txt/)
    expect(reply.stdout).toContain('HDR-002.json')
  }
  if (expected.current !== undefined) expect(log().current).toHaveLength(expected.current)
}

/** A person retires the decision while a session runs: read again from the disk, it is no longer in force. */
async function checkRetire({ input }: Case): Promise<void> {
  writeAll(input.existing)
  await hook(scratch, 'claude-code', sessionStart(scratch, 'claude-code'))
  const path = join(scratch.repo, `.hdr/decisions/${input.id}.json`)
  writeFileSync(path, appendEntry(readFileSync(path, 'utf8'), { kind: 'retirement', date: null, rationale: 'r' }))
  expect(log().current).toEqual([])
  expect((await hook(scratch, 'claude-code', prompt())).stdout).toContain('No decision is current in this project.')
}

const OPERATIONS: Readonly<Record<string, (given: Case) => Promise<void>>> = {
  'pre-tool': checkCall,
  session: checkSession,
  validate: checkOutside,
  check: checkStop,
  retire: checkRetire,
}

/** Cases that only a disk, or a call on one, can show in full. */
const ON_DISK = CASES.filter(({ input }) => input.op !== 'validate' || input.symlinks !== undefined).filter(
  ({ input }) => input.op in OPERATIONS,
)

describe('cases of decision files, on a disk', () => {
  it.each(ON_DISK.map((one) => [`${one.id} ${one.title}`, one] as const))('%s', async (_, one) => {
    await OPERATIONS[one.input.op]?.(one)
  })

  it('and those without one are together all cases', () => {
    const skipped = [...readFileSync(PURE, 'utf8').matchAll(/^ {2}(C\d+): 'needs-disk'/gm)].map((match) => match[1])
    expect(skipped.length).toBeGreaterThan(0)
    const pure = CASES.map(({ id }) => id).filter((id) => !skipped.includes(id))
    const here = ON_DISK.map(({ id }) => id)
    expect(skipped.filter((id) => !here.includes(id ?? ''))).toEqual([])
    expect(new Set([...pure, ...here]).size).toBe(CASES.length)
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length)
  })
})
