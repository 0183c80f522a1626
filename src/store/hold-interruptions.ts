const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Holds what would end this process until there was time to clean up. `release` passes it on, as if it had come then.
 */
export function holdInterruptions() {
  let caught: NodeJS.Signals | null = null
  const listener = (signal: NodeJS.Signals) => {
    caught ??= signal
  }
  for (const signal of SIGNALS) process.on(signal, listener)
  return {
    isCaught: () => caught !== null,
    release() {
      for (const signal of SIGNALS) process.off(signal, listener)
      if (caught !== null) process.kill(process.pid, caught)
    },
  }
}
