import { option } from '../../options.ts'

/** The options with which `add` and `revise` name a check. Several together become one. */
export const CHECK_OPTIONS = {
  check: option.text('JSON', 'the check as JSON'),
  checkFile: option.text('FILE', 'a file that holds the check as JSON'),
  denyTool: option.list('NAME', 'deny a tool, by the name any harness has for it'),
  denyCommand: option.list('WORDS', "deny a shell command, such as 'npm publish'"),
  denyWrite: option.list('GLOB', "deny writing to matching files, such as 'infra/**'"),
  requirePath: option.list('PATH', 'require a file or folder to exist'),
  commandPolicy: option.choice(['audit', 'enforce'], 'hold shell commands against the command policy'),
  permit: option.list('RULE=PLACE', "let a rule of the policy pass there, such as 'recursive-delete=dist/**'"),
} as const

export const DRY_RUN = option.toggle('show what would change and write nothing')
