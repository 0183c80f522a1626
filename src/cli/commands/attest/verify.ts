import { verifyAttestation } from '../../../app/attest/verify-attestation.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { attestationVerificationJson, renderAttestationVerification } from '../../render/attestation-verification.ts'

export const attestVerifyCommand = defineCommand({
  path: 'attest verify',
  summary: 'check that an approval still holds for the files as they are',
  about:
    'Ends with 0 where it holds, with 2 where anything differs, naming what and which paths. Without --allowed-signers ' +
    'a signature is not looked at.',
  arguments: { file: argument.required('FILE', 'the record') },
  options: {
    repo: option.text('FOLDER', 'the repository, where it is not this one'),
    allowedSigners: option.text('FILE', 'demands a signature of one of these, as ssh-keygen reads them'),
  },
  examples: ['bylaw attest verify review.json', 'bylaw attest verify review.json --json'],
  run: (world, input) => verifyAttestation(world, input),
  renderText: renderAttestationVerification,
  toJson: attestationVerificationJson,
  exit: ({ status }) => (status === 'valid' ? 'ok' : 'block'),
})
