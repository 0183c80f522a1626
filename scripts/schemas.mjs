// Writes schemas/ from the schemas in the code; `--check` only says which file is stale and exits 1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Modules that publish schemas, and the export that gives them by file name. */
const SOURCES = [
  { module: 'src/core/decisions/decision-file-schema.ts', name: 'decisionJsonSchemas' },
  { module: 'src/core/policy/project-policy-schema.ts', name: 'policyJsonSchemas' },
  { module: 'src/core/gates/gates-file.ts', name: 'gatesJsonSchemas' },
]

/** The text of every published schema by file name. */
export async function renderSchemas() {
  const texts = {}
  for (const { module, name } of SOURCES) {
    const options = {
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
      logLevel: 'warning',
      absWorkingDir: root,
    }
    const built = await build({ ...options, entryPoints: [module] })
    const url = `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString('base64')}`
    const schemas = (await import(url))[name]()
    for (const [file, schema] of Object.entries(schemas)) texts[file] = `${JSON.stringify(schema, null, 2)}\n`
  }
  return texts
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'schemas')
  const texts = Object.entries(await renderSchemas())
  const stale = texts.filter(([file, text]) => readText(join(folder, file)) !== text).map(([file]) => file)
  if (process.argv.includes('--check')) {
    for (const file of stale) console.error(`schemas/${file} is stale: run npm run schemas`)
    process.exitCode = stale.length === 0 ? 0 : 1
  } else {
    mkdirSync(folder, { recursive: true })
    for (const [file, text] of texts) writeFileSync(join(folder, file), text)
    console.log(`${texts.length} schemas, ${stale.length} of them changed`)
  }
}
