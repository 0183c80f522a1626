// The command policy in a real agent: what it blocks, what it leaves to a person, and what only looks like either.
import assert from 'node:assert/strict'
import { decisionText, stageProduct } from '../product.mjs'

const POLICY = decisionText('HDR-007', {
  kind: 'command_policy',
  mode: 'enforce',
  permit: [{ rule: 'recursive-delete', paths: ['dist/**'] }],
})

export function scenarios() {
  return [{ name: 'the command policy blocks, leaves to a person, and lets look-alikes pass', run: byPolicy }]
}

async function byPolicy(t) {
  const files = { 'src/a.txt': 'kept\n', 'dist/b.txt': 'built\n' }
  const { scratch, agent, play } = await stageProduct(t, { decisions: { 'HDR-007': POLICY }, files })
  const kept = async () => assert.equal(await scratch.read('src/a.txt'), 'kept\n')
  const push = agent.shell('git push origin HEAD:refs/heads/feature')
  const asked = t.harness === 'claude-code'
  const { results } = await play([
    { do: agent.shell("bash -c 'rm -rf src'"), denied: /HDR-007 recursive-delete: /, after: kept },
    asked ? { do: push, anyResult: true } : { do: push, denied: /HDR-007 external-push: .*say to a person/ },
    { do: agent.shell("echo 'never run rm -rf src' > note.txt"), after: kept },
    // Codex declines `rm -f` by itself, whatever the hooks say.
    { do: agent.shell('find dist -delete') },
  ])
  // Without a terminal nobody can be asked: the agent declines by itself, before git is started.
  if (asked) assert.match(results[1].text, /external-push|permission|approval/i)
  assert.doesNotMatch(results[1].text, /does not appear to be a git repository|fatal:/)
  assert.equal(await scratch.read('note.txt'), 'never run rm -rf src\n')
  await assert.rejects(scratch.read('dist/b.txt'))
}
