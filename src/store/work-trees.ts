import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Git, WorkTree, WorkTrees } from '../app/world.ts'
import { compileGlobs } from '../core/codec/globs.ts'
import { Refusal } from '../core/fault.ts'

const TEXT_BYTES_MAX = 16 * 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The files of projects. Lists are made once, when a glob is first asked for; links are never followed into text. */
export function openWorkTrees(git: Git): WorkTrees {
  return {
    async open(project) {
      const tracked = await git.listFiles(project)
      return openWorkTree(project, tracked)
    },
  }
}

function openWorkTree(project: string, tracked: readonly string[] | null): WorkTree {
  let files: readonly string[] | null = null
  return {
    pathExists: (path) => isThere(join(project, path)),
    matchedFiles(globs) {
      files ??= (tracked ?? walk(project)).filter((path) => isPlainFile(join(project, path))).sort()
      return files.filter(compileGlobs(globs))
    },
    readText: (path) => readText(join(project, path)),
  }
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false // something on the way is no folder, or may not be entered
  }
}

function isPlainFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

function readText(path: string): string | null {
  try {
    const stats = lstatSync(path)
    if (!stats.isFile() || stats.size > TEXT_BYTES_MAX) return null
    return UTF8.decode(readFileSync(path))
  } catch {
    return null // no text: the check says so
  }
}

function walk(project: string): readonly string[] {
  const paths: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(project, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && entry.name !== '.git') folders.push(path)
      else paths.push(path)
    }
  }
  return paths
}

/** A folder that cannot be read may hold what a check forbids: nothing is passed over in silence. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new Refusal({ code: 'unreadable', message: `${folder} cannot be read: ${(error as Error).message}` })
  }
}
