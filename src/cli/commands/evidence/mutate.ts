import { mutateEvidence } from '../../../app/evidence/mutate-evidence.ts'
import { MUTATION_OUTCOMES } from '../../../core/mutation/mutation-outcomes.ts'
import { verdictOfRun } from '../../../core/mutation/mutation-record.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { mutationReportJson, renderMutationReport } from '../../render/mutation-report.ts'
import { UsageMistake } from '../../trouble.ts'
import { signOptions } from '../sign-options.ts'
import { criterionOptions, secondsOf } from './criterion-options.ts'

export const evidenceMutateCommand = defineCommand({
  path: 'evidence mutate',
  summary: 'try whether a criterion notices broken code',
  about:
    'Runs the command on a clean copy of this folder, where it must pass, and on one copy for each mutant, a small change, ' +
    'where it must fail. Ends with 0 where every change was noticed, 1 where one survived, could not be tried, or none ' +
    'could, 2 where the clean copy did not pass or nothing was run. Copies leave out .git, .hpp, node_modules, ' +
    '__pycache__, .venv, venv and .tox.',
  arguments: { command: argument.rest('COMMAND', 'the criterion, behind --') },
  options: {
    ...criterionOptions,
    mutants: option.text('FILE', 'declared changes, a file of hpp.mutants/v1'),
    generate: option.list('FILE', 'make changes for this Python, TypeScript or JavaScript file'),
    include: option.list('NAME', 'copy folders of this name too, such as node_modules'),
    workers: option.text('N', 'how many copies are tried at once, by default as many as there are cores'),
    maxMutants: option.text('N', 'try so many at most, spread over all of them'),
    timeLimit: option.text('SECONDS', 'begin no mutant after so long'),
    stopAtFirstSurvivor: option.toggle('stop as soon as one survived'),
    ...signOptions,
  },
  examples: [
    'bylaw evidence mutate --id unit --generate src/price.ts -- node --test',
    'bylaw evidence mutate --id unit --mutants mutants.json --include node_modules -- npm test',
  ],
  run: (world, { command, timeout, out, workers, maxMutants, timeLimit, ...input }) =>
    mutateEvidence(world, {
      ...input,
      argv: command,
      timeoutS: secondsOf(timeout),
      out: out ?? '.hpp/evidence',
      workers: countOf('--workers', workers),
      maxMutants: countOf('--max-mutants', maxMutants),
      timeLimitS: timeLimit === null ? null : secondsOf(timeLimit, '--time-limit'),
    }),
  renderText: renderMutationReport,
  toJson: mutationReportJson,
  exit: ({ run, signError }) => (signError === null ? MUTATION_OUTCOMES[verdictOfRun(run)] : 'block'),
})

function countOf(name: string, text: string | null): number | null {
  if (text === null) return null
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  throw new UsageMistake(`${name} is a whole number, not ${text}`, 'bylaw evidence mutate --help')
}
