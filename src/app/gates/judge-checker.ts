import { areTwoActors } from '../../core/attest/actors.ts'
import { readAttestation } from '../../core/attest/read-attestation.ts'
import { Refusal } from '../../core/fault.ts'
import { isRecordPath } from '../../core/tree/tree-hash.ts'
import { readRecordFile } from '../attest/read-record-file.ts'
import { verifyAttestation } from '../attest/verify-attestation.ts'
import { dataText, type GateAnswer, type GateQuestion, type GateReach, OPEN, shut, workFlag } from './gate-question.ts'

const FILE = '.hpp/attestations/NAME.json'
const ATTEST =
  'bylaw attest create --spec FILE --maker NAME --checker NAME --session ID --verdict approved --bind tree ' +
  `--output ${FILE}`

/**
 * `read-only-checker`: the event names an attestation of the tree as it is now, with verdict approved, by a checker who
 * is not the maker. One whose files hold `.hpp/` would be made false by the very event, and is refused.
 */
export async function judgeChecker(world: GateReach, { gates, event, work }: GateQuestion): Promise<GateAnswer> {
  const append = `bylaw event append${workFlag(work)} --type ${event.type} --data '{"attestation":"${FILE}"}'`
  const run = `${ATTEST} && ${append}`
  const file = dataText(event, 'attestation')
  if (file === null) return shut('the event names no attestation', run)
  try {
    const why = await judgeFile(world, file, gates['read-only-checker']?.allowed_signers ?? null)
    return why === null ? OPEN : shut(why, run)
  } catch (error) {
    if (error instanceof Refusal) return shut(error.message, run)
    throw error
  }
}

async function judgeFile(world: GateReach, file: string, allowedSigners: string | null): Promise<string | null> {
  const record = readAttestation(await readRecordFile(world, file))
  if (record.bindings?.treeSha256 == null && record.snapshot?.entries.some(({ path }) => isRecordPath(path))) {
    return `${file} speaks of files in .hpp/, which the next event changes: add the line .hpp/ to .gitignore and attest again, or attest with --bind tree`
  }
  if (record.actors === null || !areTwoActors(record.actors)) return 'maker and checker are not two named actors'
  const { status, reasons, mismatches, signature } = await verifyAttestation(world, {
    file,
    repo: null,
    allowedSigners,
  })
  const { checker } = record.actors
  if (signature.status === 'verified' && areTwoActors({ maker: signature.signer, checker })) {
    return `${file} was signed by ${signature.signer}, who is not its checker ${checker}`
  }
  return status === 'valid' ? null : `${file} does not hold: ${reasons[0] ?? mismatches.join(', ')}`
}
