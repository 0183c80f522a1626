import { describe, expect, test } from 'vitest'
import { resolveNeed } from './quorum-need.ts'
import { parseSignersFile } from './signers-file.ts'
import { parseTrustPolicy, resolveTrust } from './trust-policy.ts'

const KEY = 'AAAAC3NzaC1lZDI1NTE5AAAAIDp5l2u558YyDpzp/381DryZ/8P9vb54Nt0xAvOXt0OY'
const messages = (text: string) => {
  const parsed = parseTrustPolicy(text)
  return parsed.ok ? [] : parsed.faults.map(({ message }) => message)
}

describe('trust.json', () => {
  test('names signers and roles', () => {
    const parsed = parseTrustPolicy('{"schema":1,"signers":"keys","roles":{"agent":["bot"]},"adopted":[{"to":"abc"}]}')
    expect(parsed).toEqual({
      ok: true,
      value: { signersPath: 'keys', signersNamed: true, roles: new Map([['agent', ['bot']]]) },
    })
  })
  test.each([
    ['[]', 'must be an object'],
    ['{"schema":2}', 'schema: must be 1'],
    ['{"schema":1,"agents":[]}', 'agents: is no known key'],
    ['{"schema":1,"roles":{"Agent":[]}}', 'roles.Agent: must be named'],
    ['{"schema":1,"roles":{"agent":[1]}}', 'roles.agent.0: must be a non-empty text'],
    ['{"schema":1,"signers":"../keys"}', 'signers: must be a path'],
    ['{"schema":1,"schema":1}', 'more than once'],
    ['{"schema":1,"roles":[]}', 'roles: must be an object'],
    ['{"schema":1,"adopted":[{"from":"a"}]}', 'adopted.0.to: is required'],
    ['{', ''],
  ])('%s is refused', (text, why) => {
    expect(messages(text)).toHaveLength(1)
    expect(messages(text)[0]).toContain(why)
  })
})

describe('trust at base', () => {
  const policy = (text: string | null) => parseTrustPolicy(text)
  test.each([
    ['no files', null, null, 'inactive'],
    ['an empty signers file', null, '', 'active'],
    ['a signers file that is named and not there', '{"schema":1,"signers":"keys"}', null, 'broken'],
    ['a policy that cannot be read', '{', `alice ssh-ed25519 ${KEY}`, 'broken'],
    ['a policy without signers', '{"schema":1}', null, 'inactive'],
  ])('%s', (_, text, signers, signing) => {
    const trust = resolveTrust(policy(text), signers)
    expect(trust.signing).toBe(signing)
    expect(trust.problems.length > 0).toBe(signing === 'broken')
  })
  test('agents are those of the role agent', () => {
    const trust = resolveTrust(policy('{"schema":1,"roles":{"agent":["bot"],"admin":["ana"]}}'), null)
    expect(trust.agents).toEqual(['bot'])
  })
})

describe('the signers file', () => {
  test('lines that can be trusted', () => {
    const text = `# team\n\nalice@x,"bob b" namespaces="git,chant-review" ssh-ed25519 ${KEY} a comment\r\ncy ssh-ed25519 ${KEY}\n`
    expect(parseSignersFile(text)).toEqual({
      signers: [
        { principals: ['alice@x', 'bob b'], namespaces: 'git,chant-review', keyType: 'ssh-ed25519', key: KEY },
        { principals: ['cy'], namespaces: null, keyType: 'ssh-ed25519', key: KEY },
      ],
      leftOut: [],
    })
  })
  test.each([
    [`a valid-after="20260101" ssh-ed25519 ${KEY}`, 'valid-after'],
    [`a valid-before="20270101",namespaces="git" ssh-ed25519 ${KEY}`, 'valid-before'],
    [`a cert-authority ssh-ed25519 ${KEY}`, 'cert-authority'],
    [`a verify-required ssh-ed25519 ${KEY}`, 'option verify-required'],
    [`a namespaces="git",namespaces="x" ssh-ed25519 ${KEY}`, 'option namespaces'],
    [`a namespaces=git ssh-ed25519 ${KEY}`, 'options that cannot be read'],
    [`*@x ssh-ed25519 ${KEY}`, 'a pattern'],
    [`a,!b ssh-ed25519 ${KEY}`, 'a pattern'],
    [`a,,b ssh-ed25519 ${KEY}`, 'without a name'],
    [`a ssh-rsa ${KEY}`, 'no usable ssh-rsa key'],
    ['a ssh-ed25519 AAAA', 'no usable'],
    ['a ssh-ed25519 ???', 'no usable'],
    ['a ssh-ed25519', 'no principal'],
    [`a ssh-dss ${KEY} x`, 'option ssh-dss'],
    ['a "', 'no principal'],
  ])('left out: %s', (line, why) => {
    const { signers, leftOut } = parseSignersFile(`\n${line}\n`)
    expect(signers).toEqual([])
    expect(leftOut).toMatchObject([{ line: 2 }])
    expect(leftOut[0]?.why).toContain(why)
  })
})

test.each([
  ['base decides', { base: { quorum: 3 } }, 3, 'declaration'],
  ['a base that says nothing asks for two', { base: { quorum: null } }, 2, 'default'],
  ['so does a base without a declaration', { base: null }, 2, 'default'],
  ['without a base the tree decides', { tree: { quorum: 0 } }, 0, 'declaration'],
  ['or two', { tree: null }, 2, 'default'],
])('the need: %s', (_, from, need, needFrom) => {
  expect(resolveNeed(from)).toEqual({ need, needFrom })
})
