import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GENESIS_SHA256, hashLine, renderEventLine } from '../src/core/events/event-line.ts'
import { openWorkScene, type WorkScene } from './support/work-scene.ts'

let keys: string
let scene: WorkScene
beforeAll(() => {
  keys = mkdtempSync(join(tmpdir(), 'bylaw-keys-'))
  for (const name of ['ana', 'bo']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(keys, name)])
  }
  const line = (name: string) => `${name} ${readFileSync(join(keys, `${name}.pub`), 'utf8')}`
  writeFileSync(join(keys, 'allowed'), line('ana') + line('bo'))
})
afterAll(() => rmSync(keys, { recursive: true, force: true }))
beforeEach(() => {
  scene = openWorkScene()
  scene.write('.gitignore', 'out/\n.hpp/\n')
  scene.write('work.json', '{"work":[{"id":"ITEM-1","depends_on":[],"acceptance":["it works"],"tier":"economy"}]}')
  scene.write('src/a.ts', 'a')
  scene.commit()
})
afterEach(() => scene.dispose())

const enforce = (gates: unknown) => scene.write('.hpp/gates.json', JSON.stringify({ schema: 'bylaw.gates/v1', gates }))
const append = (type: string, data: unknown = null, ...more: readonly string[]) =>
  scene.run(['event', 'append', '--type', type, ...(data === null ? [] : ['--data', JSON.stringify(data)]), ...more])
const events = () => (scene.has('.hpp/events.jsonl') ? scene.read('.hpp/events.jsonl').trim().split('\n').length : 0)
const signedBy = (name: string) => ['--sign-key', join(keys, name), '--signer', name]

/** Runs a criterion that leaves an artifact, and says how its event is to name it. */
async function evidence(script = 'mkdir -p out; date +%N > out/r', ...more: readonly string[]) {
  const words = ['evidence', 'run', '--id', 'unit', '--artifact', 'out/r', ...more, '--json', '--', 'sh', '-c', script]
  const { stdout } = await scene.run(words)
  const record = JSON.parse(stdout)
  return { evidence: record.record_path, evidence_sha256: record.record_sha256, id: 'unit' }
}

async function attest(...more: readonly string[]) {
  const file = '.hpp/attestations/one.json'
  const who = ['--maker', 'ana', '--checker', 'bo', '--session', 's:1', '--verdict', 'approved']
  const words = ['attest', 'create', '--spec', 'work.json', ...who, '--output', file, '--force', ...more]
  const { exit, stderr } = await scene.run(words)
  expect([exit, stderr]).toEqual([0, ''])
  return { attestation: file }
}

async function expectShut(ran: Promise<{ exit: number; stderr: string }>, words: string, before = events()) {
  const { exit, stderr } = await ran
  expect([exit, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(words)])
  expect(events()).toBe(before)
}
const expectOpen = async (ran: Promise<{ exit: number; stderr: string }>) =>
  expect(await ran).toMatchObject({ exit: 0, stderr: '' })

describe('without a gates file', () => {
  it('a gate is a label, as in HPP', async () => {
    for (const type of ['work_started', 'evidence_recorded', 'check_passed', 'human_approved', 'verified']) {
      await expectOpen(append(type))
    }
  })
})

describe('a gates file that cannot be used', () => {
  it.each([
    ['no JSON', '{', 'gates/not-json'],
    ['a gate that is misspelt', '{"schema":"bylaw.gates/v1","gates":{"humann":{}}}', 'humann'],
    ['another schema', '{"schema":"bylaw.gates/v2","gates":{}}', '/schema'],
    [
      'a human gate without people',
      '{"schema":"bylaw.gates/v1","gates":{"human":{"allowed_signers":"x"}}}',
      '/gates/human/people',
    ],
  ])('%s refuses every event', async (_, text, words) => {
    scene.write('.hpp/gates.json', text)
    await expectShut(append('work_started'), words)
  })
})

describe('scope', () => {
  it('wants a unit that the spec has', async () => {
    enforce({ scope: { spec: 'work.json' } })
    await expectShut(append('work_started'), 'the gate scope is shut: the event names no unit of work')
    await expectShut(append('work_started', { unit: 'ITEM-9' }), 'no unit ITEM-9 in work.json')
    await expectShut(append('work_started', null, '--work', 'ITEM-9'), 'no unit ITEM-9')
    await expectOpen(append('work_started', null, '--work', 'ITEM-1'))
    await expectOpen(append('work_started', { unit: 'ITEM-1' }))
  })

  it.each([
    ['none.json', 'there is no spec none.json'],
    ['src/a.ts', 'is no work graph'],
  ])('wants a spec that can be read: %s', async (spec, words) => {
    enforce({ scope: { spec } })
    await expectShut(append('work_started', { unit: 'ITEM-1' }), words)
  })
})

describe('fresh-evidence', () => {
  beforeEach(async () => {
    enforce({ 'fresh-evidence': {} })
    await append('work_started')
  })

  it('is open for the record of a passed run on the tree as it is', async () => {
    await expectOpen(append('evidence_recorded', await evidence()))
  })

  it('is open for evidence run --record-event', async () => {
    const words = ['evidence', 'run', '--id', 'unit', '--artifact', 'out/r', '--record-event', '--', 'sh', '-c']
    await expectOpen(scene.run([...words, 'mkdir -p out; echo > out/r']))
    expect(events()).toBe(2)
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['no record', async () => ({}), 'the event names no record'],
    ['a record that is not there', async () => ({ evidence: '.hpp/evidence/none.json' }), 'there is no record'],
    [
      'another record than was named',
      async () => ({ ...(await evidence()), evidence_sha256: 'x' }),
      'is not the record',
    ],
    ['a failed run', () => evidence('exit 1'), 'its last run was failed'],
    [
      'a tree that moved',
      async () => {
        const data = await evidence()
        scene.write('src/a.ts', 'b')
        return data
      },
      'src/a.ts changed since',
    ],
    [
      'a tree that changed during the run',
      () => evidence('mkdir -p out; echo > out/r; echo > src/a.ts'),
      'changed while it ran',
    ],
    [
      'an artifact that changed',
      async () => {
        const data = await evidence()
        scene.write('out/r', 'other')
        return data
      },
      'is blocked',
    ],
  ])('is shut for %s', async (_, make, words) => expectShut(append('evidence_recorded', await make()), words))

  it('wants every criterion of the project, by the command it is declared with', async () => {
    const command = ['sh', '-c', 'mkdir -p out; echo > out/r']
    enforce({ 'fresh-evidence': { criteria: [{ id: 'unit', command }, { id: 'lint' }] } })
    await expectShut(
      append('evidence_recorded', await evidence('mkdir -p out; date +%N > out/r')),
      'of another command',
    )
    const good = await evidence(command[2])
    await expectShut(append('evidence_recorded', good), 'no fresh evidence of lint: it was never run here')
    await scene.run(['evidence', 'run', '--id', 'lint', '--', 'true'])
    await expectOpen(append('evidence_recorded', good))
  })

  it('wants a signed record where the project says by whom', async () => {
    enforce({ 'fresh-evidence': { allowed_signers: join(keys, 'allowed') } })
    await expectShut(append('evidence_recorded', await evidence()), 'not signed')
    await expectOpen(append('evidence_recorded', await evidence(undefined, ...signedBy('ana'))))
  })
})

describe('read-only-checker', () => {
  beforeEach(async () => {
    enforce({ 'read-only-checker': {} })
    await append('work_started')
    await append('evidence_recorded')
  })

  it('is open for an approval of this tree, bound to the tree or to the commit', async () => {
    await expectOpen(append('check_passed', await attest('--bind', 'tree')))
  })

  it('is open for a compatible record where git ignores .hpp', async () => {
    await expectOpen(append('check_passed', await attest()))
  })

  it('is shut for a record whose files hold .hpp, with the line to ignore it', async () => {
    scene.write('.gitignore', 'out/\n')
    scene.commit()
    await expectShut(append('check_passed', await attest()), 'add the line .hpp/ to .gitignore')
    await expectOpen(append('check_passed', await attest('--bind', 'tree')))
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['no attestation', async () => ({}), 'the event names no attestation'],
    ['one that is not there', async () => ({ attestation: 'none.json' }), 'attestation not found'],
    [
      'a tree that moved',
      async () => {
        const data = await attest('--bind', 'tree')
        scene.write('src/a.ts', 'b')
        return data
      },
      'does not hold',
    ],
    [
      'a maker who is the checker',
      async () => {
        const data = await attest('--bind', 'tree')
        scene.write(data.attestation, scene.read(data.attestation).replace('"checker": "bo"', '"checker": "Ana"'))
        return data
      },
      'not two named actors',
    ],
    [
      'another verdict',
      async () => {
        const data = await attest('--bind', 'tree')
        scene.write(data.attestation, scene.read(data.attestation).replace('"approved"', '"revise"'))
        return data
      },
      'does not hold',
    ],
  ])('is shut for %s', async (_, make, words) => expectShut(append('check_passed', await make()), words))

  it('wants a signature where the project says by whom', async () => {
    enforce({ 'read-only-checker': { allowed_signers: join(keys, 'allowed') } })
    await expectShut(append('check_passed', await attest('--bind', 'tree')), 'not signed')
    await expectOpen(append('check_passed', await attest('--bind', 'tree', ...signedBy('bo'))))
  })
})

describe('the signature of an event', () => {
  const verify = async (...more: readonly string[]) => {
    const { exit, stdout } = await scene.run(['event', 'verify', '--json', ...more])
    return { exit, ...JSON.parse(stdout) }
  }
  const ALLOWED = () => ['--allowed-signers', join(keys, 'allowed')]

  it('vouches for all events before it', async () => {
    await append('work_started', { unit: 'ITEM-1' })
    expect(await verify(...ALLOWED())).toMatchObject({ exit: 2, status: 'broken', first_divergent: 'event:1' })
    await append('evidence_recorded', null, ...signedBy('ana'))
    await append('check_passed')
    expect(await verify(...ALLOWED())).toMatchObject({
      exit: 0,
      status: 'intact',
      signatures: { count: 1, last: { seq: 2, signer: 'ana' }, refused: [] },
    })
    // The first event is written anew, and all links after it: the chain holds, the signature does not.
    const lines = scene.read('.hpp/events.jsonl').trim().split('\n')
    let prev = GENESIS_SHA256
    const bent = lines.map((line, at) => {
      const { data, ...event } = JSON.parse(line)
      const changed = renderEventLine({ ...event, data: at === 0 ? { unit: 'ITEM-9' } : data }, prev)
      prev = hashLine(Buffer.from(changed))
      return `${changed}\n`
    })
    scene.write('.hpp/events.jsonl', bent.join(''))
    expect(await verify()).toMatchObject({ exit: 0 })
    expect(await verify(...ALLOWED())).toMatchObject({ exit: 2, first_divergent: 'event:2' })
  })

  it('is asked for before anything is written', async () => {
    await expectShut(append('work_started', null, '--sign-key', 'none', '--signer', 'ana'), 'sign key not found')
    await expectShut(append('work_started', null, '--sign-key', join(keys, 'ana')), 'signer must be')
    expect(scene.has('.hpp')).toBe(false)
  })
})

describe('human', () => {
  const HUMAN = () => ({ people: ['ana'], allowed_signers: join(keys, 'allowed') })
  beforeEach(async () => {
    enforce({ human: HUMAN() })
    for (const type of ['work_started', 'evidence_recorded', 'check_passed']) await append(type)
  })

  it('is open for an event that a listed person signed', async () => {
    const { exit, stdout } = await append('human_approved', null, ...signedBy('ana'))
    expect([exit, stdout]).toEqual([0, expect.stringContaining('by    ana')])
  })

  it('is shut for nobody, for somebody else, and for a signature of other events', async () => {
    await expectShut(append('human_approved'), 'nobody signed the event')
    await expectShut(append('human_approved', null, ...signedBy('bo')), 'bo is none of the people')
    await expectOpen(append('human_approved', null, ...signedBy('ana')))
    const { data } = JSON.parse(scene.read('.hpp/events.jsonl').trim().split('\n')[3] ?? '')
    const other = openWorkScene()
    try {
      other.write('.hpp/gates.json', scene.read('.hpp/gates.json'))
      for (const type of ['work_started', 'evidence_recorded', 'check_passed']) {
        await other.run(['event', 'append', '--type', type, '--data', '{"n":1}'])
      }
      const replayed = await other.run(['event', 'append', '--type', 'human_approved', '--data', JSON.stringify(data)])
      expect([replayed.exit, replayed.stderr]).toEqual([2, expect.stringContaining('the signature is refused')])
    } finally {
      other.dispose()
    }
  })

  it('takes no tree or signature that was handed in with a key', async () => {
    await expectShut(append('human_approved', { tree: 'x' }, ...signedBy('ana')), 'cannot hold tree')
  })
})

describe('closure', () => {
  const GATES = () => ({
    scope: { spec: 'work.json' },
    'fresh-evidence': {},
    'read-only-checker': {},
    human: { people: ['ana'], allowed_signers: join(keys, 'allowed') },
    closure: {},
  })
  const walk = async () => {
    enforce(GATES())
    await expectOpen(append('work_started', { unit: 'ITEM-1' }))
    await expectOpen(append('evidence_recorded', await evidence()))
    await expectOpen(append('check_passed', await attest('--bind', 'tree')))
    await expectOpen(append('human_approved', null, ...signedBy('ana')))
  }

  it('is open where all gates still hold, also after the commit of what was approved', async () => {
    await walk()
    scene.commit()
    expect((await scene.run(['status'])).stdout).toContain('missing  verified (gate closure, enforced)')
    await expectOpen(append('verified'))
    expect((await scene.run(['status'])).stdout).toContain('HPP status: verified')
  })

  it.each<[string, () => void, string]>([
    ['the tree moved', () => scene.write('src/a.ts', 'b'), 'the gate fresh-evidence does not hold any more'],
    ['the unit went', () => scene.write('work.json', '{"work":[]}'), 'the gate scope does not hold any more'],
    ['the artifact changed', () => scene.write('out/r', ''), 'the gate fresh-evidence does not hold any more'],
    [
      'the attestation went',
      () => rmSync(join(scene.folder, '.hpp/attestations/one.json')),
      'the gate read-only-checker does not hold any more',
    ],
    [
      'the approver is no more',
      () => enforce({ ...GATES(), human: { people: ['bo'], allowed_signers: join(keys, 'allowed') } }),
      'the gate human does not hold any more',
    ],
  ])('is shut where %s', async (_, change, words) => {
    await walk()
    change()
    await expectShut(append('verified'), words)
    expect((await scene.run(['status'])).stdout).toMatch(/^ {2}shut {5}closure: the gate /m)
  })

  it('is shut where an enforced gate was never passed', async () => {
    for (const type of ['work_started', 'evidence_recorded', 'check_passed', 'human_approved']) await append(type)
    enforce(GATES())
    await expectShut(append('verified'), 'the gate scope does not hold any more: the event names no unit')
    enforce({ human: GATES().human, closure: {} })
    await expectShut(append('verified'), 'the gate human does not hold any more: nobody signed')
  })
})
