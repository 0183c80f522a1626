import { randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { CopyRoom, OuterLink, SourceFile, TreeCopies } from '../app/world-mutation.ts'
import { Refusal } from '../core/fault.ts'
import { copyTree } from './copy-tree.ts'
import { holdInterruptions } from './hold-interruptions.ts'
import { removeTreePatiently } from './remove-tree.ts'
import { makeTreeCopy } from './tree-copy.ts'
import { takeStamps } from './tree-stamps.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Copies of trees below the system's temporary folder. */
export function openTreeCopies(temporary: () => string = tmpdir): TreeCopies {
  return {
    parallelism: availableParallelism(),
    look: async (workspace, path) => look(workspace, path),
    open: (workspace, leftOut) => openRoom({ workspace, leftOut, temporary: temporary() }),
  }
}

function look(workspace: string, path: string): SourceFile {
  let at = workspace
  const parts = path.split('/')
  for (const part of parts) {
    at = join(at, part)
    if (statOrNull(at)?.isSymbolicLink()) return { kind: 'link' }
  }
  if (!statOrNull(at)?.isFile()) return { kind: 'no-file' }
  try {
    return { kind: 'text', text: UTF8.decode(readFileSync(at)) }
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'not-utf-8' }
    throw new Refusal({ code: 'mutation/unreadable', message: `${path} cannot be read: ${(error as Error).message}` })
  }
}

function statOrNull(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined // a part of the path is no folder
  }
}

type RoomRequest = { readonly workspace: string; readonly leftOut: readonly string[]; readonly temporary: string }

async function openRoom({ workspace, leftOut, temporary }: RoomRequest): Promise<CopyRoom> {
  const from = realpathSync.native(workspace)
  const root = openRoot(from, temporary)
  const interruptions = holdInterruptions()
  const outerLinks: OuterLink[] = []
  // No name is used twice or can be guessed: neither a criterion nor a cache that goes by paths knows the next one.
  const nextFolder = () => join(root, randomBytes(9).toString('hex'))
  const pristine = nextFolder()
  const { isCaught: isInterrupted } = interruptions
  const dispose = async () => {
    try {
      return (await removeTreePatiently(root)) ? null : root
    } finally {
      interruptions.release()
    }
  }
  try {
    await copyTree({ from, to: pristine, leftOut, links: outerLinks, isInterrupted })
  } catch (error) {
    await dispose()
    if (error instanceof Refusal) throw error
    const message = `the workspace could not be copied: ${(error as Error).message}`
    throw new Refusal({ code: 'mutation/no-copy', message }, { cause: error })
  }
  const stamps = takeStamps(pristine)
  return {
    outerLinks,
    isInterrupted,
    async read(path) {
      const found = look(pristine, path)
      return found.kind === 'text' ? found.text : null
    },
    copy: () => makeTreeCopy({ pristine, nextFolder, isInterrupted }),
    isAsTaken() {
      try {
        const now = takeStamps(pristine)
        return now.size === stamps.size && [...now].every(([path, stamp]) => stamps.get(path) === stamp)
      } catch {
        return false // taken away
      }
    },
    dispose,
  }
}

/** A folder for copies inside the workspace would be copied itself, and searched by the criterion. */
function openRoot(workspace: string, temporary: string): string {
  let place: string
  try {
    place = realpathSync.native(temporary)
  } catch (error) {
    const message = `the temporary folder ${temporary} cannot be used: ${(error as Error).message}`
    throw new Refusal({ code: 'mutation/no-temporary-folder', message }, { cause: error })
  }
  if (place === workspace || place.startsWith(workspace.endsWith(sep) ? workspace : workspace + sep)) {
    const message = `the temporary folder lies inside the workspace: ${relative(workspace, place) || '.'}`
    const hint = 'set TMPDIR to a folder elsewhere'
    throw new Refusal({ code: 'mutation/no-temporary-folder', message, hint })
  }
  try {
    return mkdtempSync(join(place, 'bylaw-mutate-'))
  } catch (error) {
    const message = `the workspace could not be copied: ${(error as Error).message}`
    throw new Refusal({ code: 'mutation/no-copy', message }, { cause: error })
  }
}
