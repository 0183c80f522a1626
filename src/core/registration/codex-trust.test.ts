import { describe, expect, it } from 'vitest'
import file from '../../../test/payloads/codex/trust-hash-vectors.json' with { type: 'json' }
import { type CodexHook, canonicalHook, readTrust, trustedHash, trustKey, trustLines } from './codex-trust.ts'

describe('the hash that Codex keeps of a hook', () => {
  it.each(file.vectors)('is known for $canonical', ({ event, group, handler, canonical, trusted_hash }) => {
    const hook = { event, matcher: group.matcher ?? null, handler }
    expect(canonicalHook(hook)).toBe(canonical)
    expect(trustedHash(hook)).toBe(trusted_hash)
    expect(trustedHash({ ...hook, event: camelCase(event) })).toBe(trusted_hash)
  })
})

const hook: CodexHook = {
  event: 'PreToolUse',
  groupIndex: 1,
  handlerIndex: 0,
  matcher: null,
  handler: { command: 'x', timeout: 30 },
}
const key = '/repo/.codex/hooks.json:pre_tool_use:1:0'

describe('trust', () => {
  const rows = [
    ['untrusted', new Map()],
    ['trusted', new Map([[key, { hash: trustedHash(hook), enabled: true }]])],
    ['modified', new Map([[key, { hash: trustedHash({ ...hook, matcher: '' }), enabled: true }]])],
    ['untrusted', new Map([[key, { hash: trustedHash(hook), enabled: false }]])],
    ['untrusted', new Map([[key, { hash: null, enabled: true }]])],
    ['untrusted', new Map([[key.replace('repo', 'moved'), { hash: trustedHash(hook), enabled: true }]])],
  ] as const
  it.each(rows)('is %s', (trust, stored) => {
    expect(readTrust(stored, '/repo/.codex/hooks.json', [hook]).map((row) => row.trust)).toEqual([trust])
  })

  it('is kept under the place of the handler', () => {
    expect(trustKey('/repo/.codex/hooks.json', hook)).toBe(key)
  })

  it('is printed for what lacks it, and never written', () => {
    const [row] = readTrust(new Map(), '/repo/.codex/hooks.json', [hook])
    expect(row && trustLines([row])).toEqual([`[hooks.state."${key}"]`, `trusted_hash = "${trustedHash(hook)}"`])
    expect(row && trustLines([{ ...row, trust: 'trusted' }])).toEqual([])
  })
})

function camelCase(event: string): string {
  return event.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
