import type { Word } from '../../shell/simple-command.ts'

/** What a `find` deletes, and how well its tests say what. */
export type FindDeletion = {
  readonly roots: readonly Word[]
  /** A test of name, path, age or size limits it, not only of type or depth. */
  readonly limited: boolean
  readonly at: Word
}

const LIMITS =
  /^-(?:i?name|i?path|i?wholename|i?regex|[acm](?:time|min)|newer\w*|size|empty|user|group|perm|inum|samefile|links)$/
const DELETERS = /^(?:rm|unlink|shred|srm|rimraf)$/
const EXEC = /^-(?:exec|execdir|ok|okdir)$/

/** Null where it deletes nothing. */
export function readFindDeletion(args: readonly Word[]): FindDeletion | null {
  const start = args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLPD]$|^-O\d$/.test(text))
  const tests = start < 0 ? [] : args.slice(start)
  const roots = (start < 0 ? args : args.slice(0, start)).filter(({ text }) => !text.startsWith('-'))
  const at = tests.findIndex((word, index) => word.text === '-delete' || deletesByExec(tests, index))
  const found = tests[at]
  return found === undefined ? null : { roots, limited: isLimited(tests.slice(0, at)), at: found }
}

function deletesByExec(tests: readonly Word[], at: number): boolean {
  if (!EXEC.test(tests[at]?.text ?? '')) return false
  const program = tests.slice(at + 1).find(({ text }) => !/^(?:sudo|env|nice|command|busybox)$|^-|=/.test(text))
  return DELETERS.test((program?.text ?? '').replace(/^.*\//, '').toLowerCase())
}

/** The tests before the action, which all have to hold: those since the last `-o` outside of brackets. */
function isLimited(tests: readonly Word[]): boolean {
  let level = 0
  let limited = false
  /** For each open bracket whether each alternative in it is limited so far, and whether the present one is. */
  const open: { all: boolean; own: boolean; negated: boolean }[] = []
  tests.forEach(({ text }, at) => {
    const top = open.at(-1)
    const negated = /^(?:!|-not)$/.test(tests[at - 1]?.text ?? '')
    if (text === '(') {
      open.push({ all: true, own: false, negated })
      level += 1
    } else if (text === ')' && level > 0) {
      level -= 1
      const closed = open.pop()
      const holds = closed?.all === true && closed.own && !closed.negated
      const outer = open.at(-1)
      if (outer) outer.own ||= holds
      else limited ||= holds
    } else if (/^(?:-o|-or|,)$/.test(text)) {
      if (top) {
        top.all &&= top.own
        top.own = false
      } else limited = false
    } else if (LIMITS.test(text) && !negated && !isOpenPattern(text, tests[at + 1])) {
      if (top) top.own = true
      else limited = true
    }
  })
  return limited
}

/** `-name '*'` limits nothing. */
function isOpenPattern(test: string, value: Word | undefined): boolean {
  return /(?:name|path|regex)$/.test(test) && /^[*?.]*$/.test(value?.text ?? '')
}
