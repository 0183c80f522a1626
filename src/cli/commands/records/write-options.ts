import { argument, option } from '../../options.ts'

/** What the verbs that change a record take. */
export const recordArguments = { id: argument.required('ID', 'the record') } as const

export const kindOption = {
  kind: option.text('KIND', 'a kind file or the name of a declared kind; by default the one that is declared'),
} as const

export const writeOptions = {
  sign: option.toggleOrText('KEY', "sign with this SSH key, by default with git's user.signingkey"),
  dryRun: option.toggle('show the difference and write nothing'),
} as const

export const expectOption = {
  expect: option.text('DIGEST', 'refuse where the record has another digest by now'),
} as const
