import { describe, expect, test } from 'vitest'
import { plainlyAllows } from './allowed-signers.ts'

const KEY = 'AAAAC3NzaC1lZDI1NTE5AAAAID0pGJHdSgJhH1g+a0wjqqbAx9oEBWptfKMEKJpjSew+'
const OTHER = `${KEY.slice(0, -4)}AAAA`
const RSA = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ'
const question = {
  signer: 'alice',
  namespace: 'hpp',
  keyText: KEY,
  surelyPast: '20260101000000',
  surelyFuture: '20260105000000',
}

describe('plainlyAllows', () => {
  test.each([
    ['a plain line', `alice ssh-ed25519 ${KEY}\n`],
    ['no last line end', `alice ssh-ed25519 ${KEY}`],
    ['a comment after the key', `alice ssh-ed25519 ${KEY} café, "anything" = here\n`],
    ['blanks, blank lines and comments', `\n  # who may\n \t alice \t ssh-ed25519 \t ${KEY}\n`],
    ['quotes', `"alice" ssh-ed25519 ${KEY}\n`],
    ['quotes with a blank', `"bob b,alice" ssh-ed25519 ${KEY}\n`],
    ['several names', `bob,alice ssh-ed25519 ${KEY}\n`],
    ['patterns', `!bob,a*e ssh-ed25519 ${KEY}\n`],
    ['after another key of the same name', `alice ssh-ed25519 ${OTHER}\nalice ssh-ed25519 ${KEY}\n`],
    ['after another name with anything', `bob cert-authority ${RSA}\nalice ssh-ed25519 ${KEY}\n`],
    ['a namespace', `alice namespaces="git,hpp" ssh-ed25519 ${KEY}\n`],
    [
      'times long past and far off',
      `alice valid-after="2025",valid-before="2027" ssh-ed25519 ${KEY}\n`.replaceAll(/(202.)"/g, '$10101"'),
    ],
    ['times with hours', `alice namespaces="*",valid-after="202501010000" ssh-ed25519 ${KEY}\n`],
  ])('%s: yes', (_name, text) => {
    expect(plainlyAllows(text, question)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['another name', `bob ssh-ed25519 ${KEY}\n`],
    ['another key', `alice ssh-ed25519 ${OTHER}\n`],
    ['a commented line', `# alice ssh-ed25519 ${KEY}\n`],
    ['a name that is excluded', `*,!alice ssh-ed25519 ${KEY}\n`],
    ['another namespace', `alice namespaces="git" ssh-ed25519 ${KEY}\n`],
    ['an excluded namespace', `alice namespaces="*,!hpp" ssh-ed25519 ${KEY}\n`],
    ['not yet', `alice valid-after="20260201" ssh-ed25519 ${KEY}\n`],
    ['no more', `alice valid-before="20251231" ssh-ed25519 ${KEY}\n`],
    ['a limit too near to tell', `alice valid-before="20260104" ssh-ed25519 ${KEY}\n`],
    ['a zone', `alice valid-before="20300101Z" ssh-ed25519 ${KEY}\n`],
    ['no such day', `alice valid-before="20300231" ssh-ed25519 ${KEY}\n`],
    ['a year that some clocks cannot hold', `alice valid-before="20400101" ssh-ed25519 ${KEY}\n`],
    ['an authority', `alice cert-authority ssh-ed25519 ${KEY}\n`],
    ['an option twice', `alice namespaces="hpp",namespaces="hpp" ssh-ed25519 ${KEY}\n`],
    ['an unknown option', `alice no-touch="x" ssh-ed25519 ${KEY}\n`],
    ['a backslash in an option', `alice namespaces="h\\"pp,hpp" ssh-ed25519 ${KEY}\n`],
    ['an option stuck to the key', `alice namespaces="hpp"ssh-ed25519 ${KEY}\n`],
    ['line ends of Windows', `alice ssh-ed25519 ${KEY}\r\n`],
    ['a NUL', `alice ssh-ed25519 ${KEY} \0\n`],
    ['a NUL before it', `# \0\nalice ssh-ed25519 ${KEY}\n`],
    ['a line before it that is not read', `"alice\nalice ssh-ed25519 ${KEY}\n`],
    ['another key type of the same name before it', `alice ${RSA}\nalice ssh-ed25519 ${KEY}\n`],
    ['a key with more behind it', `alice ssh-ed25519 ${KEY}AAAA\n`],
    ['a list with an empty part', `alice,, ssh-ed25519 ${KEY}\n`],
    ['a list with an endless part', `alice,${'x'.repeat(2000)} ssh-ed25519 ${KEY}\n`],
  ])('%s: not plainly', (_name, text) => {
    expect(plainlyAllows(text, question)).toBe(false)
  })
})
