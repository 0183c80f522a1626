import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { HarnessName, HookReply } from '../../src/core/harness.ts'
import type { HookEvent } from '../../src/core/hook.ts'
import { findHarness } from '../../src/harness/registry.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'
import type { Said } from './payload-rows.ts'

export const PAYLOADS = 'test/payloads'
export const FOLDERS = ['claude-code', 'codex', 'opencode'].flatMap((name) => [name, `recorded/${name}`])
/** Sessions of sub-agents: the plugin names their root. */
const ROOTS: Readonly<Record<string, string>> = {
  ses_dd2f0a52fffeAcmeChildSess001: 'ses_dd2ef6c28ffeAcmeRootSess0001',
  ses_dd2f925e5ffen6QqEUQtRCdaJ8: 'ses_dd2f9324cffe6o2gOCkFnJVVOa',
}
export const HDR_003 = [
  {
    date: '2026-10-21',
    title: 'Agents may not use shell tools',
    rationale: 'Shell commands can change anything.',
    check: { kind: 'tool_denied', tools: ['Bash'] },
  },
  {
    date: '2026-11-02',
    title: 'Shell is allowed; the decision log is protected instead',
    rationale: 'The ban blocked builds and tests; the log now guards itself.',
    check: { kind: 'path_exists', path: '.hdr' },
  },
]

/** A repository in which every payload finds what it speaks of. */
export function makePayloadScratch(shell?: 'guard'): Scratch {
  const scratch = makeScratch()
  for (const folder of ['packages/api', 'docs', 'src/generated', 'notes']) {
    mkdirSync(join(scratch.repo, folder), { recursive: true })
  }
  scratch.write('src/app.ts', 'export const a = 1;\n')
  scratch.write('drafts/rule.json', '{\n  "draft": true,\n}\n')
  scratch.write('.hdr/decisions/HDR-003.json', decisionText('HDR-003', HDR_003))
  symlinkSync('../.hdr/decisions/HDR-003.json', join(scratch.repo, 'notes/rules.json'))
  scratch.decide('HDR-001', { kind: 'append_only', ...(shell ? { shell } : {}) }, 'Decision records are append-only')
  return scratch
}

type Body = Readonly<Record<string, unknown>>
export type Payload = { readonly harness: HarnessName; readonly body: Body; readonly event: HookEvent }

export function readPayload(scratch: Scratch, file: string): Payload {
  const name = FOLDERS.find((folder) => file.startsWith(`${folder}/`))?.replace('recorded/', '') as HarnessName
  const text = readFileSync(join(PAYLOADS, file), 'utf8').replaceAll(
    /\/home\/dev\/(?:acme-app|repo)(?=[/"])/g,
    scratch.repo,
  )
  const written = JSON.parse(text) as Body
  const body = name === 'opencode' ? wire(scratch, file, written) : written
  const decoded = findHarness(name)?.decode(body, { environment: {} })
  if (!decoded?.ok) throw new Error(`${file} does not decode`)
  return { harness: name, body, event: decoded.value }
}

/** A body as the plugin sends it; an `output` that is text was cut when it was recorded. */
function wire(scratch: Scratch, file: string, body: Body): Body {
  const { output } = body
  const isEvent = Object.hasOwn(body, 'event')
  const name = body['hook'] ?? (isEvent ? 'event' : /tool[.]execute[.](?:before|after)/.exec(file)?.[0])
  const input = isEvent ? { event: body['event'] } : body['input']
  const own = /"sessionID":"(ses_\w+)"/.exec(JSON.stringify(input))?.[1] ?? null
  const root = own === null ? null : (ROOTS[own] ?? own)
  const folders = { directory: scratch.repo, worktree: scratch.repo, rootSessionID: root }
  return { hook: name, ...folders, input, ...(typeof output === 'string' ? {} : { output }) }
}

export function writeNewDecision(scratch: Scratch): string {
  const check = { kind: 'path_exists', path: 'src/generated' }
  scratch.decide('HDR-005', check, 'Generated files are not edited by hand')
  return join(scratch.repo, '.hdr/decisions/HDR-005.json')
}

/** What a reply says, from its bytes. */
export function saidBy({ stdout, stderr, exitCode }: HookReply, event: HookEvent): Said | 'ask' {
  if (exitCode === 2) return 'deny'
  if (stdout === '' && stderr !== '') return 'note'
  if (stdout === '') return event.kind === 'other' ? 'ignored' : 'allow'
  const value = JSON.parse(stdout) as Body & { hookSpecificOutput?: Body & { decision?: Body } }
  const special = value.hookSpecificOutput
  if (value['decision'] === 'block') return 'block'
  if (special?.decision?.['behavior'] === 'deny') return 'deny'
  if (special?.['permissionDecision'] !== undefined) return special['permissionDecision'] as 'ask'
  const context = special?.['additionalContext'] ?? value['context']
  if (typeof context !== 'string' || context === '') throw new Error(`no such answer: ${stdout}`)
  return 'context'
}

/** Nothing or one document on stdout, exit 0 or 2, a reason with every 2, and the event's own name in the answer. */
export function expectBytes({ stdout, stderr, exitCode }: HookReply, event: HookEvent): void {
  expect([0, 2]).toContain(exitCode)
  if (exitCode === 2) expect(stderr.trim()).not.toBe('')
  if (stdout === '') return
  const value = JSON.parse(stdout) as {
    hookSpecificOutput?: { hookEventName: string; permissionDecisionReason?: string }
  }
  expect(JSON.stringify(value)).toBe(stdout)
  const special = value.hookSpecificOutput
  if (special) expect(special.hookEventName).toBe(event.name)
  if (exitCode === 2) expect(`${special?.permissionDecisionReason}\n`).toBe(stderr)
}
