import { pinPath } from '../../../app/records/pin-path.ts'
import { defineCommand } from '../../define-command.ts'
import { argument } from '../../options.ts'

export const recordsPinCommand = defineCommand({
  path: 'records pin',
  summary: 'print the path and hash of a file, to be put into the evidence of a record',
  arguments: { path: argument.required('PATH', 'a file of the workspace') },
  options: {},
  examples: ['bylaw records pin docs/load-test.md'],
  run: (world, { path }) => pinPath(world, path),
  renderText: ({ path, sha256 }) => JSON.stringify({ path, sha256 }),
  toJson: ({ path, sha256 }) => ({ path, sha256 }),
  exit: () => 'ok',
})
