import type { PolicyCommand, RuleHit } from '../rule.ts'

/** A mode with which a file runs as its owner, in numbers or letters. */
const NUMBER = /^0*[4-7][0-7]{3}$/
const LETTERS = /^(?:.*,)?[oga]*(?:u[ugoa]*|a[ugoa]*)?[+=][rwxXt]*s/

/** `chmod u+s`, `chmod 4755`, `install -m 4755`. */
export function findSetUid({ name, args }: PolicyCommand): RuleHit | null {
  const at = name === 'install' ? args.findIndex(({ text }) => /^(?:-m|--mode)(?:=|$|\d)/.test(text)) : -1
  const modes = name === 'install' ? args.slice(Math.max(0, at), at < 0 ? 0 : at + 2) : args
  const found = modes.find(({ text }) => isSetUid(text.replace(/^(?:-m|--mode=)/, '')))
  return found === undefined ? null : { span: found.span }
}

function isSetUid(mode: string): boolean {
  if (NUMBER.test(mode)) return true
  return mode.length < 64 && mode.split(',').some((part) => LETTERS.test(part) && !/^[go]+[+=]/.test(part))
}
