import type { Word } from '../../shell/simple-command.ts'
import { joinPath, resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, RuleHit } from '../rule.ts'

export const MODE_PROGRAMS = ['chmod', 'chown', 'chgrp', 'setfacl', 'icacls', 'takeown']

/** Recursive changes of modes or owners, and the first place of them that is not the project's. */
export function findTreeModes(command: PolicyCommand, isBad: (path: string) => boolean): RuleHit | null {
  const recursive =
    command.command.nesting.includes('find-exec') ||
    command.args.some(({ text }) =>
      text.startsWith('--')
        ? text.length > 4 && '--recursive'.startsWith(text)
        : /^-[a-zA-Z]*R/.test(text) || /^\/[tr]$/i.test(text),
    )
  if (!recursive) return null
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  const places = /^(?:chmod|chown|chgrp)$/.test(command.name) ? operands.slice(1) : operands
  const bad = places.find((word) => isBad(placeOf(command, word)))
  if (bad === undefined) return null
  return { span: bad.span, subjects: { paths: places.map((word) => resolvePath(command.command, word)) } }
}

function placeOf({ command }: PolicyCommand, word: Word): string {
  return joinPath(command.folder, word.text) ?? ''
}
