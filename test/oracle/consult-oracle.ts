import { parseCommandLine } from '../../src/core/shell/parse-command-line.ts'
import type { ShellReading } from '../../src/core/shell/simple-command.ts'
import { type Comparison, compareReading } from './compare-reading.ts'
import { runInBash } from './run-in-bash.ts'
import { makeSandbox, type Sandbox } from './sandbox.ts'

export type OracleLine = {
  readonly id: string
  readonly command: string
  /** Not all of it runs: what was read and did not run is right. */
  readonly branch?: true
}

export type OracleAnswer =
  | { readonly kind: 'agrees' | 'differs'; readonly comparison: Comparison; readonly reading: ShellReading }
  /** The reader says that it cannot read the line, which is safe. */
  | { readonly kind: 'unreadable'; readonly faults: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'timed-out' }

/** Sandboxes that lines run in at a time. */
const LANES = 2

/** Runs each line in bash with recording stubs as its only programs, and compares what ran with what the reader found. */
export async function consultOracle(
  lines: readonly OracleLine[],
  read: (command: string) => ShellReading = parseCommandLine,
): Promise<ReadonlyMap<string, OracleAnswer>> {
  const answers = new Map<string, OracleAnswer>()
  const waiting = lines.values()
  const lane = async () => {
    const sandbox = makeSandbox()
    try {
      for (const line of waiting) answers.set(line.id, await answerFor(sandbox, line, read(line.command)))
    } finally {
      sandbox.dispose()
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, lines.length) }, lane))
  return answers
}

async function answerFor(sandbox: Sandbox, line: OracleLine, reading: ShellReading): Promise<OracleAnswer> {
  const run = await runInBash(sandbox, line.command)
  if (run.kind !== 'ran') return run
  if (reading.faults.length > 0) return { kind: 'unreadable', faults: reading.faults }
  const found = compareReading(run.commands, reading, sandbox)
  const comparison = line.branch ? { ...found, extra: [] } : found
  const differs = comparison.missing.length + comparison.extra.length > 0
  return { kind: differs ? 'differs' : 'agrees', comparison, reading }
}
