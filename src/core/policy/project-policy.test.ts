import { describe, expect, it, test } from 'vitest'
import { parseCommandLine } from '../shell/parse-command-line.ts'
import { compileProjectPolicy } from './compile-project-policy.ts'
import { policyCommands } from './policy-commands.ts'
import { matchProjectRule, type ProjectRule } from './project-policy.ts'

const HEAD = { id: 'r', level: 'BLOCK', reason: 'r' } as const

async function pieceOf(rule: ProjectRule, text: string): Promise<string | null> {
  const policy = await compileProjectPolicy({ rules: [rule], raise: new Set(), protectedBranches: [] })
  const [compiled] = policy.rules
  if (compiled === undefined) throw new Error('no rule')
  const span = matchProjectRule(compiled, text, policyCommands(parseCommandLine(text).commands, text))
  return span === null ? null : text.slice(...span)
}

describe('a rule with a pattern', () => {
  it.each([
    ['kubectl +apply .*prod', 'sudo KUBECTL apply -f PROD.yaml', 'KUBECTL apply -f PROD'],
    ['kubectl +apply .*prod', 'kubectl apply -f dev.yaml', null],
    ['(^| )rm ', 'echo "a rm b"', ' rm '],
    ['x*', 'abc', ''],
  ])('%s in %j: %j', async (pattern, text, piece) => {
    expect(await pieceOf({ ...HEAD, pattern, command: null }, text)).toBe(piece)
  })
})

describe('a rule with a command', () => {
  it.each([
    [
      'terraform * destroy',
      'cd infra && terraform -chdir=x destroy -auto-approve',
      'terraform -chdir=x destroy -auto-approve',
    ],
    ['terraform destroy', 'sudo /usr/local/bin/terraform destroy', 'terraform destroy'],
    ['Terraform destroy', 'TERRAFORM.exe destroy', 'TERRAFORM.exe destroy'],
    ['terraform destroy', '"$HOME/bin/terraform" destroy', '"$HOME/bin/terraform" destroy'],
    ['terraform destroy', 'echo terraform destroy', null],
    ['terraform destroy', 'terraform plan', null],
    ['terraform Destroy', 'terraform destroy', null],
    ['terraform destroy', '"$tool" destroy', null],
  ])('%s in %j: %j', async (command, text, piece) => {
    const found = await pieceOf({ ...HEAD, pattern: null, command }, text)
    if (piece === null) expect(found).toBeNull()
    else expect(found).toContain(piece)
  })
})

test('where a match lies is only looked for while that is cheap', async () => {
  const text = `${'x'.repeat(60_000)}b`
  expect(await pieceOf({ ...HEAD, pattern: 'b', command: null }, text)).toBe('b')
  expect(await pieceOf({ ...HEAD, pattern: 'x{300}b', command: null }, text)).toBe(text)
})
