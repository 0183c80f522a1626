import { describe, expect, it } from 'vitest'
import type { HookEvent } from '../hook.ts'
import { encodeHookJson } from './encode-hook-json.ts'

const base = { sessionId: null, cwd: null, projectFolders: [], agentId: null }
const call = {
  name: 'x',
  class: 'change',
  known: true,
  operations: [],
  command: null,
  folder: null,
  strings: [],
  unreadable: null,
  background: false,
  id: null,
} as const

describe('encodeHookJson', () => {
  it('denies a before-tool event without a form by exit 2 alone', () => {
    const event: HookEvent = { ...base, name: 'BeforeAnything', kind: 'before-tool', call, canAsk: true }
    const denied = { stdout: '', stderr: 'no\n', exitCode: 2 }
    expect(encodeHookJson({}, { kind: 'deny', reason: 'no' }, event)).toEqual(denied)
    expect(encodeHookJson({}, { kind: 'ask', reason: 'no' }, event)).toEqual(denied)
  })

  it('does not take a name of the prototype for a form', () => {
    const event: HookEvent = { ...base, name: 'constructor', kind: 'prompt' }
    expect(encodeHookJson({}, { kind: 'context', text: 'x' }, event)).toEqual({
      stdout: '',
      stderr: 'x\n',
      exitCode: 0,
    })
  })

  it('leaves a settings change alone that cannot be blocked', () => {
    const event: HookEvent = { ...base, name: 'ConfigChange', kind: 'settings-changed', path: null, canBlock: false }
    const reply = encodeHookJson({ ConfigChange: { deny: 'block' } }, { kind: 'deny', reason: 'no' }, event)
    expect(reply).toEqual({ stdout: '', stderr: 'no\n', exitCode: 0 })
  })
})
