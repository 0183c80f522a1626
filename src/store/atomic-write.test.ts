import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REAL_STEPS, type WriteSteps, writeAtomically } from './atomic-write.ts'

const OLD = 'the old text\n'
const NEW = 'the new text, which is longer: ö決😀\n'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-atomic-'))
  path = join(folder, 'file')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type StepName = keyof WriteSteps
const NAMES = Object.keys(REAL_STEPS) as readonly StepName[]
/** From here on the new text has its name. */
const RENAMED: readonly string[] = ['rename applied', 'syncFolder not applied', 'syncFolder applied']

/** The real steps, one of which throws: before it does anything or after all of it. */
function failing(name: StepName, how: 'not applied' | 'applied'): WriteSteps {
  const real = REAL_STEPS[name] as (...args: unknown[]) => unknown
  const broken = (...args: unknown[]) => {
    if (how === 'applied') real(...args)
    throw Object.assign(new Error(`${name} failed`), { code: 'EIO' })
  }
  return { ...REAL_STEPS, [name]: broken }
}

const failures = NAMES.flatMap((name) => [[name, 'not applied'] as const, [name, 'applied'] as const])

describe('writeAtomically', () => {
  it.each(failures)('leaves one whole text where %s fails, %s', (name, how) => {
    writeFileSync(path, OLD)
    expect(() => writeAtomically({ path, text: NEW }, failing(name, how))).toThrow(`${name} failed`)
    expect(readFileSync(path, 'utf8')).toBe(RENAMED.includes(`${name} ${how}`) ? NEW : OLD)
    // A file that was made although making it failed is not known to us, and nobody reads its name.
    const strays = name === 'open' && how === 'applied' ? 1 : 0
    expect(readdirSync(folder).filter((one) => one.includes('.tmp-'))).toHaveLength(strays)
  })

  it.each(failures)('leaves no file or a whole one where there was none and %s fails, %s', (name, how) => {
    expect(() => writeAtomically({ path, text: NEW }, failing(name, how))).toThrow(`${name} failed`)
    expect(readdirSync(folder).includes('file')).toBe(RENAMED.includes(`${name} ${how}`))
  })

  it.each(failures)('writes at the next try after %s failed, %s', (name, how) => {
    expect(() => writeAtomically({ path, text: OLD }, failing(name, how))).toThrow()
    writeAtomically({ path, text: NEW })
    expect(readFileSync(path, 'utf8')).toBe(NEW)
  })

  it('flushes the text before it gets its name, and the folder after', () => {
    const done: string[] = []
    const noted = Object.fromEntries(
      NAMES.map((name) => {
        const real = REAL_STEPS[name] as (...args: unknown[]) => unknown
        const step = (...args: unknown[]) => {
          done.push(name)
          return real(...args)
        }
        return [name, step]
      }),
    ) as unknown as WriteSteps // the same names with the same arguments
    writeAtomically({ path, text: NEW }, noted)
    expect(done).toEqual(['open', 'write', 'sync', 'close', 'rename', 'syncFolder'])
    done.length = 0
    writeAtomically({ path, text: NEW, flush: false }, noted)
    expect(done).toEqual(['open', 'write', 'close', 'rename'])
  })

  it('writes all of a long text although the system takes it in parts', () => {
    const text = 'ö'.repeat(3_000_000)
    writeAtomically({ path, text })
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it.each([
    [undefined, 0o600],
    [0o644, 0o644],
  ])('makes a file of mode %o for its owner: %o', (mode, expected) => {
    writeAtomically({ path, text: NEW, ...(mode === undefined ? {} : { mode }) })
    expect(statSync(path).mode & 0o777).toBe(expected)
  })

  it('fails and leaves nothing where a folder stands in the way', () => {
    mkdirSync(join(path, 'inner'), { recursive: true })
    expect(() => writeAtomically({ path, text: NEW })).toThrow()
    expect(readdirSync(folder)).toEqual(['file'])
    expect(() => writeAtomically({ path: join(folder, 'no', 'where'), text: NEW })).toThrow(/ENOENT/)
  })
})
