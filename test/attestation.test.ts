import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { preAuthentication } from '../src/core/attest/in-toto.ts'
import { Refusal } from '../src/core/fault.ts'
import { type AttestScene, gitIn, openAttestScene } from './support/attest-scene.ts'

let scene: AttestScene
beforeEach(() => {
  scene = openAttestScene()
  scene.commit()
})
afterEach(() => scene.dispose())

const record = (name = 'review.json') => join(scene.repo, name)
const edit = (from: string, to: string) => writeFileSync(record(), readFileSync(record(), 'utf8').replace(from, to))

describe('attest create refuses', () => {
  it.each([
    ['a folder that is not there', { repo: 'none' }, 'repository not found: none'],
    ['a folder outside of git', { repo: '..' }, 'not in a git work tree'],
    ['one actor', { maker: 'Straße', checker: 'STRASSE' }, 'maker and checker must be different non-empty actors'],
    ['one actor to the eye', { maker: 'ana', checker: 'an\u200ba' }, 'maker and checker must be different'],
    ['a session that is no name', { session: 'a b' }, 'session must be'],
    ['a spec that is not there', { spec: 'none.md' }, 'spec not found: none.md'],
    ['a spec that is a folder', { spec: 'src' }, 'spec not found'],
    ['a spec outside', { spec: '../outside.md' }, 'spec must be inside the repository'],
    ['a spec that leads outside', { spec: 'link.md' }, 'spec must be inside the repository'],
    ['a word it cannot bind', { bind: ['everything'] }, 'nothing to bind by this name: everything'],
    ['a remote where there is none', { bind: ['remote'] }, 'no remote named origin'],
    ['a checker whose name is no signer', { checker: 'bo b', signKey: 'key' }, 'signer must be'],
    ['a key that is not there', { signKey: 'key' }, 'sign key not found'],
    ['a folder in place of the output', { output: 'src' }, 'it is no file'],
  ])('%s, and writes nothing', async (_, asked, words) => {
    writeFileSync(join(scene.root, 'outside.md'), 'spec')
    symlinkSync('../outside.md', join(scene.repo, 'link.md'))
    await expect(scene.create(asked)).rejects.toThrow(words)
    expect(existsSync(record())).toBe(false)
  })

  it('the first of several things, in the order of the protocol', async () => {
    const all = { maker: '', session: '-', spec: 'none' }
    await expect(scene.create({ ...all, repo: 'none' })).rejects.toThrow('repository not found')
    await expect(scene.create(all)).rejects.toThrow('maker and checker')
    await expect(scene.create({ ...all, maker: 'ana' })).rejects.toThrow('session')
    await expect(scene.create({ spec: 'none' })).rejects.toThrow('spec not found')
  })

  it('a repository without a commit', async () => {
    const empty = openAttestScene()
    await expect(empty.create()).rejects.toThrow('no HEAD')
    empty.dispose()
  })

  it('to replace what differs, unless it is told to', async () => {
    await scene.create()
    const first = readFileSync(record(), 'utf8')
    await scene.create()
    expect(readFileSync(record(), 'utf8')).toBe(first)
    await expect(scene.create({ session: 's2' })).rejects.toMatchObject({ fault: { code: 'attest/exists' } })
    expect(readFileSync(record(), 'utf8')).toBe(first)
    await scene.create({ session: 's2', force: true })
    expect(await scene.verify()).toMatchObject({ status: 'valid' })
  })
})

describe('attest verify refuses', () => {
  it.each([
    ['nothing', null, 'attestation not found'],
    ['no JSON', 'x', 'not JSON'],
    ['a list', '[]', 'its schema must be'],
    ['another schema', '{"schema":"hpp.evidence/v1"}', 'its schema must be'],
    ['a key twice', '{"schema":"x","schema":"hpp.evidence-attestation/v1"}', 'not JSON'],
  ])('%s in place of a record', async (_, text, words) => {
    if (text !== null) writeFileSync(record(), text)
    await expect(scene.verify()).rejects.toThrow(words)
  })

  it('a bare schema holds nothing, and says all of it', async () => {
    writeFileSync(record(), '{"schema":"hpp.evidence-attestation/v1"}')
    const { mismatches } = await scene.verify()
    expect(mismatches).toEqual([
      'actors',
      'base_commit',
      'repo',
      'session',
      'snapshot_digest',
      'spec_sha256',
      'verdict',
    ])
  })

  it.each(['../outside.md', '/etc/hostname', 'src/../../outside.md'])(
    'to follow the spec of a record out of the repository: %s',
    async (path) => {
      writeFileSync(join(scene.root, 'outside.md'), 'spec')
      await scene.create()
      edit('"path": "SPEC.md",\n    "sha256"', `"path": "${path}",\n    "sha256"`)
      expect(await scene.verify()).toMatchObject({ mismatches: ['spec_sha256'] })
    },
  )

  it('a list of files that was edited under its digest', async () => {
    await scene.create()
    edit('"path": "src/a.ts"', '"path": "src/b.ts"')
    expect(await scene.verify()).toMatchObject({ mismatches: ['snapshot_digest'] })
  })
})

describe('a verdict', () => {
  it('other than approved is written down, and never holds', async () => {
    expect(await scene.create({ verdict: 'revise' })).toMatchObject({ verdict: 'revise' })
    expect(await scene.verify()).toMatchObject({ status: 'blocked', mismatches: ['verdict'] })
  })

  it('holds wherever the record lies, and names the paths that moved', async () => {
    await scene.create({ output: '../elsewhere/review.json' })
    expect(await scene.verify('../elsewhere/review.json')).toMatchObject({ status: 'valid' })
    rmSync(join(scene.repo, 'src/a.ts'))
    scene.write('src/b.ts', 'b')
    const { moved } = await scene.verify('../elsewhere/review.json')
    expect(moved.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['changed src/a.ts', 'added src/b.ts'])
  })

  it('is about the repository that is named, from any folder', async () => {
    await scene.create({ repo: scene.repo, spec: `${scene.repo}/SPEC.md`, output: record() })
    expect(await scene.verify(record(), { cwd: scene.root, repo: 'work/src' })).toMatchObject({ status: 'valid' })
  })

  it('about a tree with .hpp/ in it ends with the next record there, and says how to avoid that', async () => {
    scene.write('.hpp/events.jsonl', '{}\n')
    expect((await scene.create()).notices.join('\n')).toContain('.hpp/ is part of what was attested')
    scene.write('.hpp/events.jsonl', '{}\n{}\n')
    expect(await scene.verify()).toMatchObject({ mismatches: ['snapshot_digest'], holdsRecords: true })
    scene.write('.gitignore', '.hpp/\n')
    expect((await scene.create({ force: true })).notices.join('\n')).not.toContain('part of what')
    scene.write('.hpp/events.jsonl', '{}\n')
    expect(await scene.verify()).toMatchObject({ status: 'valid' })
  })
})

describe('--bind', () => {
  it('tree: an approval survives the commit of what was approved, deletions too, and events', async () => {
    scene.write('src/new.ts', 'new')
    rmSync(join(scene.repo, 'src/a.ts'))
    scene.write('.hpp/events.jsonl', '{}\n')
    await scene.create({ bind: ['tree'], output: '.hpp/review.json' })
    const before = await scene.verify('.hpp/review.json')
    expect(before).toMatchObject({ status: 'valid', bound: ['tree'], holdsRecords: false })
    expect(before.notices.join('\n')).not.toContain('HEAD')
    scene.commit()
    scene.write('.hpp/events.jsonl', '{}\n{}\n')
    const after = await scene.verify('.hpp/review.json')
    expect(after).toMatchObject({ status: 'valid', mismatches: [] })
    expect(after.notices.join('\n')).toContain('HEAD is another than at the approval')
    chmodSync(join(scene.repo, 'src/new.ts'), 0o755)
    scene.write('.hpp/more', '')
    const changed = await scene.verify('.hpp/review.json')
    expect(changed).toMatchObject({ mismatches: ['snapshot_digest'] })
  })

  it('nothing: the same commit ends the approval', async () => {
    scene.write('src/new.ts', 'new')
    await scene.create()
    scene.commit()
    expect((await scene.verify()).mismatches).toEqual(['base_commit'])
  })

  it('nothing: modes and submodules are not looked at, as in the original', async () => {
    gitIn(scene.root, ['clone', '-q', scene.repo, join(scene.repo, 'lib')])
    const { notices } = await scene.create()
    expect(notices.join('\n')).toContain('files of submodules are not covered without --bind submodules: lib')
    chmodSync(join(scene.repo, 'src/a.ts'), 0o755)
    scene.write('lib/src/a.ts', 'changed')
    expect(await scene.verify()).toMatchObject({ status: 'valid' })
  })

  it('submodules: repositories inside are looked at, with those inside of them', async () => {
    const inner = join(scene.repo, 'lib')
    gitIn(scene.root, ['clone', '-q', scene.repo, inner])
    gitIn(scene.root, ['clone', '-q', scene.repo, join(inner, 'deep')])
    const asked = { bind: ['submodules'] }
    expect((await scene.create(asked)).notices.join('\n')).not.toContain('submodules')
    expect(await scene.verify()).toMatchObject({ status: 'valid' })
    scene.write('lib/deep/src/a.ts', 'changed')
    expect(await scene.verify()).toMatchObject({
      mismatches: ['snapshot_digest'],
      reasons: ['the submodule is not as it was recorded: lib/deep'],
    })
    gitIn(join(inner, 'deep'), ['checkout', '-q', '.'])
    gitIn(join(inner, 'deep'), ['commit', '-q', '--allow-empty', '-m', 'more'])
    expect(await scene.verify()).toMatchObject({ status: 'blocked' })
  })

  it('submodules: one that is not checked out cannot be approved', async () => {
    scene.git('submodule', '--quiet', 'add', scene.repo, 'lib')
    scene.git('submodule', '--quiet', 'deinit', '-f', 'lib')
    mkdirSync(join(scene.repo, 'lib'), { recursive: true })
    await expect(scene.create({ bind: ['submodules'] })).rejects.toThrow('submodule not covered')
    await scene.create()
  })

  it('remote: a clone of another name, over another protocol, is the same repository', async () => {
    const secret = ['pa', 'ss'].join('')
    scene.git('remote', 'add', 'origin', `https://u:${secret}@git.example.com/a/b.git`)
    await scene.create({ bind: ['remote'] })
    expect(readFileSync(record(), 'utf8')).not.toContain(secret)
    const clone = join(scene.root, 'other')
    gitIn(scene.root, ['clone', '-q', scene.repo, clone])
    gitIn(clone, ['remote', 'set-url', 'origin', 'git@git.example.com:a/b.git'])
    writeFileSync(join(clone, 'review.json'), readFileSync(record()))
    expect(await scene.verify('review.json', { cwd: clone })).toMatchObject({ status: 'valid' })
    gitIn(clone, ['remote', 'set-url', 'origin', 'git@git.example.com:a/c.git'])
    expect(await scene.verify('review.json', { cwd: clone })).toMatchObject({ mismatches: ['repo'] })
  })
})

describe('a signature', () => {
  const allow = (text: string) => writeFileSync(join(scene.root, 'allowed'), text)
  const asked = { allowedSigners: '../allowed' }
  beforeEach(() => {
    const key = join(scene.root, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'x', '-f', key])
    allow(`checker-b ${readFileSync(`${key}.pub`, 'utf8')}`)
  })

  it('of the checker holds; any edit after it does not', async () => {
    await scene.create({ signKey: '../key' })
    expect(await scene.verify('review.json', asked)).toMatchObject({
      status: 'valid',
      signature: { status: 'verified', signer: 'checker-b' },
    })
    edit('"session": "s1"', '"session": "s2"')
    expect(await scene.verify('review.json', asked)).toMatchObject({ status: 'blocked', mismatches: ['signature'] })
    // Nobody asked: the record matches the tree, and the report says what that is worth.
    const unasked = await scene.verify()
    expect(unasked).toMatchObject({ status: 'valid', signature: { status: 'not-verified', signer: 'checker-b' } })
    expect(unasked.notices.join('\n')).toContain('signed, but nobody checked')
  })

  it('that is demanded and not there blocks', async () => {
    await scene.create()
    expect(await scene.verify('review.json', asked)).toMatchObject({
      mismatches: ['signature'],
      signature: { status: 'refused', detail: 'the record is not signed' },
    })
  })

  it('covers what is ours too', async () => {
    await scene.create({ signKey: '../key', bind: ['tree'] })
    edit('"bylaw": {', '"bylaw": {\n    "executables": [],')
    expect((await scene.verify('review.json', asked)).mismatches).toContain('signature')
  })

  it('of an export is one that ssh-keygen accepts over the DSSE bytes', async () => {
    await scene.create({ bind: ['tree'] })
    const { envelope } = await scene.exported('review.json', '../key')
    const payload = Buffer.from(envelope.payload, 'base64').toString('utf8')
    const sig = envelope.signatures[0]?.sig.replace(/.{70}/g, '$&\n') ?? ''
    writeFileSync(join(scene.root, 'sig'), `-----BEGIN SSH SIGNATURE-----\n${sig}\n-----END SSH SIGNATURE-----\n`)
    const check = (text: string) =>
      execFileSync('ssh-keygen', ['-Y', 'verify', '-f', 'allowed', '-I', 'checker-b', '-n', 'hpp', '-s', 'sig'], {
        cwd: scene.root,
        input: text,
        stdio: 'pipe',
      }).toString()
    expect(check(preAuthentication(payload))).toContain('Good')
    expect(() => check(payload)).toThrow()
    const statement = JSON.parse(payload) as { subject: readonly { digest: object }[]; predicate: object }
    expect(statement).toMatchObject({ _type: 'https://in-toto.io/Statement/v1', predicate: { verdict: 'approved' } })
    expect(Object.keys(statement.subject[0]?.digest ?? {})).toEqual(['bylawTreeV1', 'gitCommit', 'hppSnapshotV1'])
  })

  it('is left out of an export without a key; a record that is not whole is not exported', async () => {
    await scene.create()
    expect((await scene.exported('review.json')).envelope.signatures).toEqual([])
    edit('"file_count": 2', '"file_count": 9')
    await expect(scene.exported('review.json')).rejects.toThrow(Refusal)
  })
})
