import { listEvidence } from '../../../app/evidence/list-evidence.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { evidenceListJson, renderEvidenceList } from '../../render/evidence-list.ts'

export const evidenceListCommand = defineCommand({
  path: 'evidence list',
  summary: 'show the records of runs, newest first, with their age and whether they still hold',
  arguments: {},
  options: {
    id: option.text('NAME', 'only the records of this criterion'),
    out: option.text('FOLDER', 'where the records are, .hpp/evidence by default'),
  },
  examples: ['bylaw evidence list', 'bylaw evidence list --id unit --json'],
  run: (world, { id, out }) => listEvidence(world, { id, folder: out ?? '.hpp/evidence' }),
  renderText: renderEvidenceList,
  toJson: evidenceListJson,
  exit: () => 'ok',
})
