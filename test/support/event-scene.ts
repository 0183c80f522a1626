import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../../src/app/world.ts'
import { type AppendSteps, openEventLogs } from '../../src/store/event-log-store.ts'
import { openFiles } from '../../src/store/files.ts'
import { fakeWorld } from './fake-world.ts'
import { runIn } from './work-scene.ts'

export type Ran = { readonly exit: number; readonly stdout: string; readonly stderr: string }

export type EventScene = {
  /** An empty folder outside of any repository; the manifest lies above it. */
  readonly folder: string
  /** One command line, run in this process on the real disk. */
  run(argv: readonly string[], steps?: AppendSteps): Promise<Ran>
  writeLog(content: string | Uint8Array): void
  dispose(): void
}

/** A folder with an event log and commands over it. Without a loop the built-in one counts. */
export function openEventScene(loop: unknown = null): EventScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-events-')))
  const folder = join(root, 'work')
  mkdirSync(folder)
  if (loop !== null) writeFileSync(join(root, 'hpp.manifest.json'), JSON.stringify({ loop }))
  return {
    folder,
    run: (argv, steps) => runIn(worldIn(folder, steps), argv),
    writeLog(content) {
      mkdirSync(join(folder, '.hpp'), { recursive: true })
      writeFileSync(join(folder, '.hpp/events.jsonl'), content)
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}

function worldIn(folder: string, steps: AppendSteps | undefined): World {
  const now = () => new Date('2026-11-02T12:00:00Z')
  const events = openEventLogs({ startOf: () => null, now, ...(steps === undefined ? {} : { steps }) })
  return { ...fakeWorld(), cwd: folder, files: openFiles(), events }
}
