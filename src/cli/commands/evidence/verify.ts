import type { EvidenceStatus } from '../../../app/evidence/evidence-verification.ts'
import { verifyEvidence } from '../../../app/evidence/verify-evidence.ts'
import type { Outcome } from '../../../core/exit-code.ts'
import { defineCommand } from '../../define-command.ts'
import { argument } from '../../options.ts'
import { evidenceVerificationJson, renderEvidenceVerification } from '../../render/evidence-verification.ts'
import { allowedSignersOption } from '../sign-options.ts'

const OUTCOMES: Readonly<Record<EvidenceStatus, Outcome>> = {
  valid: 'ok',
  stale: 'warn',
  'not-evidence': 'warn',
  blocked: 'block',
}

export const evidenceVerifyCommand = defineCommand({
  path: 'evidence verify',
  summary: 'check a record of a run, and that its artifacts are still what they were',
  about:
    'Ends with 0 for a passed run whose artifacts and tree are as they were, 1 where the tree has moved since or the run ' +
    'did not pass, 2 for a record that was edited, contradicts itself, or whose artifacts changed. Paths count from this ' +
    'folder.',
  arguments: { file: argument.required('RECORD', 'a file of .hpp/evidence') },
  options: allowedSignersOption,
  examples: ['bylaw evidence verify .hpp/evidence/unit-20261102T120000Z.json'],
  run: (world, input) => verifyEvidence(world, input),
  renderText: renderEvidenceVerification,
  toJson: evidenceVerificationJson,
  exit: ({ status }) => OUTCOMES[status],
})
