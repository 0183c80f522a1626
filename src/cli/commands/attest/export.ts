import { type ExportedAttestation, exportAttestation } from '../../../app/attest/export-attestation.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'

export const attestExportCommand = defineCommand({
  path: 'attest export',
  summary: 'a record as an in-toto statement in a DSSE envelope',
  about:
    'The envelope goes to standard output; --format in-toto names the only form there is. It says what the record says and verifies ' +
    'nothing. With --sign-key it is signed anew, as SSH signs; without one it has no signature.',
  arguments: { file: argument.required('FILE', 'the record') },
  options: {
    signKey: option.text('FILE', 'an SSH key that signs the envelope'),
    signer: option.text('NAME', 'whose key it is; the checker where it is left out'),
  },
  examples: ['bylaw attest export review.json --format in-toto'],
  run: (world, input) => exportAttestation(world, input),
  renderText: envelopeText,
  toJson: ({ envelope }) => envelope,
  formats: { 'in-toto': envelopeText },
  exit: () => 'ok',
})

/** Ends without a line break, as every text of a command. */
function envelopeText({ envelope }: ExportedAttestation): string {
  return JSON.stringify(envelope)
}
