// Entry of the end-to-end tests: node test/e2e/run.mjs [--harness NAME] [--only TEXT] [--require-all]
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildProduct } from './product.mjs'
import { runScenarios } from './support.mjs'

const { values } = parseArgs({
  options: { harness: { type: 'string' }, only: { type: 'string' }, 'require-all': { type: 'boolean' } },
})
buildProduct()
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'scenarios')
const files = (await readdir(folder)).filter((file) => file.endsWith('.mjs')).sort()
const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(folder, file)).href)))
process.exitCode = await runScenarios({
  modules,
  harness: values.harness,
  only: values.only,
  requireAll: values['require-all'],
})
