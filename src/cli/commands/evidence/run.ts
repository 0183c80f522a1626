import { runEvidence } from '../../../app/evidence/run-evidence.ts'
import { verdictOf } from '../../../core/evidence/evidence-record.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { evidenceReportJson, renderEvidenceReport } from '../../render/evidence-report.ts'
import { logOptions } from '../event/log-options.ts'
import { signOptions } from '../sign-options.ts'
import { criterionOptions, secondsOf } from './criterion-options.ts'

export const evidenceRunCommand = defineCommand({
  path: 'evidence run',
  summary: 'run a criterion, measure it, and keep a record of it',
  about:
    'Runs the command without a shell in this folder, with nothing on its standard input, and ends what it leaves behind. ' +
    'It passes where it exits with 0 and writes a file for every --artifact. Ends with 0 for a passed run, 1 for one that ' +
    'did not pass, 2 where it was not run, or its event or signature failed.',
  arguments: { command: argument.rest('COMMAND', 'the criterion, behind --') },
  options: {
    ...criterionOptions,
    artifact: option.list('GLOB', 'files that the command must write'),
    keepOutput: option.toggle('keep the beginning of both outputs beside the record; mind what they may show'),
    ...signOptions,
    recordEvent: option.toggle('append evidence_recorded to the event log where the run passes'),
    ...logOptions,
  },
  examples: [
    'bylaw evidence run --id unit -- npm test',
    "bylaw evidence run --id report --artifact 'out/*.html' --record-event -- node build.mjs",
  ],
  run: (world, { command, timeout, artifact, out, ...input }) =>
    runEvidence(world, {
      ...input,
      argv: command,
      artifacts: artifact,
      timeoutS: secondsOf(timeout),
      out: out ?? '.hpp/evidence',
    }),
  renderText: renderEvidenceReport,
  toJson: evidenceReportJson,
  exit: ({ run, event, signError }) =>
    event?.kind === 'refused' || signError !== null ? 'block' : verdictOf(run) === 'passed' ? 'ok' : 'warn',
})
