import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts', 'test/hook/fuzz.test.ts'],
    env: { FUZZ: 'full' },
    pool: 'threads',
    isolate: false,
    testTimeout: 300_000,
    globalSetup: ['test/support/build-once.ts'],
  },
})
