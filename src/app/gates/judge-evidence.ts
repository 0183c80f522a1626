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
  const own = await judgeNamed(world, wanted, event)
  if (own !== null) return shut(own, commandFor(wanted, work))
  const find = wanted.criteria === undefined ? null : await findEvidence(world)
  for (const { id, command } of wanted.criteria ?? []) {
    const found = find?.({ criterion: id, argv: command, max_age: undefined })
    if (found?.kind === 'lacking') return shut(`no fresh evidence of ${id}: ${found.why}`, found.run)
  }
  return OPEN
}

/** What is wrong with the record that the event names; null where nothing is. */
async function judgeNamed(world: GateReach, wanted: Wanted, event: GateQuestion['event']): Promise<string | null> {
  const file = dataText(event, 'evidence')
  if (file === null) return 'the event names no record of evidence'
  const path = file.startsWith('/') ? file : `${world.cwd}/${file}`
  const text = (await world.files.kindOf(path)) === 'file' ? await world.files.readText(path) : null
  const record = text === null ? null : readEvidence(text, file)
  if (record === null) return `there is no record of evidence ${file}`
  if (record['record_sha256'] !== dataText(event, 'evidence_sha256')) return `${file} is not the record that was named`
  const allowedSigners = wanted.allowed_signers ?? null
  const listed = await listedRecord(world, { file, record, allowedSigners })
  const criterion = wanted.criteria?.find(({ id }) => id === listed.id)
  if (wanted.criteria !== undefined && criterion === undefined) return `${listed.id} is no criterion of this project`
  const why = whyNot(listed, { criterion: listed.id ?? '', argv: criterion?.command, max_age: undefined })
  return why === null ? null : `${file} is no evidence: ${why}`
}

function commandFor({ criteria }: Wanted, work: string | null): string {
  const first = criteria?.[0]
  const command = first?.command?.map(quoteWord).join(' ') ?? 'COMMAND'
  return `bylaw evidence run --id ${first?.id ?? 'NAME'} --artifact GLOB --record-event${workFlag(work)} -- ${command}`
}
