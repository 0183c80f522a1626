/**
 * A module of Node.js at its first use: some cost milliseconds to load, and a hook that finds nothing to do needs
 * none of them. Before Node 20.16 the main script's own loader answers.
 */
export function lazyBuiltin(name: 'node:crypto'): typeof import('node:crypto')
export function lazyBuiltin(name: 'node:child_process'): typeof import('node:child_process')
export function lazyBuiltin(name: 'node:os'): typeof import('node:os')
export function lazyBuiltin(name: 'node:worker_threads'): typeof import('node:worker_threads')
export function lazyBuiltin(name: string): unknown {
  return process.getBuiltinModule?.(name) ?? process.mainModule?.require(name)
}
