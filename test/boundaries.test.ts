import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const CRUISE = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const CONFIG = '.dependency-cruiser.cjs'
const rules: readonly { readonly name: string }[] = createRequire(import.meta.url)(resolve(CONFIG)).forbidden

/** Rule by rule, the file that breaks it and what that file imports. */
const PLANTED: Readonly<Record<string, readonly [file: string, specifier: string]>> = {
  'no-circular': ['src/core/ring-back.ts', './ring.ts'],
  'core-imports': ['src/core/outward.ts', '../app/verb.ts'],
  'core-no-node': ['src/core/reader.ts', 'node:fs'],
  'core-few-packages': ['src/core/packed.ts', 'commander'],
  'app-imports': ['src/app/outward.ts', '../store/log.ts'],
  'no-node-in-app-or-harness': ['src/app/reader.ts', 'node:fs'],
  'harness-imports': ['src/harness/one/outward.ts', '../../app/verb.ts'],
  'harness-islands': ['src/harness/one/neighbour.ts', '../two/two.ts'],
  'store-imports': ['src/store/outward.ts', '../app/verb.ts'],
  'surfaces-no-node': ['src/cli/reader.ts', 'node:fs'],
  'surface-imports': ['src/cli/outward.ts', '../store/log.ts'],
}

const CLEAN: Readonly<Record<string, string>> = {
  'src/core/value.ts': "import { createHash } from 'node:crypto'\nexport const value = createHash\n",
  'src/core/ring-back.ts': 'export const back = 1\n',
  'src/app/world.ts': "import { value } from '../core/value.ts'\nexport type World = typeof value\n",
  'src/app/verb.ts': "import type { World } from './world.ts'\nexport const verb = (world: World) => world\n",
  'src/harness/two/two.ts': "import { value } from '../../core/value.ts'\nexport const two = value\n",
  'src/store/log.ts':
    "import type { World } from '../app/world.ts'\nimport { readFileSync } from 'node:fs'\nexport const log = (world: World) => [world, readFileSync]\n",
  'src/cli/page.ts': "import { verb } from '../app/verb.ts'\nexport const page = verb\n",
  'src/core/value.test.ts': "import { log } from '../store/log.ts'\nlog\n",
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-boundaries-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function plant(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const file of [CONFIG, 'package.json', 'tsconfig.json']) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

function cruise(folder: string): { readonly modules: number; readonly broken: readonly string[] } {
  const args = [CRUISE, 'src', '--config', CONFIG, '--output-type', 'json']
  const { summary } = JSON.parse(spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout)
  const broken = summary.violations.map(
    (found: { rule: { name: string }; from: string }) => `${found.rule.name} ${found.from}`,
  )
  return { modules: summary.totalCruised, broken }
}

describe('boundaries', () => {
  test('every rule has a planted violation', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(rules.map(({ name }) => name).sort())
  })

  test('each planted violation is caught by its rule, and a clean tree by none', () => {
    const planted = Object.values(PLANTED).map(([file, specifier]) => [file, `import '${specifier}'\n`])
    const bad = cruise(
      plant('bad', { ...CLEAN, ...Object.fromEntries(planted), 'src/core/ring.ts': "import './ring-back.ts'\n" }),
    )
    for (const [rule, [file]] of Object.entries(PLANTED)) expect(bad.broken).toContain(`${rule} ${file}`)
    const clean = cruise(plant('clean', CLEAN))
    expect(clean.broken).toEqual([])
    expect(clean.modules).toBeGreaterThanOrEqual(Object.keys(CLEAN).length)
  })

  test('lint refuses a clock, a process and printing in core, and a default export anywhere', () => {
    const folder = plant('lint', { 'src/core/impure.ts': 'export default [Date.now(), process.pid, console.log]\n' })
    cpSync('biome.json', join(folder, 'biome.json'))
    cpSync('.gitignore', join(folder, '.gitignore'))
    execFileSync('git', ['init', '-q', folder])
    const biome = resolve('node_modules/@biomejs/biome/bin/biome')
    const { stdout, stderr, status } = spawnSync(process.execPath, [biome, 'lint', 'src'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status).not.toBe(0)
    for (const words of ['core has no clock', 'core has no process', 'core does not print', 'noDefaultExport']) {
      expect(stdout + stderr).toContain(words)
    }
  })
})
