const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const cleanups = new Set<() => void>()

/**
 * Runs `cleanup` where a signal ends this process, until the function that is given back is called. One listener for
 * all, so that any number may wait.
 */
export function onEnding(cleanup: () => void): () => void {
  if (cleanups.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal)
  cleanups.add(cleanup)
  return () => {
    if (cleanups.delete(cleanup) && cleanups.size === 0) stopListening()
  }
}

function onSignal(signal: NodeJS.Signals): void {
  for (const cleanup of cleanups) cleanup()
  cleanups.clear()
  stopListening()
  // Whoever else listens decides what the signal means; if nobody does, it means what it always does.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
}

function stopListening(): void {
  for (const signal of SIGNALS) process.off(signal, onSignal)
}
