import assert from 'node:assert'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ACTED, ALSO_BUILTIN, REAL, realText, STUBS, stubText } from './stubs.ts'

/** A scratch folder to run lines in: `bin` is their whole PATH, `work` their folder, `log` what was called. */
export type Sandbox = {
  readonly bin: string
  readonly work: string
  readonly home: string
  readonly log: string
  readonly bash: string
  /** Not root, where we are: the lines then run as nobody. */
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** An empty log, and `work` as every line finds it. */
  reset(): void
  dispose(): void
}

const NOBODY = 65534
const FOLDERS = ['src', 'build', 'docs', 'old']
const FILES = ['a.txt', 'b.txt', 'src/one.ts', 'src/two.ts', 'old/x.log']

export function makeSandbox(): Sandbox {
  const temporary = realpathSync(tmpdir())
  const root = realpathSync(mkdtempSync(join(temporary, 'bylaw-oracle-')))
  assert(root.startsWith(join(temporary, 'bylaw-oracle-')), `${root} is not below the temporary folder`)
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null
  const own = (path: string) => user && chownSync(path, user.uid, user.gid)
  const [bin, work, home, log] = [join(root, 'bin'), join(root, 'work'), join(root, 'home'), join(root, 'log')]
  chmodSync(root, 0o755)
  mkdirSync(bin)
  makeFolder(home, own)
  writeStubs(bin, log)
  const reset = () => {
    rmSync(work, { recursive: true, force: true })
    for (const folder of ['', ...FOLDERS]) makeFolder(join(work, folder), own)
    for (const file of FILES) writeFileSync(join(work, file), '')
    for (const file of FILES) own(join(work, file))
    writeFileSync(log, '')
    own(log)
  }
  const dispose = () => rmSync(root, { recursive: true, force: true })
  return { bin, work, home, log, user, bash: findProgram('bash'), reset, dispose }
}

function makeFolder(path: string, own: (path: string) => unknown): void {
  mkdirSync(path)
  own(path)
}

function writeStubs(bin: string, log: string): void {
  const write = (name: string, text: string) => writeFileSync(join(bin, name), text, { mode: 0o755 })
  for (const name of STUBS) write(name, stubText(log, ''))
  for (const name of [...REAL, ...ALSO_BUILTIN]) write(name, realText(log, findProgram(name)))
  for (const [name, text] of Object.entries(ACTED)) write(name, stubText(log, text))
}

function findProgram(name: string): string {
  const folders = ['/usr/bin', '/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  assert(found !== undefined, `the oracle needs ${name}`)
  return found
}
