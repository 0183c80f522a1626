// Everything that must hold before a change goes in, one line a step. `--quick` leaves the tests out.
import { spawnSync } from 'node:child_process'

const node = process.execPath
const STEPS = [
  { name: 'types', args: ['node_modules/typescript-native/bin/tsc', '-p', '.', '--noEmit'] },
  { name: 'style', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'boundaries',
    args: ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--config', '.dependency-cruiser.cjs'],
    // It succeeds on a folder in which it understands nothing.
    alsoNeeds: (output) => Number(/\((\d+) modules/.exec(output)?.[1] ?? 0) > 10,
  },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'tests', args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'] },
]

const wanted = process.argv.includes('--quick') ? STEPS.filter(({ name }) => name !== 'tests') : STEPS
const failed = wanted.filter((step) => !run(step)).map(({ name }) => name)
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

function run({ name, args, alsoNeeds = () => true }) {
  const start = performance.now()
  const result = spawnSync(node, args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const output = `${result.stdout}${result.stderr}`
  const ok = result.status === 0 && alsoNeeds(output)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${seconds.padStart(6)} s`)
  if (!ok) console.log(output.trimEnd())
  return ok
}
