import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** What was seen of every entry below a folder, by its path. */
export type Stamps = ReadonlyMap<string, string>

/**
 * Stamps of a tree. The time of the last change of an entry cannot be set by a program, so an entry with the same stamp
 * is the same, if the stamp was taken a clock tick after the last write.
 */
export function takeStamps(folder: string): Stamps {
  const stamps = new Map<string, string>()
  const walk = (path: string) => {
    const place = join(folder, path)
    const stats = lstatSync(place)
    stamps.set(path, stampOf(stats, place))
    if (!stats.isDirectory()) return
    for (const name of readdirSync(place)) walk(path === '' ? name : `${path}/${name}`)
  }
  walk('')
  return stamps
}

/** The stamp of one entry. */
export function takeStamp(folder: string, path: string): string {
  return stampOf(lstatSync(join(folder, path)), join(folder, path))
}

function stampOf(stats: Stats, path: string): string {
  // A folder's times change with what is in it, and that is looked at by itself.
  if (stats.isDirectory()) return `folder ${stats.ino} ${stats.mode}`
  const target = stats.isSymbolicLink() ? readlinkSync(path) : ''
  return `${stats.ino} ${stats.mode} ${stats.nlink} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${target}`
}
