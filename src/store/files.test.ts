import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlanStep } from '../core/plan.ts'
import { openFiles } from './files.ts'

let root = ''
const files = openFiles()
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-files-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function step(name: string, before: string | null, after: string | null, mode?: number): PlanStep {
  return {
    kind: 'write-file',
    path: join(root, name),
    before,
    after,
    why: 'a test',
    ...(mode === undefined ? {} : { mode }),
  }
}
const apply = (...steps: PlanStep[]) => files.apply({ steps, notes: [] })

test('text is read whole or refused; what is not there is null', async () => {
  writeFileSync(join(root, 'bom'), '\ufefftext')
  writeFileSync(join(root, 'latin1'), Buffer.from([0xe4]))
  expect(await files.readText(join(root, 'bom'))).toBe('\ufefftext')
  expect(await files.readText(join(root, 'none'))).toBeNull()
  expect(await files.readText(join(root, 'bom', 'below'))).toBeNull()
  await expect(files.readText(join(root, 'latin1'))).rejects.toMatchObject({ fault: { code: 'unreadable' } })
  await expect(files.readText(root)).rejects.toMatchObject({ fault: { code: 'unreadable' } })
  await expect(files.readText(join(root, 'bom'), 6)).rejects.toThrow('larger than 6 bytes')
  expect(await files.readText(join(root, 'bom'), 7)).toBe('\ufefftext')
  expect([
    await files.kindOf(root),
    await files.kindOf(join(root, 'bom')),
    await files.kindOf(join(root, 'none')),
    await files.kindOf('/dev/null'),
  ]).toEqual(['folder', 'file', null, 'other'])
})

test('links are resolved on the nearest ancestor that exists', async () => {
  mkdirSync(join(root, 'real'))
  symlinkSync(join(root, 'real'), join(root, 'link'))
  expect(await files.resolve(join(root, 'link', 'a', 'b'))).toBe(join(root, 'real', 'a', 'b'))
})

test('a plan makes folders, replaces, removes, and leaves equal texts alone', async () => {
  writeFileSync(join(root, 'old'), 'old')
  writeFileSync(join(root, 'same'), 'same')
  const before = statSync(join(root, 'same')).ino
  await apply(step('a/b/new', null, 'new', 0o600), step('old', 'old', null), step('same', 'same', 'same'))
  expect(readFileSync(join(root, 'a/b/new'), 'utf8')).toBe('new')
  expect(statSync(join(root, 'a/b/new')).mode & 0o777).toBe(0o600)
  expect([existsSync(join(root, 'old')), statSync(join(root, 'same')).ino]).toEqual([false, before])
})

test('a file keeps its bits, and a link stays a link to the file that is replaced', async () => {
  writeFileSync(join(root, 'real'), '1')
  chmodSync(join(root, 'real'), 0o666)
  symlinkSync(join(root, 'real'), join(root, 'link'))
  await apply(step('link', '1', '2'))
  expect([readFileSync(join(root, 'real'), 'utf8'), statSync(join(root, 'real')).mode & 0o777]).toEqual(['2', 0o666])
  expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true)
})

test('what changed since the plan was made stops it: that file and all after it stay', async () => {
  writeFileSync(join(root, 'one'), 'changed')
  await expect(apply(step('zero', null, '0'), step('one', '1', '2'), step('two', null, '2'))).rejects.toMatchObject({
    fault: { code: 'changed-meanwhile' },
  })
  expect([
    existsSync(join(root, 'zero')),
    readFileSync(join(root, 'one'), 'utf8'),
    existsSync(join(root, 'two')),
  ]).toEqual([true, 'changed', false])
})
