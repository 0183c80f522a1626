import { createAttestation } from '../../../app/attest/create-attestation.ts'
import { VERDICTS } from '../../../core/attest/attestation-record.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { createdAttestationJson, renderCreatedAttestation } from '../../render/created-attestation.ts'

export const attestCreateCommand = defineCommand({
  path: 'attest create',
  summary: "record a checker's verdict about exactly these files",
  about:
    'Binds the verdict to the repository, HEAD, the spec and the bytes of every file that git tracks or would add. ' +
    'Ends with 0 for an approval, 2 for another verdict. --bind tree lets it survive the commit of what was approved; ' +
    'modes, submodules and remote bind or recognise more. A file that differs is only replaced with --force.',
  arguments: {},
  options: {
    spec: option.requiredText('FILE', 'what the work was checked against'),
    output: option.requiredText('FILE', 'where the record is written'),
    maker: option.requiredText('NAME', 'who did the work'),
    checker: option.requiredText('NAME', 'who judged it: somebody else'),
    session: option.requiredText('NAME', 'where it was judged'),
    verdict: option.requiredChoice(VERDICTS, 'what the checker says'),
    repo: option.text('FOLDER', 'the repository, where it is not this one'),
    bind: option.list('WHAT', 'modes, remote, submodules or tree'),
    signKey: option.text('FILE', 'an SSH key that signs the record'),
    signer: option.text('NAME', 'whose key it is; the checker where it is left out'),
    work: option.text('ID', 'note the head of the event log of this piece of work'),
    force: option.toggle('replace a file that is there'),
  },
  examples: ['bylaw attest create --spec s.md --output a --maker ana --checker bo --session 1 --verdict approved'],
  run: (world, input) => createAttestation(world, input),
  renderText: renderCreatedAttestation,
  toJson: createdAttestationJson,
  exit: ({ verdict }) => (verdict === 'approved' ? 'ok' : 'block'),
})
