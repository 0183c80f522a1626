// Snapshots of a large work tree beside what a person would type: the first, the next with nothing changed, and one that
// believes no cache, which is what a gate takes. Whole processes, files in the page cache for every side.

import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { interleave, peakOnce, quantile, timeOnce } from './measure.mjs'
import { environmentIn } from './stage.mjs'
import { renderTable } from './table.mjs'

const FOLDERS = 1_000
const FILES_PER_FOLDER = 100
const FILES = FOLDERS * FILES_PER_FOLDER
const BYTES = { least: 8 * 1024, spread: 4 * 1024 }
const ROUNDS_MAX = 9
const TARGETS = { first: 1.3, again: 0.3 }
const PEER = 'git ls-files -z | xargs -0 -n 500 -P 2 sha256sum'

/** Takes one snapshot as `bin.ts` would have it taken. */
const DRIVER = `
  import { openSnapshots } from './src/store/snapshot-store.ts'
  import { openGit } from './src/sys/git.ts'
  const [top, cacheFolder, workerFile, cache] = process.argv.slice(2)
  const snapshots = openSnapshots({ git: openGit(process.env), cacheFolder, workerFile, now: Date.now })
  snapshots.take(top, { cache: cache === 'cache' }).then((entries) => {
    if (entries.length !== ${FILES}) throw new Error(entries.length + ' paths')
  })
`

export async function benchAttest({ rounds: wanted, progress }) {
  const rounds = Math.min(wanted, ROUNDS_MAX)
  const root = mkdtempSync(join(tmpdir(), 'bylaw-bench-attest-'))
  try {
    progress(`writing ${FILES} files`)
    const repo = join(root, 'repo')
    const env = environmentIn(root)
    writeWorkTree(repo, env)
    // A cache keeps nothing that is younger than a minute.
    await new Promise((settle) => setTimeout(settle, 61_000))
    const driver = join(root, 'snapshot.cjs')
    await bundleDriver(driver)
    const cacheFolder = join(root, 'cache')
    const forget = () => rmSync(cacheFolder, { recursive: true, force: true })
    const snapshot = (name, cache, prepare) => ({
      name,
      file: process.execPath,
      argv: [driver, repo, cacheFolder, resolve('dist/snapshot-worker.cjs'), cache],
      env,
      cwd: root,
      prepare,
    })
    const peer = { name: 'ls-files, xargs, sha256sum', file: 'sh', argv: ['-c', `${PEER} > /dev/null`], env, cwd: repo }
    const first = snapshot('first snapshot', 'cache', forget)
    const again = snapshot('again, nothing changed', 'cache')
    const without = snapshot('without the cache', 'none')
    const sides = [peer, first, again, without]
    for (const side of sides) timeOnce(side) // fills the page cache, and shows that each works
    const times = interleave(sides, rounds, timeOnce, (round) => progress(`snapshots, ${round + 1} of ${rounds}`))
    const bare = peakOnce({ ...first, argv: ['-e', '0'], prepare: undefined })
    return {
      node: process.version,
      processors: cpus().length,
      rounds,
      files: FILES,
      targets: TARGETS,
      rows: sides.map((side) => ({
        name: side.name,
        ms: [0.25, 0.5, 0.75].map((share) => quantile(times.get(side), share)),
        peakMib: side === peer ? null : peakOnce(side) - bare,
      })),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** About 10 KB a file, 1 GB in all, no two alike, all of them in git's index. */
function writeWorkTree(repo, env) {
  const bytes = Buffer.alloc(BYTES.least + BYTES.spread)
  for (let at = 0; at < FILES; at++) {
    const folder = join(repo, `src/folder${Math.floor(at / FILES_PER_FOLDER)}`)
    if (at % FILES_PER_FOLDER === 0) mkdirSync(folder, { recursive: true })
    if (at % FILES_PER_FOLDER === 0) randomFillSync(bytes)
    bytes.writeUInt32LE(at, 0)
    writeFileSync(join(folder, `file${at}.ts`), bytes.subarray(0, BYTES.least + ((at * 7919) % BYTES.spread)))
  }
  run('git', ['init', '-q'], repo, env)
  // One pack instead of a hundred thousand objects; what is in it does not matter here.
  run('git', ['-c', 'core.bigFileThreshold=1', '-c', 'core.compression=0', 'add', '.'], repo, env)
}

function run(file, argv, cwd, env) {
  const result = spawnSync(file, argv, { cwd, env, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`${file} ${argv.join(' ')} ended with ${result.status}: ${result.stderr}`)
}

async function bundleDriver(outfile) {
  const stdin = { contents: DRIVER, resolveDir: resolve('.'), loader: 'ts' }
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', minify: true, logLevel: 'warning' })
}

export function renderAttest({ node, processors, rounds, files, targets, rows }) {
  const [peer, first, again] = rows
  const line = (what, row, target) => {
    const ratio = row.ms[1] / peer.ms[1]
    return `${what}: ${ratio.toFixed(2)} x (target ${target}) ${ratio <= target ? 'holds' : 'too slow'}`
  }
  return [
    `Snapshots of ${files.toLocaleString('en')} files: Node ${node}, ${processors} processors, ${rounds} rounds`,
    '',
    renderTable(
      ['whole process', 'median ms', 'quartiles', 'MiB above node'],
      rows.map(({ name, ms: [low, median, high], peakMib }) => [
        name,
        median.toFixed(0),
        `${low.toFixed(0)}-${high.toFixed(0)}`,
        peakMib === null ? '-' : peakMib.toFixed(0),
      ]),
      [0],
    ),
    '',
    `beside ${PEER}:`,
    line('first snapshot', first, targets.first),
    line('again, nothing changed', again, targets.again),
  ].join('\n')
}
