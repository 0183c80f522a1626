import { execFileSync } from 'node:child_process'

/** Builds `dist/` once before the tests that start real processes. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}
