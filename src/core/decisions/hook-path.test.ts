import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const HOOK_MODULES = ['evaluate-tool-call', 'evaluate-workspace', 'join-log', 'append-rule', 'decision-id', 'check']
const HEAVY = /node_modules\/|node:/

async function heavyInputs(names: readonly string[]): Promise<readonly string[]> {
  const entryPoints = names.map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url)))
  const options = { bundle: true, write: false, metafile: true, platform: 'node', outdir: 'unused' } as const
  const { metafile } = await build({ ...options, entryPoints })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map((found) => found.path))
  return imports.filter((path) => HEAVY.test(path))
}

test('what a hook runs on its clean path loads no package', async () => {
  expect(await heavyInputs(HOOK_MODULES)).toEqual([])
})

test('reading files does load the schemas, so the test above can fail', async () => {
  expect((await heavyInputs(['parse-decision-file'])).some((path) => path.includes('zod'))).toBe(true)
})
