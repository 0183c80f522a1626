import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyEvidence } from '../src/app/evidence/verify-evidence.ts'
import { secondsOf } from '../src/cli/commands/evidence/criterion-options.ts'
import {
  indentedTokenJson,
  NumberToken,
  parseTokenJson,
  type TokenObject,
  type TokenValue,
} from '../src/core/codec/token-json.ts'
import { GENESIS_SHA256 } from '../src/core/events/event-line.ts'
import { isTimeout } from '../src/core/evidence/evidence-request.ts'
import { openEvidenceStore } from '../src/store/evidence-store.ts'
import { openFiles } from '../src/store/files.ts'
import { openGit } from '../src/sys/git.ts'
import { openSignatures } from '../src/sys/ssh-keygen.ts'
import { snapshotsOf } from './support/snapshots.ts'

const parsed = parseTokenJson(readFileSync('test/vectors/hpp-evidence.json', 'utf8'), { file: 'vectors' })
const CONSTANTS = ((parsed.ok ? parsed.value : {}) as TokenObject)['constants'] as TokenObject
const CASES = ((parsed.ok ? parsed.value : {}) as TokenObject)['verify_cases'] as readonly TokenObject[]

let workspace: string
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-evidence-')))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

const git = openGit(process.env)
const verify = (file: string) =>
  verifyEvidence(
    {
      cwd: workspace,
      files: openFiles(),
      evidence: openEvidenceStore(),
      git,
      snapshots: snapshotsOf(git),
      signatures: openSignatures(process.env),
    },
    { file, allowedSigners: null },
  )
const texts = (value: TokenValue | undefined) => value as readonly string[]

it('the constants are those of the original', () => {
  const number = (key: string) => (CONSTANTS[key] as NumberToken).value
  expect(GENESIS_SHA256).toBe(CONSTANTS['genesis_sha256'])
  expect(secondsOf(null)).toBe(number('default_timeout_s'))
  expect([number('max_timeout_s'), number('max_timeout_s') + 1].map(isTimeout)).toEqual([true, false])
})

describe('evidence verify', () => {
  it.each(CASES.map((one) => [one['name'] as string, one] as const))('%s', async (_, one) => {
    for (const [name, text] of Object.entries(one['files'] as TokenObject)) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true })
      writeFileSync(join(workspace, name), text as string)
    }
    writeFileSync(join(workspace, 'record.json'), indentedTokenJson(one['record'] as TokenValue))
    const report = await verify('record.json')
    expect(report).toMatchObject({
      status: one['status'],
      changed: texts(one['changed']),
      missing: texts(one['missing']),
    })
    expect({ valid: 0, stale: 1, 'not-evidence': 1, blocked: 2 }[report.status]).toBe(
      (one['exit'] as NumberToken).value,
    )
    for (const words of texts(one['problem_has'])) expect(report.problems.join('\n')).toContain(words)
    if (texts(one['problem_has']).length === 0 && report.status === 'valid') expect(report.problems).toEqual([])
  })

  it.each([
    ['nothing', null, 'evidence record not found'],
    ['no JSON', 'x', 'not JSON'],
    ['a list', '[]', 'must be an object'],
    ['another schema', '{"schema":"hpp.mutants/v1"}', 'schema must be'],
    ['a key twice', '{"schema":"x","schema":"hpp.evidence/v1"}', 'not JSON'],
  ])('%s in place of a record is refused', async (_, text, words) => {
    if (text !== null) writeFileSync(join(workspace, 'record.json'), text)
    await expect(verify('record.json')).rejects.toThrow(words)
  })

  it('a missing list of other things than texts is a problem, not a crash', async () => {
    const { record } = CASES[0] as TokenObject
    const bent = { ...(record as TokenObject), missing: [null, new NumberToken('1')] }
    writeFileSync(join(workspace, 'record.json'), indentedTokenJson(bent))
    expect((await verify('record.json')).status).toBe('blocked')
  })
})
