import { commandTargets } from '../shell/command-targets.ts'
import { isDownloader } from '../shell/output-feed.ts'
import { joinPath } from './resolve-path.ts'
import type { PolicyCommand } from './rule.ts'

/** The files that commands download, copies of them too, each with the place of the first command that wrote it. */
export function savedDownloads(commands: readonly PolicyCommand[]): ReadonlyMap<string, number> {
  const saved = new Map<string, number>()
  for (const command of commands) {
    if (isDownload(command) || copiesSaved(command, saved)) {
      for (const path of writtenPaths(command)) if (!saved.has(path)) saved.set(path, command.index)
    }
  }
  return saved
}

function isDownload({ name, command }: PolicyCommand): boolean {
  return isDownloader(name) || command.feed === 'download'
}

function copiesSaved({ name, command }: PolicyCommand, saved: ReadonlyMap<string, number>): boolean {
  if (saved.size === 0 || !/^(?:cp|mv|install|ln)$/.test(name)) return false
  return command.words.some(({ text }) => saved.has(joinPath(command.folder, text) ?? ''))
}

function writtenPaths({ command }: PolicyCommand): readonly string[] {
  return commandTargets(command).flatMap(({ path, dynamic }) => (dynamic ? [] : [joinPath('', path) ?? path]))
}
