import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `git init` makes, without its samples and without starting git: hundreds of tests begin with one. */
export function makeEmptyRepository(folder: string, branch = 'main'): void {
  for (const part of ['objects', 'refs', 'info']) mkdirSync(join(folder, '.git', part), { recursive: true })
  writeFileSync(join(folder, '.git/HEAD'), `ref: refs/heads/${branch}\n`)
  writeFileSync(
    join(folder, '.git/config'),
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n',
  )
}
