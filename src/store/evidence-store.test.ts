import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REAL_STEPS } from './atomic-write.ts'
import { openEvidenceStore, type RecordSteps } from './evidence-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-records-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const full = () => {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
}
const records = () => readdirSync(join(folder, 'r'))

describe('a new record', () => {
  it('never takes the place of another one, whoever made that', async () => {
    const store = openEvidenceStore()
    const paths = await Promise.all([1, 2, 3].map((one) => store.create(folder, 'r', 'a', async () => `${one}`)))
    expect(paths.toSorted()).toEqual(['r/a-2.json', 'r/a-3.json', 'r/a.json'])
    const texts = paths.map((path) => readFileSync(join(folder, path), 'utf8'))
    expect(texts).toEqual(['1', '2', '3'])
  })

  it.each<[string, RecordSteps]>([
    ['nothing of it was written', { ...REAL_STEPS, write: full }],
    [
      'a part of it was written',
      {
        ...REAL_STEPS,
        write: (fd, text) => {
          REAL_STEPS.write(fd, text.slice(0, 2))
          full()
        },
      },
    ],
    ['it could not be flushed', { ...REAL_STEPS, sync: full }],
  ])('is not there where the disk is full: %s', async (_, steps) => {
    const made = openEvidenceStore(steps).create(folder, 'r', 'a', async () => 'whole')
    await expect(made).rejects.toMatchObject({ fault: { code: 'evidence/not-writable' } })
    expect(records()).toEqual([])
    expect(await openEvidenceStore().create(folder, 'r', 'a', async () => 'whole')).toBe('r/a.json')
  })

  it('is not there where its text could not be made', async () => {
    const made = openEvidenceStore().create(folder, 'r', 'a', async () => Promise.reject(new Error('no key')))
    await expect(made).rejects.toThrow('no key')
    expect(records()).toEqual([])
  })

  it('is refused where the folder is a file, or behind a link that leads out or nowhere', async () => {
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('/tmp', join(folder, 'out'))
    symlinkSync('none', join(folder, 'broken'))
    for (const place of ['file', 'file/below', 'out', 'out/below', 'broken']) {
      await expect(
        openEvidenceStore().create(folder, place, 'a', async () => ''),
        place,
      ).rejects.toHaveProperty('fault')
    }
  })
})
