import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `body` with a private folder that is gone afterwards, also where a signal ends this process meanwhile. */
export async function inScratchFolder<T>(prefix: string, body: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const onSignal = (signal: NodeJS.Signals) => {
    remove()
    stopListening()
    // Whoever else listens decides what the signal means; if nobody does, it means what it always does.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const stopListening = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    return await body(folder)
  } finally {
    stopListening()
    remove()
  }
}
