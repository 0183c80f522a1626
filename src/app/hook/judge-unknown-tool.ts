import { normalize } from 'node:path/posix'
import { logFolderOf, relationTo } from '../../core/sessions/log-paths.ts'
import type { CallContext, Objection } from './call-context.ts'
import { isPolicyPath, policyFileObjection, policyKeeper } from './judge-policy-file.ts'
import { ownFolder } from './judge-protected-files.ts'
import { absolute, locatePath } from './locate.ts'

const READING = /^(?:read|get|list|search|find|stat|view)/i
const PATH_MAX = 4096

/**
 * An unknown or MCP tool with a string argument that resolves into the log is denied like an edit, unless its name
 * says that it reads (specification decisions section 4).
 */
export function judgeUnknownTool(context: CallContext): readonly Objection[] {
  const { call } = context.event
  if (READING.test(lastPart(call.name))) return []
  const keeper = policyKeeper(context)
  for (const text of call.strings) {
    const path = pathOf(text)
    if (path === null) continue
    const hit = hitBy(context, path)
    if (hit !== null) return [{ effect: 'deny', reason: hit }]
    if (keeper !== null && isPolicyFile(context, path)) return [policyFileObjection(keeper)]
  }
  return []
}

function isPolicyFile({ world, folder }: CallContext, path: string): boolean {
  const whole = absolute(path, folder)
  return isPolicyPath(normalize(whole)) || isPolicyPath(world.disk.realPath(whole))
}

/** `mcp__files__write_file` is `write_file`; opencode's `files_write_file` too. */
function lastPart(name: string): string {
  if (name.includes('__')) return name.slice(name.lastIndexOf('__') + 2)
  const cut = name.indexOf('_')
  return cut < 0 ? name : name.slice(cut + 1)
}

function pathOf(text: string): string | null {
  if (text === '' || text.length > PATH_MAX || /[\n\0]/.test(text)) return null
  if (!/^file:\/\//i.test(text)) return text
  try {
    return decodeURIComponent(text.slice('file://'.length))
  } catch {
    return text.slice('file://'.length)
  }
}

function hitBy(context: CallContext, path: string): string | null {
  const { world, states, folder, event } = context
  const projects = states.map((state) => state.project)
  const roots = path.startsWith('/') ? [''] : [folder, ...projects]
  for (const root of roots) {
    const place = locatePath(world.disk, absolute(path, root), projects)
    const spellings = [place.written, place.real]
    const state = states.find((one) =>
      spellings.some((spelling) => ['is', 'inside'].includes(relationTo(spelling, logFolderOf(one.project)))),
    )
    if (state || place.otherName) {
      return `${event.call.name} names ${path}, which lies in the decision log; an agent adds a decision with its file tool as a new file, and changes none`
    }
    const own = ownFolder(context, spellings, false)
    if (own !== null) return `HOOK-INTEGRITY: ${event.call.name} names ${path}; ${own} belongs to bylaw`
    const settings = states
      .flatMap((one) => one.guarded)
      .find(
        (file) =>
          (file.registered || file.matters) && spellings.some((spelling) => relationTo(spelling, file.path) === 'is'),
      )
    if (settings) return `HOOK-INTEGRITY: ${event.call.name} names ${settings.path}, on which our hooks depend`
  }
  return null
}
