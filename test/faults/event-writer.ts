// FOLDER COUNT NAME: appends so many events as fast as it can, and prints the number of each after it is on the disk.
import { writeSync } from 'node:fs'
import { appendEvent } from '../../src/app/events/append-event.ts'
import type { World } from '../../src/app/world.ts'
import { openEventLogs } from '../../src/store/event-log-store.ts'
import { openFiles } from '../../src/store/files.ts'
import { openProcessTable } from '../../src/sys/process-table.ts'

const [folder = '', count = '0', name = ''] = process.argv.slice(2)
const table = openProcessTable()
const world = {
  cwd: folder,
  files: openFiles(),
  git: { requireTop: async () => folder },
  events: openEventLogs({ startOf: (pid) => table.row(pid)?.start ?? null, now: () => new Date() }),
} as unknown as World // an append asks for no more of the world than this

async function run(): Promise<void> {
  for (let at = 0; at < Number(count); at++) {
    const data = JSON.stringify({ name, at })
    const { projected } = await appendEvent(world, {
      type: 'evidence_recorded',
      data,
      work: null,
      manifest: null,
      signKey: null,
      signer: null,
    })
    writeSync(1, `${projected.eventCount}\n`)
  }
}

void run()
