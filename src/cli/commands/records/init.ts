import { startRecords } from '../../../app/records/start-records.ts'
import { isEmptyPlan } from '../../../core/plan.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { renderStartRecords } from '../../render/start-records.ts'

export const recordsInitCommand = defineCommand({
  path: 'records init',
  summary: 'start decision records: the kind, its schema and the declaration',
  about:
    'Plans decision.kind.mjs and decision.schema.json in the folder, and the kind in chant.workspace.json, an existing one ' +
    'or a new one at the top of the repository. Nothing is written without --apply.',
  arguments: {},
  options: {
    dir: option.text('FOLDER', 'where the records are to be, docs/decisions by default'),
    apply: option.toggle('write the files'),
  },
  examples: ['bylaw records init', 'bylaw records init --dir decisions --apply'],
  run: (world, { dir, apply }) => startRecords(world, { dir: dir ?? 'docs/decisions', apply }),
  renderText: renderStartRecords,
  exit: ({ plan, applied }) => (applied || isEmptyPlan(plan) ? 'ok' : 'warn'),
})
