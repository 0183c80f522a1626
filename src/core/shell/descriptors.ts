import { normalize } from 'node:path/posix'

const NUMBERED = /^\/(?:dev\/fd|proc\/(?:self|thread-self|\d{1,9}|\uE007|self\/task\/\d{1,9})\/fd)\/(\d{1,4})$/
const NAMED: Readonly<Record<string, number>> = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 }

/** Which descriptor a path stands for: `/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/3`; null for a file. */
export function descriptorOf(path: string): number | null {
  if (!(path.startsWith('/dev/') || path.startsWith('/proc/') || path.startsWith('//') || path.startsWith('/.'))) {
    return null
  }
  const name = normalize(path).replace(/^\/\/+/, '/')
  if (Object.hasOwn(NAMED, name)) return NAMED[name] ?? null
  const number = NUMBERED.exec(name)?.[1]
  return number === undefined ? null : Number(number)
}

/** Whether a word that names a file to read means the standard input. */
export function isStandardInput(text: string): boolean {
  return text === '-' || descriptorOf(text) === 0
}

/** Paths of a network connection that a shell opens itself. */
export function isConnection(path: string): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(path)
}
