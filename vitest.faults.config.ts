import { defineConfig } from 'vitest/config'

/** Properties of which `npm test` plays a share of the rounds. */
const RANDOM = [
  'src/core/policy/fuzz.test.ts',
  'src/core/policy/python-pattern.test.ts',
  'src/core/shell/hostile-commands.test.ts',
  'src/core/shell/plain-command.test.ts',
]

export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts', 'test/hook/fuzz.test.ts', ...RANDOM],
    env: { FUZZ: 'full' },
    pool: 'threads',
    isolate: false,
    testTimeout: 300_000,
    globalSetup: ['test/support/build-once.ts'],
  },
})
