import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCRIPT = 'at=0; while [ -f "$0/$at" ]; do bash -n <"$0/$at" 2>/dev/null; echo $?; at=$((at + 1)); done'

/** Whether bash takes each text, in order. A shell starts the many small ones: it does so faster than a test can. */
export function acceptedByBash(texts: readonly string[]): readonly boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bash-'))
  try {
    for (const [at, text] of texts.entries()) writeFileSync(join(folder, String(at)), text)
    const codes = spawnSync('bash', ['-c', SCRIPT, folder], { encoding: 'utf8' }).stdout.trim().split('\n')
    if (codes.length !== texts.length) throw new Error(`bash judged ${codes.length} of ${texts.length} texts`)
    return codes.map((code) => code === '0')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
