import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/faults/**'],
    // One process a worker: a test that starts a program copies the memory of its own process for it, not of both.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    globalSetup: ['test/support/build-once.ts'],
  },
})
