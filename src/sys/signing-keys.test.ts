import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const isInstalled = ['ssh-keygen', 'ssh-agent', 'ssh-add'].every((name) => spawnSync(name, ['-?']).error === undefined)
const hasTerminals = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true
const PASS_PHRASE = ['four', 'blue', 'stones'].join(' ')
const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'))
const at = (name: string) => join(folder, name)
const scratch = at('tmp')
const environment = { PATH: process.env['PATH'], TMPDIR: scratch, PROGRAM: at('program.cjs') }

// A process of its own, so that it may or may not have a terminal, and may be killed. One line for each key and step.
const PREPARE = `
const signatures = require(process.env.PROGRAM).openSignatures(process.env)
const say = (text) => require('fs').writeSync(1, text + '\\n')
const each = async (body) => {
  for (const file of process.env.KEYS.split(':')) {
    await body({ file, signer: 'alice' }).catch(({ fault }) => say('REFUSED ' + Object.values(fault).join(' ')))
  }
}
const prepare = async (key) => (await signatures.prepare(key), say('READY'))
`
const SIGN = `${PREPARE}
const sign = (key) => signatures.sign(key, 'hpp', Buffer.from('bytes'))
each(async (key) => {
  await prepare(key)
  for (const text of await Promise.all([sign(key), sign(key)])) say(text.replaceAll('\\n', ' '))
})`
const WAIT = `${PREPARE}
each(prepare).then(() => setInterval(() => {}, 1000))`
const SIGNED = /READY(?:\s+-----BEGIN SSH SIGNATURE-----.*-----END SSH SIGNATURE-----){2}/g

type Run = { readonly code: string; readonly keys: readonly string[]; readonly with?: NodeJS.ProcessEnv }

const childOf = ({ code, keys, with: more }: Run) =>
  spawn(process.execPath, ['-e', code], {
    env: { ...environment, KEYS: keys.map(at).join(':'), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // so that it has no terminal, wherever the tests run
  })

/** What a process without a terminal says until it ends. */
function said(run: Run): Promise<string> {
  const child = childOf(run)
  return new Promise((settle) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.on('close', () => settle(text))
  })
}

/** What a process says at a terminal where a person answers each question with the next of `answers`. */
function saidAtTerminal({ code, keys }: Run, answers: string[]): Promise<string> {
  writeFileSync(at('code.cjs'), code)
  const child = spawn('script', ['-qec', `${process.execPath} ${at('code.cjs')}`, '/dev/null'], {
    env: { ...environment, KEYS: keys.map(at).join(':'), SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return new Promise((settle) => {
    let [text, asked] = ['', 0]
    child.stdout.on('data', (chunk) => {
      text += chunk
      const questions = text.match(/passphrase[^:]*:/g)?.length ?? 0
      for (; asked < questions; asked++) child.stdin.write(`${answers.shift() ?? ''}\n`)
    })
    child.on('close', () => settle(text))
  })
}

/** Nothing in the folder for temporary files, no process that names it, after a moment at most. */
async function expectNothingLeft(): Promise<void> {
  const left = () => [
    ...readdirSync(scratch),
    ...execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(scratch)),
  ]
  for (let turn = 0; turn < 100 && left().length > 0; turn++) await new Promise((settle) => setTimeout(settle, 20))
  expect(left()).toEqual([])
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isInstalled)('with ssh-keygen and ssh-agent: openSigningKeys', () => {
  const answering = (answer: string) => {
    rmSync(at('asked'), { force: true })
    writeFileSync(at('answer'), `#!/bin/sh\necho asked >> "${at('asked')}"\necho '${answer}'\n`, { mode: 0o700 })
    return { SSH_ASKPASS: at('answer'), SSH_ASKPASS_REQUIRE: 'force' }
  }

  beforeAll(() => {
    mkdirSync(scratch)
    buildSync({
      entryPoints: ['src/sys/ssh-keygen.ts'],
      outfile: environment.PROGRAM,
      bundle: true,
      platform: 'node',
      format: 'cjs',
    })
    for (const [name, phrase] of [
      ['plain', ''],
      ['locked', PASS_PHRASE],
    ] as const) {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-a', '1', '-N', phrase, '-C', '', '-f', at(name)])
    }
    copyFileSync(at('locked.pub'), at('lone.pub'))
    writeFileSync(at('garbage'), 'garbage', { mode: 0o600 })
    copyFileSync(at('plain'), at('open'))
    chmodSync(at('open'), 0o644)
  })

  test('a plain key signs, by its public half too', async () => {
    expect((await said({ code: SIGN, keys: ['plain', 'plain.pub'] })).match(SIGNED)).toHaveLength(2)
    await expectNothingLeft()
  })

  test('what cannot sign is refused when it is prepared', async () => {
    const refusals = {
      none: 'sign/no-key sign key not found: ',
      tmp: 'sign/no-key sign key not found: ',
      garbage: 'sign/failed ssh-keygen could not sign: ',
      open: 'sign/failed ssh-keygen could not sign: ',
      'lone.pub': 'sign/failed ssh-keygen could not sign: No private key found',
      locked: 'sign/failed ssh-keygen could not sign: the key has a pass phrase and there is no terminal to ask for it',
    }
    const text = await said({ code: SIGN, keys: Object.keys(refusals) })
    const lines = text.split('REFUSED ').slice(1)
    expect(lines).toEqual(Object.values(refusals).map((start) => expect.stringContaining(start)))
    for (const line of lines.slice(-2)) expect(line).toMatch(/ ssh-add \//)
    expect(text).not.toContain('READY')
    const bare = await said({ code: SIGN, keys: ['plain'], with: { PATH: scratch } })
    expect(bare).toContain('REFUSED sign/no-ssh-keygen ssh-keygen not found')
    await expectNothingLeft()
  })

  test('an agent that holds the key signs, also where only the public half is here', async () => {
    const socket = at('agent')
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      await new Promise((settle) => agent.stdout.once('data', settle))
      const SSH_AUTH_SOCK = socket
      execFileSync('ssh-add', ['-q', at('locked')], {
        env: { ...environment, ...answering(PASS_PHRASE), SSH_AUTH_SOCK },
        stdio: 'ignore',
      })
      const text = await said({ code: SIGN, keys: ['locked', 'locked.pub', 'lone.pub'], with: { SSH_AUTH_SOCK } })
      expect(text.match(SIGNED)).toHaveLength(3)
    } finally {
      agent.kill()
    }
  })

  test('a pass phrase is asked once, and nothing is left', async () => {
    expect(await said({ code: SIGN, keys: ['locked'], with: answering(PASS_PHRASE) })).toMatch(SIGNED)
    expect(readFileSync(at('asked'), 'utf8')).toBe('asked\n')
    await expectNothingLeft()
  })

  test('while we are not signing, the agent of our own signs for nobody', async () => {
    const child = childOf({ code: WAIT, keys: ['locked'], with: answering(PASS_PHRASE) })
    await new Promise((settle) => child.stdout.once('data', settle))
    const [agentFolder = ''] = readdirSync(scratch)
    const SSH_AUTH_SOCK = join(scratch, agentFolder, 'socket')
    const list = spawnSync('ssh-add', ['-l'], { env: { ...environment, SSH_AUTH_SOCK }, encoding: 'utf8' })
    expect(list.stdout).toContain('no identities')
    child.kill('SIGKILL')
    await expectNothingLeft()
  })

  test('a signal while a key is kept leaves nothing', async () => {
    const child = childOf({ code: WAIT, keys: ['locked'], with: answering(PASS_PHRASE) })
    await new Promise((settle) => child.stdout.once('data', settle))
    expect(readdirSync(scratch)).toHaveLength(1)
    child.kill('SIGINT')
    await expectNothingLeft()
  })

  test('a signal while ssh-keygen runs leaves nothing', async () => {
    mkdirSync(at('slow'))
    writeFileSync(at('slow/ssh-keygen'), '#!/bin/sh\nsleep 30\n', { mode: 0o700 })
    const child = childOf({ code: SIGN, keys: ['plain'], with: { PATH: `${at('slow')}:${environment.PATH}` } })
    while (readdirSync(scratch).length === 0) await new Promise((settle) => setTimeout(settle, 10))
    child.kill('SIGINT')
    expect(await new Promise((settle) => child.on('exit', (_code, signal) => settle(signal)))).toBe('SIGINT')
    await expectNothingLeft()
  })

  describe.skipIf(!hasTerminals)('at a terminal (util-linux script)', () => {
    test('a pass phrase is asked there, again after a wrong one, and not for the second signature', async () => {
      const text = await saidAtTerminal({ code: SIGN, keys: ['locked'] }, ['wrong', PASS_PHRASE])
      expect(text).toMatch(SIGNED)
      expect(text.match(/passphrase/gi)).toHaveLength(2)
      await expectNothingLeft()
    })

    test('an interrupt at the question ends it all', async () => {
      const text = await saidAtTerminal({ code: SIGN, keys: ['locked'] }, ['\x03'])
      expect(text).toContain('Enter passphrase')
      expect(text).not.toMatch(/READY|REFUSED/)
      await expectNothingLeft()
    })

    test('no answer is a refusal', async () => {
      const text = await saidAtTerminal({ code: SIGN, keys: ['locked'] }, [''])
      expect(text).toContain('REFUSED sign/failed ssh-keygen could not sign: the pass phrase was not given')
      await expectNothingLeft()
    })
  })
})
