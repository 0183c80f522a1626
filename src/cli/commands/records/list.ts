import { compareRecords } from '../../../app/records/compare-records.ts'
import { listRecords } from '../../../app/records/list-records.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { recordsSinceJson, renderRecordsSince } from '../../render/record-changes.ts'
import { renderRecordList } from '../../render/record-list.ts'
import { recordListJson } from '../../render/record-list-json.ts'

export const recordsListCommand = defineCommand({
  path: 'records',
  summary: 'list reviewed records: state, quorum, what supersedes what, and every finding with its line',
  about:
    'Without --kind, every kind that the nearest chant.workspace.json declares. Invalid records are listed with their ' +
    'reasons and do not make the command fail; a kind that cannot be read does.',
  arguments: {},
  options: {
    kind: option.text('FILE', 'the kind file, instead of the declared ones'),
    current: option.toggle('only records that no other supersedes'),
    at: option.text('REV', 'read the records of a commit'),
    base: option.text('REV', 'where trust and need are read, instead of origin/HEAD, main or master'),
    uncommitted: option.toggle('only records that HEAD does not hold as they are'),
    since: option.text('REV', 'instead, what happened to records since a commit'),
    require: option.choice(['attested'], 'end with 2 where a listed record has no verified seal of its author'),
  },
  examples: [
    'bylaw records',
    'bylaw records --kind docs/decisions/decision.kind.mjs --current',
    'bylaw records --json',
  ],
  run: async (world, { require, since, ...rest }) => {
    const question = { ...rest, requireAttested: require !== null }
    return since === null ? listRecords(world, question) : compareRecords(world, { ...question, since })
  },
  renderText: (report, page) =>
    report.kind === 'records' ? renderRecordList(report, page) : renderRecordsSince(report, page),
  toJson: (report) => (report.kind === 'records' ? recordListJson(report) : recordsSinceJson(report)),
  exit: (report) => {
    if (report.kinds.some(({ kind }) => kind === 'failed')) return 'error'
    return report.kind === 'records' && report.isUnattested ? 'block' : 'ok'
  },
})
