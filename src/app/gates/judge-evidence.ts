import { quoteWord } from '../../core/registration/our-command.ts'
import { findEvidence, whyNot } from '../evidence/find-evidence.ts'
import { listedRecord, readEvidence } from '../evidence/list-evidence.ts'
import { dataText, type GateAnswer, type GateQuestion, type GateReach, OPEN, shut, workFlag } from './gate-question.ts'

type Wanted = NonNullable<GateQuestion['gates']['fresh-evidence']>

/**
 * `fresh-evidence`: the record that the event names passed, is whole, and speaks of the tree as it is now; and so does
 * a record of every criterion that is demanded.
 */
export async function judgeEvidence(world: GateReach, { gates, event, work }: GateQuestion): Promise<GateAnswer> {
  const wanted = gates['fresh-evidence'] ?? {}
  const named = await judgeNamed(world, wanted, event)
  if ('why' in named) return shut(named.why, commandFor(wanted, work))
  const criteria = (wanted.criteria ?? [named]).map(({ id, command }) => ({ criterion: id, argv: command }))
  const found = await findEvidence(world, criteria, wanted.allowed_signers ?? null)
  for (const [at, one] of found.entries()) {
    if (one.kind === 'lacking') return shut(`no fresh evidence of ${criteria[at]?.criterion}: ${one.why}`, one.run)
  }
  return OPEN
}

type Named = { readonly why: string } | { readonly id: string; readonly command?: readonly string[] | undefined }

/** The criterion of the record that the event names, or what is wrong with that. */
async function judgeNamed(world: GateReach, wanted: Wanted, event: GateQuestion['event']): Promise<Named> {
  const file = dataText(event, 'evidence')
  if (file === null) return { why: 'the event names no record of evidence' }
  const path = file.startsWith('/') ? file : `${world.cwd}/${file}`
  const text = (await world.files.kindOf(path)) === 'file' ? await world.files.readText(path) : null
  const record = text === null ? null : readEvidence(text, file)
  if (record === null) return { why: `there is no record of evidence ${file}` }
  if (record['record_sha256'] !== dataText(event, 'evidence_sha256')) {
    return { why: `${file} is not the record that was named` }
  }
  const listed = await listedRecord(world, { file, record, allowedSigners: wanted.allowed_signers ?? null })
  const id = listed.id ?? ''
  const criterion = wanted.criteria?.find((one) => one.id === id)
  if (wanted.criteria !== undefined && criterion === undefined) return { why: `${id} is no criterion of this project` }
  const why = whyNot(listed, { criterion: id, argv: criterion?.command })
  return why === null ? { id, command: criterion?.command } : { why: `${file} is no evidence: ${why}` }
}

function commandFor({ criteria }: Wanted, work: string | null): string {
  const first = criteria?.[0]
  const command = first?.command?.map(quoteWord).join(' ') ?? 'COMMAND'
  return `bylaw evidence run --id ${first?.id ?? 'NAME'} --artifact GLOB --record-event${workFlag(work)} -- ${command}`
}
