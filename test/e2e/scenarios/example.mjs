// The smallest scenario: shows the form; the agent works without any hook.
import assert from 'node:assert/strict'
import { assertPlayedThrough, assertRan } from '../support.mjs'

export function scenarios() {
  return [
    {
      name: 'an agent without hooks writes a file',
      async run(t) {
        const { scratch, server, agent } = await t.stage()
        server.load({ steps: [...agent.writeFile('hello.txt', 'hello\n'), { say: 'Written.' }] })
        assertRan(await agent.run({ prompt: 'Write hello.txt' }))
        assert.equal(await scratch.read('hello.txt'), 'hello\n')
        assertPlayedThrough(server)
      },
    },
  ]
}
