import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkScene, type WorkScene } from './support/work-scene.ts'

type Case = {
  readonly id: string
  readonly title: string
  readonly input: {
    readonly op: string
    readonly before?: Readonly<Record<string, string>>
    readonly artifact?: readonly string[]
    readonly command?: string
    readonly command_argv?: readonly string[]
    readonly then_edit?: string
  }
  readonly expect: {
    readonly verdict?: string
    readonly verdict_in?: readonly string[]
    readonly unchanged?: readonly string[]
    readonly exit?: number
    readonly refused?: boolean
    readonly record_has?: string
    readonly verify?: string
  }
}

const CASES = (JSON.parse(readFileSync('test/cases/attestation.json', 'utf8')) as readonly Case[]).filter(
  ({ input }) => input.op === 'evidence-run',
)

/** What the words of a case stand for. Each leaves `ran` behind, so that it is seen whether it was run. */
const COMMANDS: Readonly<Record<string, string>> = {
  'exit 0': '',
  'rewrites out/report.html with the same bytes': 'printf same > out/report.html',
  'replaces out/r.txt with new bytes and a time stamp of last year':
    'printf new > out/r.txt; touch -d "2025-01-01" out/r.txt',
  'writes out/report.html': 'mkdir -p out; printf hi > out/report.html',
  'writes out/r.txt and edits src/a.ts': 'mkdir -p out; printf hi > out/r.txt; printf b > src/a.ts',
}

let scene: WorkScene
beforeEach(() => {
  scene = openWorkScene()
  scene.write('.gitignore', 'out/\nran\n')
  scene.write('src/a.ts', 'a')
  scene.commit()
})
afterEach(() => scene.dispose())

describe('the cases of evidence runs', () => {
  it.each(CASES.map((one) => [one.id, one.title, one] as const))('%s: %s', async (_, __, { input, expect: wanted }) => {
    for (const [path, text] of Object.entries(input.before ?? {})) {
      scene.write(path, text)
      utimesSync(join(scene.folder, path), 1, 1)
    }
    const artifacts = (input.artifact ?? []).flatMap((pattern) => ['--artifact', pattern])
    // A made-up token stands in two parts in the case, so that no scanner takes it for a real one.
    const argv = input.command_argv?.map((word) => word.replace('\u27c2', '')) ?? [
      'sh',
      '-c',
      `touch ran; ${COMMANDS[input.command ?? ''] ?? expect.fail(`unknown command: ${input.command}`)}`,
    ]
    const { exit, stdout } = await scene.run(['evidence', 'run', '--id', 'case', ...artifacts, '--json', '--', ...argv])
    if (wanted.refused) {
      expect([exit, scene.has('ran'), scene.has('.hpp')]).toEqual([2, false, false])
      return
    }
    const record = JSON.parse(stdout)
    expect([wanted.verdict ?? record.verdict, ...(wanted.verdict_in ?? [])]).toContain(record.verdict)
    if (wanted.verify === undefined && wanted.exit !== undefined) expect(exit).toBe(wanted.exit)
    if (wanted.unchanged) expect(record.artifacts[0].unchanged).toEqual(wanted.unchanged)
    if (wanted.record_has !== undefined) {
      expect(record.tree.changed).toEqual(['src/a.ts'])
      expect(record.tree.before).not.toBe(record.tree.after)
    }
    if (wanted.verify !== undefined) {
      scene.write(input.then_edit ?? '', 'edited')
      const verified = await scene.run(['evidence', 'verify', record.record_path, '--json'])
      expect([JSON.parse(verified.stdout).status, verified.exit]).toEqual([wanted.verify, wanted.exit])
    }
  })
})
